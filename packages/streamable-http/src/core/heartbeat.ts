/**
 * Keeps quiet responses from looking dead: one timer for all of them, and none where there are none. A stream that is quiet gets a
 * comment; a response that has not begun becomes a stream. [2026-07-28 basic/transports/streamable-http#receiving-messages]
 */
import type { TimerPort } from "@mcpwire/jsonrpc";
import { KEEP_ALIVE } from "../sse/encoder.js";
import type { Channel } from "./channel.js";

/** Beats within the shorter interval: silence lasts between three quarters of it and all of it. */
const beatsPerInterval = 4;

export class Heartbeat {
  readonly #channels = new Set<Channel>();
  readonly #timers: TimerPort;
  readonly #beatMs: number;
  readonly #keepAliveBeats: number;
  readonly #streamBeats: number;
  #timer: unknown = undefined;
  readonly #beat = (): void => this.beat();

  constructor(timers: TimerPort, keepAliveMs: number, streamAfterMs: number) {
    this.#timers = timers;
    this.#beatMs = Math.max(1, Math.min(keepAliveMs, streamAfterMs) / beatsPerInterval);
    this.#keepAliveBeats = Math.max(1, Math.floor(keepAliveMs / this.#beatMs) - 1);
    this.#streamBeats = Math.max(1, Math.floor(streamAfterMs / this.#beatMs) - 1);
  }

  get size(): number {
    return this.#channels.size;
  }

  add(channel: Channel): void {
    this.#channels.add(channel);
    if (this.#timer === undefined) this.#timer = this.#timers.set(this.#beatMs, this.#beat);
  }

  delete(channel: Channel): void {
    // The timer is left to run out: the next exchange will most likely want it.
    this.#channels.delete(channel);
  }

  /** Lets go of the timer. */
  stop(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }

  beat(): void {
    // First, so that a channel that opens in this very beat does not start a second timer.
    this.#timer = this.#channels.size > 0 ? this.#timers.set(this.#beatMs, this.#beat) : undefined;
    for (const channel of this.#channels) {
      channel.quietBeats += 1;
      const most = channel.phase === "waiting" ? this.#streamBeats : this.#keepAliveBeats;
      if (channel.quietBeats >= most) void channel.event(KEEP_ALIVE);
    }
  }
}
