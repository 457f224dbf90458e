/** What every part of one endpoint shares. */
import { INTERNAL_ERROR, errorResponse, type Acceptor, type JSONRPCResponse, type ReportSink } from "@mcpwire/jsonrpc";
import type { Heartbeat } from "./heartbeat.js";
import type { HostPorts } from "./http-port.js";
import type { HttpLimits } from "./limits.js";

/**
 * How requests are answered. `auto`: JSON where nothing is sent before the result, a stream otherwise. `json`: always JSON; what would
 * come before the result is not sent. `stream`: always a stream, where the client takes one.
 */
export type ResponseMode = "auto" | "json" | "stream";

export interface Services {
  readonly acceptor: Acceptor;
  readonly limits: HttpLimits;
  readonly report: ReportSink;
  readonly host: HostPorts;
  readonly heart: Heartbeat;
  readonly mode: ResponseMode;
  readonly load: Load;
}

/** How much is in flight, over all eras. */
export class Load {
  #inFlight = 0;
  #idle: (() => void) | undefined = undefined;

  get inFlight(): number {
    return this.#inFlight;
  }

  began(): void {
    this.#inFlight += 1;
  }

  ended(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#idle?.();
  }

  /** Calls back whenever nothing is in flight; at once where nothing is now. */
  whenIdle(idle: () => void): void {
    this.#idle = idle;
    if (this.#inFlight === 0) idle();
  }
}

/** A message as JSON. A result that JSON cannot say (a bigint, a cycle) becomes an error: the peer still gets its one answer. */
export function encodeResponse(r: JSONRPCResponse, services: Services): string {
  try {
    return JSON.stringify(r);
  } catch (error) {
    services.report({ code: "handler-error", message: "an answer could not be sent as JSON", data: error });
    return JSON.stringify(errorResponse(r.id, INTERNAL_ERROR, "internal error"));
  }
}
