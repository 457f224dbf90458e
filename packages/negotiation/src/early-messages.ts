/**
 * Owns a wire until an era does: keeps what comes early, in order, and answers `ping`, the one request that a server may send before
 * the handshake is over. [2025-11-25 basic/lifecycle#initialization]
 */
import {
  resultResponse,
  type Inbound,
  type JSONRPCNotification,
  type ReportSink,
  type TransportError,
} from "@mcpwire/jsonrpc";
import type { WireOwner } from "./client-wire.js";

/** Far more than a server says before it was asked anything; past it, the newest are dropped and reported. */
const maxKept = 1000;

export class EarlyMessages implements WireOwner {
  readonly #report: ReportSink;
  #kept: ((owner: WireOwner) => void)[] = [];
  #closed: { readonly error: TransportError | undefined } | undefined;
  /** For the probe. */
  onclosed: ((error: TransportError | undefined) => void) | undefined;

  constructor(report: ReportSink) {
    this.#report = report;
  }

  notified(n: JSONRPCNotification): void {
    this.#keep((owner) => owner.notified(n));
  }

  asked(x: Inbound): void {
    if (x.request.method === "ping") x.end(resultResponse(x.request.id, {}));
    else this.#keep((owner) => owner.asked(x));
  }

  closed(error: TransportError | undefined): void {
    this.#closed = { error };
    this.onclosed?.(error);
  }

  /** Forgets what a link that was replaced had said. */
  clear(): void {
    this.#kept = [];
    this.#closed = undefined;
  }

  /** Gives everything to the owner that comes next. */
  handOver(owner: WireOwner): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const deliver of kept) deliver(owner);
    if (this.#closed !== undefined) owner.closed(this.#closed.error);
  }

  #keep(deliver: (owner: WireOwner) => void): void {
    if (this.#kept.length < maxKept) this.#kept.push(deliver);
    else
      this.#report({
        code: "early-message",
        message: `More than ${maxKept} messages came before the handshake was over`,
      });
  }
}
