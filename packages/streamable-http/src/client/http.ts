/** Streamable HTTP as a client's transport, for servers of both generations. */
import type { ClientTransport } from "@mcpwire/jsonrpc";
import { HttpLink } from "./http-link.js";
import { httpSettings, type HttpOptions } from "./options.js";

/**
 * A server at a URL. Nothing is sent until something is asked; each `open` gives a link of its own, also after a `close`.
 * Servers of 2024-11-05 with HTTP+SSE are found by the specification's rule. Throws a `UsageError` for a URL that is not http(s)
 * and for impossible options.
 *
 * A request ends with the server's answer, or is lost with `unreachable`, `lost`, `http-status` (`data.status`), `unauthorized`
 * (401 and 403), `malformed`, `budget`, `busy` or `closed`. A server that has forgotten the session shows as `http-status` 404 on
 * every request that it refused, `lost` on those that were running, and then the end of the link.
 * [2026-07-28 basic/transports/streamable-http] [2025-11-25 basic/transports#streamable-http]
 */
export function http(url: string | URL, options: HttpOptions = {}): ClientTransport {
  const settings = httpSettings(url, options);
  return { kind: "http", scope: "origin", open: (on) => Promise.resolve(new HttpLink(settings, on)) };
}
