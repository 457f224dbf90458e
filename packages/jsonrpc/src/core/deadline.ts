/**
 * How long one call may wait: an idle time that every sign of life extends, and a total that nothing extends. Pure: the time comes
 * in, and what comes out is how long to wait next. One timer per call serves both, and a sign of life costs an assignment.
 * [2025-11-25 basic/lifecycle#timeouts]
 */
export interface DeadlineLimits {
  /** Milliseconds without an answer or a sign of life. */
  readonly timeoutMs: number;
  /** Milliseconds in all. */
  readonly maxTotalMs: number;
}

export type TimeoutCause = "timeoutMs" | "maxTotalMs";

export class Deadline {
  readonly #limits: DeadlineLimits;
  #startedAt: number;
  #lastSignAt: number | undefined;

  constructor(limits: DeadlineLimits, startedAt: number) {
    this.#limits = limits;
    this.#startedAt = startedAt;
  }

  /** How long the first timer runs. */
  get firstWaitMs(): number {
    return Math.min(this.#limits.timeoutMs, this.#limits.maxTotalMs);
  }

  /** The peer gave a sign of life. */
  extend(now: number): void {
    this.#lastSignAt = now;
  }

  /** Time that counts for neither limit is over; from now on it runs again. */
  exclude(sinceMs: number, now: number): void {
    this.#startedAt += Math.max(now - sinceMs, 0);
    this.#lastSignAt = now;
  }

  /** The timer fired: which limit is used up, or how long to wait on. */
  timer(now: number): { readonly expired: TimeoutCause } | { readonly waitMs: number } {
    const { timeoutMs, maxTotalMs } = this.#limits;
    // Without a sign of life the timer itself is the proof; a clock that was set meanwhile must not overrule it.
    if (this.#lastSignAt === undefined) return { expired: timeoutMs <= maxTotalMs ? "timeoutMs" : "maxTotalMs" };
    const totalLeft = this.#startedAt + maxTotalMs - now;
    if (totalLeft <= 0) return { expired: "maxTotalMs" };
    const idleLeft = this.#lastSignAt + timeoutMs - now;
    if (idleLeft <= 0) return { expired: "timeoutMs" };
    // Bounded by the limits, so that a clock set back cannot stretch them without end.
    return { waitMs: Math.min(totalLeft, idleLeft, timeoutMs, maxTotalMs) };
  }
}
