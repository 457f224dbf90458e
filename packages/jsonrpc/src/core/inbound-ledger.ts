/**
 * The requests that one side has received on one link and not answered yet. Pure. It decides who may run, and that every request
 * ends exactly once: by its answer or by its cancellation, whichever comes first.
 *
 *          admit               end             cancel            close
 * free     → running           false           undefined         → closed
 * running  "duplicate"         → free, true    → free, entry     → free, entry
 *
 * Once closed, `admit` gives "closed" and `end` false.
 * [2025-11-25 basic/index#requests] [2025-11-25 basic/utilities/cancellation#timing-considerations]
 */
import type { RequestId } from "../message.js";

export class InboundLedger<T> {
  readonly #running = new Map<RequestId, T>();
  readonly #maxInFlight: number;
  #closed = false;

  constructor(options: { readonly maxInFlight: number }) {
    this.#maxInFlight = options.maxInFlight;
  }

  get size(): number {
    return this.#running.size;
  }

  /** A request arrived. Sequential reuse of an id is accepted: older peers do it. */
  admit(id: RequestId, entry: T): "admitted" | "duplicate" | "busy" | "closed" {
    if (this.#closed) return "closed";
    if (this.#running.has(id)) return "duplicate";
    if (this.#running.size >= this.#maxInFlight) return "busy";
    this.#running.set(id, entry);
    return "admitted";
  }

  get(id: RequestId): T | undefined {
    return this.#running.get(id);
  }

  /** True exactly once per admitted request, and only if nothing cancelled it: its answer may be sent. */
  end(id: RequestId, entry: T): boolean {
    return this.#running.get(id) === entry && this.#running.delete(id);
  }

  /** The peer takes a request back; gives what must be aborted. */
  cancel(id: RequestId): T | undefined {
    const entry = this.#running.get(id);
    if (entry !== undefined) this.#running.delete(id);
    return entry;
  }

  /** Ends the ledger; gives what must be aborted, in the order of arrival. */
  close(): readonly T[] {
    this.#closed = true;
    const entries = [...this.#running.values()];
    this.#running.clear();
    return entries;
  }
}
