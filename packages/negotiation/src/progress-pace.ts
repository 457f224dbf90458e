/**
 * Progress of one request that cannot go out at once: its reader is slow, or the server keeps an interval. Of what comes meanwhile
 * the newest is kept, so that a handler that does not wait costs one message and no queue. Made only where there is a reason to.
 */
import { longestTimerMs } from "@mcpwire/jsonrpc";
import type { JSONObject, Sent } from "@mcpwire/jsonrpc";

export class ProgressPace {
  readonly #send: (params: JSONObject) => Sent;
  readonly #intervalMs: number;
  #held: JSONObject | undefined;
  #stall: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (params: JSONObject) => Sent, intervalMs: number) {
    this.#send = send;
    this.#intervalMs = Math.min(intervalMs, longestTimerMs);
  }

  /** Sends, or keeps in place of what was kept. Where the reader is slow, the promise is there to be waited for. */
  take(params: JSONObject): Sent {
    if (this.#stall === undefined && this.#timer === undefined) return this.#put(params);
    this.#held = params;
    return this.#stall;
  }

  /** Progress has just gone out, with this outcome. */
  sent(outcome: Sent): void {
    if (this.#intervalMs > 0) this.#timer = setTimeout(this.#intervalOver, this.#intervalMs);
    if (outcome === undefined || outcome === this.#stall) return;
    this.#stall = outcome;
    void outcome.then(() => {
      if (this.#stall !== outcome) return;
      this.#stall = undefined;
      this.#release();
    });
  }

  /** Something else of this request goes out: what waits for the reader alone was said before it, so it goes first. */
  giveWay(): void {
    if (this.#timer === undefined) this.#putHeld();
  }

  /** The request ends: sends what is kept, whatever it waits for, so that the last value is not lost. */
  flush(): void {
    const held = this.#held;
    this.stop();
    if (held !== undefined) void this.#send(held);
  }

  /** Nobody listens any more. */
  stop(): void {
    this.#held = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #intervalOver = (): void => {
    this.#timer = undefined;
    this.#release();
  };

  #release(): void {
    if (this.#stall === undefined && this.#timer === undefined) this.#putHeld();
  }

  #putHeld(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) void this.#put(held);
  }

  #put(params: JSONObject): Sent {
    const outcome = this.#send(params);
    this.sent(outcome);
    return outcome;
  }
}
