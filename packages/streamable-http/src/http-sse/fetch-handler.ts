/** HTTP+SSE as a function from `Request` to `Response`. */
import type { Acceptor } from "@mcpwire/jsonrpc";
import type { HostPorts } from "../core/http-port.js";
import { fetchHost } from "../web/fetch-call.js";
import { fetchHandlerOf, type FetchHandler } from "../web/server.js";
import { createHttpSseEndpoint, type HttpSseEndpointOptions } from "./server.js";

export interface HttpSseHandlerOptions extends HttpSseEndpointOptions {
  /** What the core takes from its host. Default: the runtime's timers and WebCrypto. */
  readonly host?: Partial<HostPorts>;
  /** How long `close` waits for what runs, in ms. Default 4 000. */
  readonly closeMs?: number;
}

/**
 * Serves the acceptor to clients of 2024-11-05 at the two paths of the options, beside the MCP endpoint; any other path is 404.
 * A stream and its POSTs must reach the same process. [2025-11-25 basic/transports#backwards-compatibility]
 */
export function createHttpSseHandler(acceptor: Acceptor, options: HttpSseHandlerOptions = {}): FetchHandler {
  const host: HostPorts = { ...fetchHost, ...options.host };
  return fetchHandlerOf(createHttpSseEndpoint(acceptor, host, options), host, options.closeMs);
}
