/** Lets a modern request in, or says why not. [2026-07-28 basic/transports/streamable-http#request-metadata] */
import { INTERNAL_ERROR, INVALID_REQUEST, errorResponse, type JSONRPCRequest } from "@mcpwire/jsonrpc";
import { headerMismatch } from "@mcpwire/protocol";
import type { Channel } from "../channel.js";
import type { HttpPort } from "../http-port.js";
import type { Services } from "../services.js";
import type { StatelessCount, StatelessLink } from "../stateless.js";
import { refuse, type Refused } from "../status.js";
import { ModernExchange } from "./exchange.js";
import { headerMismatchOf, versionMismatch } from "./request-headers.js";

export interface ModernRequest {
  readonly request: JSONRPCRequest;
  /** What the body claims; undefined where it claims no string, which the acceptor refuses. */
  readonly revision: string | undefined;
  /** The claimed revision is served. */
  readonly isServed: boolean;
  readonly port: HttpPort;
  readonly channel: Channel;
  readonly who: { readonly caller: unknown; readonly id: string } | undefined;
}

/** Runs the request, or gives what to answer instead. */
export function acceptModern(
  inbound: ModernRequest,
  services: Services,
  link: StatelessLink,
  count: StatelessCount,
): Refused | undefined {
  const { request, channel, who } = inbound;
  const mismatch = mismatchOf(inbound, services);
  if (mismatch !== undefined) {
    const { rpcCode, message } = headerMismatch(mismatch);
    return refuse(400, rpcCode, message);
  }
  // Its acknowledgement and its notices have nowhere to go in a single body.
  if (request.method === "subscriptions/listen" && (!channel.accepted.stream || services.mode === "json")) {
    return services.mode === "json"
      ? refuse(404, -32601, `${request.method} needs a stream, and this server answers with JSON only`)
      : refuse(406, INVALID_REQUEST, `${request.method} needs Accept: text/event-stream`);
  }
  const busy = count.admit(who?.id);
  if (busy !== undefined) return refuse(429, INTERNAL_ERROR, busy);
  const x = new ModernExchange(request, link, channel, services, count, who);
  count.began(x);
  try {
    services.acceptor.accept(x);
  } catch (error) {
    services.report({ code: "handler-error", message: "the acceptor threw", data: error });
    x.end(errorResponse(request.id, INTERNAL_ERROR, "internal error"));
  }
  if (!x.isOver && services.mode !== "json") channel.wait();
  return undefined;
}

function mismatchOf({ request, revision, isServed, port, who }: ModernRequest, services: Services): string | undefined {
  if (revision === undefined) return undefined;
  const lookup = (name: string): string | undefined => port.header(name);
  const mismatch = versionMismatch(revision, lookup);
  // What headers another revision wants is not ours to say.
  if (mismatch !== undefined || !isServed) return mismatch;
  const { facts } = services.acceptor;
  return headerMismatchOf(request, lookup, (tool) => facts.headerParameters(tool, who?.caller));
}
