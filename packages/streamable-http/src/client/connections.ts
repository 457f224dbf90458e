/**
 * The connections of requests that are given up together. Each has a signal of its own: one for all would gather a listener of every
 * request, since `fetch` takes none back before it is collected.
 */
export class Connections {
  readonly #open = new Set<AbortController>();
  #isOver = false;

  /** For one request; aborted already where all were given up. */
  open(): AbortController {
    const connection = new AbortController();
    if (this.#isOver) connection.abort();
    else this.#open.add(connection);
    return connection;
  }

  /** It has come to its end by itself. */
  ended(connection: AbortController): void {
    this.#open.delete(connection);
  }

  abort(): void {
    this.#isOver = true;
    for (const connection of this.#open) connection.abort();
    this.#open.clear();
  }
}
