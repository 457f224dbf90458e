/** What a server said and nobody has heard yet. */

/** Silence that counts as an answer that does not come, in ms. */
const patienceMs = 5000;

export class MessageQueue {
  readonly unheard: unknown[] = [];
  #wake: () => void = () => undefined;

  push(message: unknown): void {
    this.unheard.push(message);
    this.#wake();
  }

  /** The next message. Rejects where none comes. */
  async next(): Promise<unknown> {
    if (this.unheard.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("the server is silent")), patienceMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.unheard.shift();
  }
}
