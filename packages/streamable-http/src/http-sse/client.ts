/** HTTP+SSE of 2024-11-05 as a client's transport. */
import type { ClientTransport } from "@mcpwire/jsonrpc";
import { HttpRequests } from "../client/http-requests.js";
import { httpSettings, settingsWithin, type HttpOptions } from "../client/options.js";
import { openHttpSse } from "./client-link.js";

/** What of the options of `http` makes sense here. */
export type HttpSseOptions = Pick<
  HttpOptions,
  "fetch" | "headers" | "auth" | "limits" | "endpointTimeoutMs" | "challenged" | "timers"
>;

/**
 * A server of 2024-11-05 at the URL of its event stream. `http` finds such servers by itself; this is for those that answer a
 * POST to that URL in some way that the rule does not know. `open` rejects with a `TransportError` when no stream with an
 * `endpoint` event comes. A stream that breaks ends the link with `lost`: this transport resumes nothing.
 * [2024-11-05 basic/transports#http-with-sse]
 */
export function httpSse(url: string | URL, options: HttpSseOptions = {}): ClientTransport {
  const settings = httpSettings(url, options);
  return {
    kind: "http-sse",
    scope: "origin",
    open: (on) => openHttpSse(settingsWithin(settings, on.limits), on, new HttpRequests(settings)),
  };
}
