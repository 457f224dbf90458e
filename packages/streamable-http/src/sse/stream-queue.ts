/**
 * What waits for one reader of a stream, for any driver. What is written in one turn goes out in one piece; a producer is made to
 * wait at its first write and then every 16 KiB, so that it yields to I/O; a reader that takes nothing is cut off at a limit.
 */
import type { Sent } from "@mcpwire/jsonrpc";

export interface StreamSink {
  /** Takes text. False: the reader is slow, and nothing more comes before `drained`. */
  emit(text: string, isLast: boolean): boolean;
  /** Too much waits for a slow reader: its connection is to be dropped. */
  overflowed(): void;
}

/** Characters between two waits of a producer; a socket's usual high-water mark. */
const yieldEvery = 16 * 1024;

export class StreamQueue {
  readonly #sink: StreamSink;
  readonly #nextTurn: (task: () => void) => void;
  readonly #maxQueued: number;
  #text = "";
  /** What producers have written since one of them was last made to wait. */
  #sinceYield = yieldEvery;
  #isScheduled = false;
  #isBlocked = false;
  #phase: "open" | "ending" | "closed" = "open";
  #waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined = undefined;

  /** `maxQueued`: characters that may wait while the reader is slow. */
  constructor(sink: StreamSink, nextTurn: (task: () => void) => void, maxQueued: number) {
    this.#sink = sink;
    this.#nextTurn = nextTurn;
    this.#maxQueued = maxQueued;
  }

  write(text: string): Sent {
    if (this.#phase !== "open") return undefined;
    this.#text += text;
    this.#sinceYield += text.length;
    if (this.#isBlocked) {
      if (this.#text.length > this.#maxQueued) {
        this.close();
        this.#sink.overflowed();
        return undefined;
      }
      return this.#wait();
    }
    this.#schedule();
    if (this.#sinceYield < yieldEvery) return undefined;
    this.#sinceYield = 0;
    return this.#wait();
  }

  /** Nothing more will be written. */
  end(): void {
    if (this.#phase !== "open") return;
    this.#phase = "ending";
    if (!this.#isBlocked) this.#schedule();
  }

  /** The reader has caught up. */
  drained(): void {
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    if (this.#text !== "" || this.#phase === "ending") this.flush();
    else this.#release();
  }

  /** The reader is gone: what waits is forgotten, and nobody is kept waiting. */
  close(): void {
    this.#phase = "closed";
    this.#text = "";
    this.#release();
  }

  flush(): void {
    this.#isScheduled = false;
    if (this.#phase === "closed" || this.#isBlocked) return;
    const text = this.#text;
    this.#text = "";
    if (this.#phase === "ending") {
      this.#phase = "closed";
      this.#sink.emit(text, true);
      this.#release();
      return;
    }
    if (this.#sink.emit(text, false)) this.#release();
    else this.#isBlocked = true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextTurn(() => this.flush());
  }

  #wait(): Promise<void> {
    if (this.#waiting === undefined) {
      let resolve = (): void => {};
      const promise = new Promise<void>((r) => (resolve = r));
      this.#waiting = { promise, resolve };
    }
    return this.#waiting.promise;
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
  }
}
