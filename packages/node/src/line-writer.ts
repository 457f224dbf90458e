/**
 * Lines into a Node stream: one write for the lines of one turn, backpressure as `Sent` has it, and every failure of the stream
 * turned into one call. What the lines say is not known here.
 */
import type { Writable } from "node:stream";
import type { Sent } from "@mcpwire/jsonrpc";

/**
 * Text that waits for the end of the turn is written at once from here on, in UTF-16 units. It is what a pipe of the kernel and
 * Node's own streams take before they push back.
 */
const WRITE_AT = 16 * 1024;

export interface LineWriterEvents {
  /** The stream is gone: an error (EPIPE and its like), or closed without one. Called at most once, never inside `write`. */
  failed(error: Error | undefined): void;
}

/** The one writer of one stream. Nothing rejects and nothing throws: a stream that is gone swallows what it is given. */
export class LineWriter {
  readonly #stream: Writable;
  #waiting = "";
  #isScheduled = false;
  #isGone = false;
  #stall: { readonly promise: Promise<void>; readonly settle: () => void } | undefined;
  readonly #flush = (): void => {
    this.#isScheduled = false;
    this.#writeWaiting();
  };

  constructor(stream: Writable, events: LineWriterEvents) {
    this.#stream = stream;
    const gone = (error?: Error): void => {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#waiting = "";
      this.#settle();
      events.failed(error);
    };
    // The listener stays for good: a stream may fail more than once, and an error that nobody hears ends the process.
    stream.on("error", gone);
    stream.on("close", () => gone());
    stream.on("drain", () => this.#settle());
  }

  /** Bytes and characters that the other side has not taken yet. */
  get queued(): number {
    return this.#waiting.length + this.#stream.writableLength;
  }

  /** True once nothing will be written any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Takes one line, ending included. The promise, where there is one, is the same for every line of one stall. */
  write(line: string): Sent {
    if (this.#isGone) return;
    this.#waiting += line;
    if (this.#waiting.length >= WRITE_AT) this.#writeWaiting();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(this.#flush);
    }
    return this.drained();
  }

  /** The end of the present stall, if there is one. */
  drained(): Sent {
    if (this.#isGone || !this.#stream.writableNeedDrain) return;
    if (this.#stall === undefined) {
      let settle = (): void => {};
      const promise = new Promise<void>((resolve) => (settle = resolve));
      this.#stall = { promise, settle };
    }
    return this.#stall.promise;
  }

  /** Resolves when everything written so far was taken by the system, or never will be. */
  flushed(): Promise<void> {
    this.#writeWaiting();
    return this.#onceTaken((taken) => this.#stream.write("", taken));
  }

  /** Writes what waits and ends the stream. Resolves as `flushed` does. */
  end(): Promise<void> {
    this.#writeWaiting();
    return this.#onceTaken((taken) => this.#stream.end(taken));
  }

  #onceTaken(start: (taken: () => void) => void): Promise<void> {
    if (this.#isGone || !this.#stream.writable) return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.once("close", resolve);
      start(() => {
        this.#stream.off("close", resolve);
        resolve();
      });
    });
  }

  #writeWaiting(): void {
    const text = this.#waiting;
    if (text === "" || this.#isGone) return;
    this.#waiting = "";
    // A stream that was ended or destroyed a moment ago reports its end by an event of its own.
    if (this.#stream.writable) this.#stream.write(text);
  }

  #settle(): void {
    const stall = this.#stall;
    this.#stall = undefined;
    stall?.settle();
  }
}
