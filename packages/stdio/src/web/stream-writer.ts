/**
 * Lines into a Web byte stream: one write at a time, everything that comes meanwhile in the next one, backpressure as `Sent` has it.
 */
import type { Sent } from "@mcpwire/jsonrpc";

/** Senders wait from here on, in UTF-16 units; the size at which streams of the hosts push back as well. */
const STALL_AT = 16 * 1024;

export class StreamWriter {
  /** Resolves, with the reason, when the stream broke before `end` or `abort`. Stays open otherwise. */
  readonly failed: Promise<unknown>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #utf8 = new TextEncoder();
  #waiting = "";
  /** What the stream has been given and not yet taken. */
  #underWay = 0;
  #isRunning = false;
  #isGone = false;
  #ended: Promise<void> | undefined;
  #stall: { readonly promise: Promise<void>; readonly settle: () => void } | undefined;
  #fail: (reason: unknown) => void = () => {};

  constructor(writable: WritableStream<Uint8Array>) {
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    this.#writer = writable.getWriter();
    // Errors between writes show up here.
    this.#writer.closed.catch((error: unknown) => this.#break(error));
  }

  /** Text that waits and bytes that were not yet taken. */
  get queued(): number {
    return this.#waiting.length + this.#underWay;
  }

  write(line: string): Sent {
    if (this.#isGone || this.#ended !== undefined) return undefined;
    this.#waiting += line;
    if (!this.#isRunning) {
      this.#isRunning = true;
      // A microtask later, so that the lines of one turn share a write.
      queueMicrotask(() => void this.#run());
    }
    return this.queued > STALL_AT ? this.drained() : undefined;
  }

  /** Resolves when all that waits has been taken, or never will be. */
  drained(): Promise<void> {
    if (!this.#isRunning || this.#isGone) return Promise.resolve();
    if (this.#stall === undefined) {
      let settle = (): void => {};
      const promise = new Promise<void>((resolve) => (settle = resolve));
      this.#stall = { promise, settle };
    }
    return this.#stall.promise;
  }

  /** Writes what waits, then closes the stream. */
  end(): Promise<void> {
    this.#ended ??= this.drained().then(() => this.#writer.close().catch(() => {}));
    return this.#ended;
  }

  /** Gives the stream up; after `end` it changes nothing. */
  async abort(): Promise<void> {
    this.#isGone = true;
    this.#settle();
    await this.#writer.abort().catch(() => {});
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting !== "" && !this.#isGone) {
        const bytes = this.#utf8.encode(this.#waiting);
        this.#waiting = "";
        this.#underWay = bytes.length;
        await this.#writer.write(bytes);
        this.#underWay = 0;
      }
    } catch (error) {
      this.#break(error);
    }
    this.#isRunning = false;
    this.#settle();
  }

  #break(error: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#waiting = "";
    this.#underWay = 0;
    this.#settle();
    if (this.#ended === undefined) this.#fail(error);
  }

  #settle(): void {
    const stall = this.#stall;
    this.#stall = undefined;
    stall?.settle();
  }
}
