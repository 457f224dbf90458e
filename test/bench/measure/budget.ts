/** How long the whole run may take. A suite that has used its share stops repeating, once it has as many repetitions as it needs. */
export class Budget {
  readonly #began = performance.now();
  readonly #wholeMs: number;
  readonly #wholeShare: number;
  #suiteEnds = Infinity;
  #sharesSoFar = 0;

  constructor(minutes: number, shares: readonly number[]) {
    this.#wholeMs = minutes * 60_000;
    this.#wholeShare = shares.reduce((sum, share) => sum + share, 0);
  }

  beginSuite(share: number): void {
    this.#sharesSoFar += share;
    this.#suiteEnds = (this.#sharesSoFar / this.#wholeShare) * this.#wholeMs;
  }

  get elapsedMs(): number {
    return performance.now() - this.#began;
  }

  get isSpent(): boolean {
    return this.elapsedMs > this.#suiteEnds;
  }
}
