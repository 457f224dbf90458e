/**
 * How long one call may wait: an idle time that every sign of life extends, and a total that nothing extends. Pure: the time comes
 * in. A sign of life costs an assignment. [2025-11-25 basic/lifecycle#timeouts]
 */
export type TimeoutCause = "timeoutMs" | "maxTotalMs";

export class Deadline {
  /** Milliseconds without an answer or a sign of life. */
  readonly timeoutMs: number;
  /** Milliseconds in all. */
  readonly maxTotalMs: number;
  #startedAt: number;
  #lastSignAt: number;

  constructor(timeoutMs: number, maxTotalMs: number, startedAt: number) {
    this.timeoutMs = timeoutMs;
    this.maxTotalMs = maxTotalMs;
    this.#startedAt = startedAt;
    this.#lastSignAt = startedAt;
  }

  /** When the time is up, if nothing more is heard. */
  get dueAt(): number {
    return Math.min(this.#lastSignAt + this.timeoutMs, this.#startedAt + this.maxTotalMs);
  }

  /** The limit that is used up first. */
  get cause(): TimeoutCause {
    return this.#lastSignAt + this.timeoutMs <= this.#startedAt + this.maxTotalMs ? "timeoutMs" : "maxTotalMs";
  }

  /** The peer gave a sign of life. */
  extend(now: number): void {
    this.#lastSignAt = now;
  }

  /** Time that counts for neither limit is over; from now on it runs again. */
  exclude(sinceMs: number, now: number): void {
    this.#startedAt += now - sinceMs;
    this.#lastSignAt = now;
  }
}
