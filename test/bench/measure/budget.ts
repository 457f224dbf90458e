/**
 * How long the whole run may take. A suite that has used its share stops repeating, once it has as many repetitions as it needs; when all
 * is over, no other suite begins.
 */
export class Budget {
  readonly #began = performance.now();
  readonly #wholeMs: number;
  readonly #wholeShare: number;
  #suiteEnds = Infinity;
  #sharesSoFar = 0;

  /** Shares are of this part of the time; the rest is for what takes longer than it should. */
  static readonly #shared = 0.8;

  constructor(minutes: number, shares: readonly number[]) {
    this.#wholeMs = minutes * 60_000;
    this.#wholeShare = shares.reduce((sum, share) => sum + share, 0);
  }

  beginSuite(share: number): void {
    this.#sharesSoFar += share;
    this.#suiteEnds = (this.#sharesSoFar / this.#wholeShare) * this.#wholeMs * Budget.#shared;
  }

  get elapsedMs(): number {
    return performance.now() - this.#began;
  }

  /** The suite's share is used up. */
  get isSpent(): boolean {
    return this.elapsedMs > this.#suiteEnds;
  }

  /** All time is used up. */
  get isOver(): boolean {
    return this.elapsedMs > this.#wholeMs;
  }
}
