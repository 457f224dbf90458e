/**
 * Keeps quiet responses from looking dead: one timer for all of them, and none where there are none. A stream that is quiet gets a
 * comment; a response that has not begun becomes a stream. [2026-07-28 basic/transports/streamable-http#receiving-messages]
 *
 * Some hosts end a timer with the request in which it was set, and with it whatever it kept alive for others. There each response has
 * a timer of its own.
 */
import { KEEP_ALIVE } from "../sse/encoder.js";
import type { Channel } from "./channel.js";
import type { HostPorts } from "./http-port.js";

/** Beats within the shorter interval: silence lasts between three quarters of it and all of it. */
const beatsPerInterval = 4;

export class Heartbeat {
  readonly #channels = new Set<Channel>();
  /** The timer of each channel, where each has its own. */
  readonly #own: Map<Channel, unknown> | undefined;
  readonly #timers: HostPorts["timers"];
  readonly #beatMs: number;
  readonly #keepAliveBeats: number;
  readonly #streamBeats: number;
  #timer: unknown = undefined;
  readonly #beat = (): void => this.beat();

  constructor(host: Pick<HostPorts, "timers" | "timersEndWithRequest">, keepAliveMs: number, streamAfterMs: number) {
    this.#timers = host.timers;
    this.#own = host.timersEndWithRequest === true ? new Map() : undefined;
    this.#beatMs = Math.max(1, Math.min(keepAliveMs, streamAfterMs) / beatsPerInterval);
    this.#keepAliveBeats = Math.max(1, Math.floor(keepAliveMs / this.#beatMs) - 1);
    this.#streamBeats = Math.max(1, Math.floor(streamAfterMs / this.#beatMs) - 1);
  }

  get size(): number {
    return this.#channels.size;
  }

  add(channel: Channel): void {
    if (this.#channels.has(channel)) return;
    this.#channels.add(channel);
    if (this.#own !== undefined) this.#arm(channel, this.#own);
    else if (this.#timer === undefined) this.#timer = this.#timers.set(this.#beatMs, this.#beat);
  }

  delete(channel: Channel): void {
    // A timer for all is left to run out: the next exchange will most likely want it.
    this.#channels.delete(channel);
    if (this.#own === undefined) return;
    this.#timers.clear(this.#own.get(channel));
    this.#own.delete(channel);
  }

  /** Lets go of every timer. */
  stop(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    for (const timer of this.#own?.values() ?? []) this.#timers.clear(timer);
    this.#own?.clear();
  }

  beat(): void {
    // First, so that a channel that opens in this very beat does not start a second timer.
    this.#timer = this.#channels.size > 0 ? this.#timers.set(this.#beatMs, this.#beat) : undefined;
    for (const channel of this.#channels) this.#beatOf(channel);
  }

  #arm(channel: Channel, own: Map<Channel, unknown>): void {
    const fired = (): void => {
      this.#arm(channel, own);
      this.#beatOf(channel);
    };
    own.set(channel, this.#timers.set(this.#beatMs, fired));
  }

  #beatOf(channel: Channel): void {
    channel.quietBeats += 1;
    const most = channel.phase === "waiting" ? this.#streamBeats : this.#keepAliveBeats;
    if (channel.quietBeats >= most) void channel.event(KEEP_ALIVE);
  }
}
