/**
 * The requests that one side has sent on one link: which are open, and whom an incoming answer belongs to. Pure; it keeps one
 * entry per open request and a short memory of the abandoned ones, so that a late answer is told from a stray one.
 *
 * An id is `free`, `open` or `abandoned`:
 *
 *            open            answer          fail            abandon           close
 * free       → open          unknown         unknown         (nothing)         → closed
 * open       UsageError      → free, entry   → free, entry   → abandoned       → free, entry
 * abandoned  → open          → free, late    → free, late    (nothing)         → closed
 *
 * Once closed, `open` gives false and every answer is unknown.
 * [2025-11-25 basic/utilities/cancellation#behavior-requirements]
 */
import { UsageError } from "../errors.js";
import type { RequestId } from "../message.js";
import type { Slot } from "./slot.js";

/** Whom an answer belongs to: an open request's entry, or nobody (`late`: to a request that we had abandoned). */
export type Claim<T> = { readonly type: "entry"; readonly entry: T } | { readonly type: "late" | "unknown" };

export interface RequestLedgerOptions {
  /** Requests open at once. */
  readonly maxInFlight: number;
  /** Abandoned ids kept to recognize late answers; the oldest go first. Default 1 024, as many as may be in flight by default. */
  readonly maxAbandoned?: number;
}

const late = { type: "late" } as const;
const unknown = { type: "unknown" } as const;

export class RequestLedger<T> {
  readonly #open = new Map<RequestId, Slot<T>>();
  /** Made with the first of them: most links never have one. */
  #abandoned: Set<RequestId> | undefined = undefined;
  readonly #maxInFlight: number;
  readonly #maxAbandoned: number;
  #closed = false;

  constructor(options: RequestLedgerOptions) {
    this.#maxInFlight = options.maxInFlight;
    this.#maxAbandoned = options.maxAbandoned ?? 1024;
  }

  get size(): number {
    return this.#open.size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Registers a request before it is sent. Throws a `UsageError` (`id-in-use`) when its id is open. */
  open(id: RequestId, entry: T): "opened" | "busy" | "closed" {
    if (this.#closed) return "closed";
    if (this.#open.has(id)) throw new UsageError("id-in-use", `request id ${JSON.stringify(id)} is in flight already`);
    if (this.#open.size >= this.#maxInFlight) return "busy";
    this.#abandoned?.delete(id);
    this.#open.set(id, { entry });
    return "opened";
  }

  get(id: RequestId): T | undefined {
    return this.#open.get(id)?.entry;
  }

  /** An answer arrived, or what should have been one: its request is open no more. */
  claim(id: RequestId): Claim<T> {
    const slot = this.#open.get(id);
    if (slot?.entry !== undefined) {
      const { entry } = slot;
      this.#free(id, slot);
      return { type: "entry", entry };
    }
    return this.#abandoned?.delete(id) === true ? late : unknown;
  }

  /** The entry of the only request in flight, which stays open; undefined when there are none or several. */
  only(): { readonly id: RequestId; readonly entry: T } | undefined {
    if (this.#open.size !== 1) return undefined;
    for (const [id, { entry }] of this.#open) return entry === undefined ? undefined : { id, entry };
    return undefined;
  }

  /** Stops waiting. False when the request was not open, or its id is another's by now. */
  abandon(id: RequestId, entry: T): boolean {
    const slot = this.#open.get(id);
    if (slot === undefined || slot.entry !== entry) return false;
    this.#free(id, slot);
    const abandoned = (this.#abandoned ??= new Set());
    abandoned.add(id);
    if (abandoned.size > this.#maxAbandoned) {
      // A set iterates in the order of insertion: the first is the oldest.
      for (const oldest of abandoned) {
        abandoned.delete(oldest);
        break;
      }
    }
    return true;
  }

  /** Ends the ledger; gives what was open, in the order of sending. */
  close(): readonly T[] {
    this.#closed = true;
    const entries: T[] = [];
    for (const { entry } of this.#open.values()) if (entry !== undefined) entries.push(entry);
    this.#open.clear();
    this.#abandoned = undefined;
    return entries;
  }

  #free(id: RequestId, slot: Slot<T>): void {
    slot.entry = undefined;
    this.#open.delete(id);
  }
}
