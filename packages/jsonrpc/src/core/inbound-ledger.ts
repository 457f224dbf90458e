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
import type { Slot } from "./slot.js";

export class InboundLedger<T> {
  /** Only while something runs: a link that is idle keeps no table. */
  #running: Map<RequestId, Slot<T>> | undefined = undefined;
  readonly #maxInFlight: number;
  #closed = false;

  constructor(options: { readonly maxInFlight: number }) {
    this.#maxInFlight = options.maxInFlight;
  }

  get size(): number {
    return this.#running?.size ?? 0;
  }

  /** A request arrived. Sequential reuse of an id is accepted: older peers do it. */
  admit(id: RequestId, entry: T): "admitted" | "duplicate" | "busy" | "closed" {
    if (this.#closed) return "closed";
    const running = (this.#running ??= new Map());
    if (running.has(id)) return "duplicate";
    if (running.size >= this.#maxInFlight) return "busy";
    running.set(id, { entry });
    return "admitted";
  }

  get(id: RequestId): T | undefined {
    return this.#running?.get(id)?.entry;
  }

  /** True exactly once per admitted request, and only if nothing cancelled it: its answer may be sent. */
  end(id: RequestId, entry: T): boolean {
    const slot = this.#running?.get(id);
    if (slot === undefined || slot.entry !== entry) return false;
    this.#free(id, slot);
    return true;
  }

  /** The peer takes a request back; gives what must be aborted. */
  cancel(id: RequestId): T | undefined {
    const slot = this.#running?.get(id);
    if (slot === undefined) return undefined;
    const { entry } = slot;
    this.#free(id, slot);
    return entry;
  }

  /** Ends the ledger; gives what must be aborted, in the order of arrival. */
  close(): readonly T[] {
    this.#closed = true;
    const entries: T[] = [];
    for (const { entry } of this.#running?.values() ?? []) if (entry !== undefined) entries.push(entry);
    this.#running = undefined;
    return entries;
  }

  #free(id: RequestId, slot: Slot<T>): void {
    slot.entry = undefined;
    this.#running?.delete(id);
    if (this.#running?.size === 0) this.#running = undefined;
  }
}
