/**
 * What exchanges without a session share: one link that holds nothing of any client, and a count of what is in flight.
 */
import type { AbortReason, ServerLink } from "@mcpwire/jsonrpc";
import type { Services } from "./services.js";

/** The one link of all requests that stand alone. */
export class StatelessLink implements ServerLink {
  state: unknown = undefined;
  readonly stateless = true;

  /** A handshake here is answered and not remembered. */
  settle(): void {}

  /** Clients come and go by themselves; the endpoint's own close ends what runs. */
  close(): void {}
}

/** An exchange that can be ended from outside. */
export interface Abortable {
  /** For `StatelessCount` alone: where it keeps this one. */
  place: number;
  abort(why: AbortReason): void;
}

export class StatelessCount {
  readonly #services: Services;
  /** Not a set: the tables that a set leaves behind would keep what they held, requests and all, until a full collection. */
  readonly #running: Abortable[] = [];
  readonly #byCaller = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** A sentence where there is no room for another; otherwise it is counted from now on. */
  admit(callerId: string | undefined): string | undefined {
    const { maxStatelessInFlight, maxInFlight } = this.#services.limits;
    if (this.#running.length >= maxStatelessInFlight) return "busy: too many requests in flight";
    if (callerId === undefined) return undefined;
    const own = this.#byCaller.get(callerId) ?? 0;
    if (own >= maxInFlight) return "busy: too many requests of this caller in flight";
    this.#byCaller.set(callerId, own + 1);
    return undefined;
  }

  began(x: Abortable): void {
    x.place = this.#running.length;
    this.#running.push(x);
    this.#services.load.began();
  }

  ended(x: Abortable, callerId: string | undefined): void {
    if (this.#running[x.place] !== x) return;
    const last = this.#running.pop();
    if (last !== undefined && last !== x) {
      this.#running[x.place] = last;
      last.place = x.place;
    }
    if (callerId !== undefined) {
      const own = (this.#byCaller.get(callerId) ?? 1) - 1;
      if (own > 0) this.#byCaller.set(callerId, own);
      else this.#byCaller.delete(callerId);
    }
    this.#services.load.ended();
  }

  abortAll(why: AbortReason): void {
    for (const x of [...this.#running]) x.abort(why);
  }
}
