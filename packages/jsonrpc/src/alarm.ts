/**
 * One timer of the host for all that waits on one link. A host's timer costs as much as a call in memory does, so this one stays
 * armed while calls come and go: it looks around when it fires, and not when a call ends.
 */
import { longestTimerMs, systemTimers } from "./timers.js";
import type { TimerPort } from "./timers.js";

/** What waits. A list through the waiting themselves needs no table. */
export abstract class Waiter {
  isWaiting = false;
  before: Waiter | undefined = undefined;
  after: Waiter | undefined = undefined;

  /** When its time is up, by the clock of the timers; `Infinity` for never. May move while it waits, but only away. */
  abstract get dueAt(): number;

  /** Its time is up, and it waits no more. */
  abstract expired(): void;
}

export class Alarm {
  readonly #timers: TimerPort;
  #first: Waiter | undefined = undefined;
  #size = 0;
  #timer: unknown = undefined;
  #firesAt = Infinity;
  /** Nothing waits, and the program may end although the timer is armed. */
  #isIdle = false;

  constructor(timers: TimerPort) {
    this.#timers = timers;
  }

  add(waiter: Waiter, now: number): void {
    waiter.isWaiting = true;
    waiter.after = this.#first;
    if (this.#first !== undefined) this.#first.before = waiter;
    this.#first = waiter;
    this.#size++;
    if (waiter.dueAt < this.#firesAt) this.#arm(waiter.dueAt, now);
    else if (this.#isIdle) {
      this.#isIdle = false;
      this.#timers.background?.(this.#timer, false);
    }
  }

  /** Nothing happens where it does not wait. */
  remove(waiter: Waiter): void {
    if (!waiter.isWaiting) return;
    const { before, after } = waiter;
    waiter.isWaiting = false;
    waiter.before = waiter.after = undefined;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after !== undefined) after.before = before;
    if (--this.#size === 0) this.#rest();
  }

  /** A timer that may not stay, or would keep the program alive, goes. */
  #rest(): void {
    const mayStay = this.#timer !== undefined && this.#timers.endWithRequest !== true;
    this.#isIdle = mayStay && this.#timers.background?.(this.#timer, true) === true;
    if (!this.#isIdle) this.#disarm();
  }

  #arm(at: number, now: number): void {
    this.#disarm();
    if (at === Infinity) return;
    // Looking around among many takes its time, and must not be all that happens.
    const waitMs = Math.min(Math.max(at - now, this.#size / 1000), longestTimerMs);
    this.#firesAt = at;
    this.#timer = this.#timers.set(waitMs, this.#onTimer);
  }

  #disarm(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Infinity;
    this.#isIdle = false;
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    this.#firesAt = Infinity;
    this.#isIdle = false;
    const now = this.#timers.now();
    const due: Waiter[] = [];
    for (let waiter = this.#first; waiter !== undefined; waiter = waiter.after)
      if (waiter.dueAt <= now) due.push(waiter);
    try {
      for (const waiter of due) {
        // One that expires may end another.
        if (!waiter.isWaiting) continue;
        this.remove(waiter);
        waiter.expired();
      }
    } finally {
      let next = Infinity;
      for (let waiter = this.#first; waiter !== undefined; waiter = waiter.after) next = Math.min(next, waiter.dueAt);
      if (next < this.#firesAt) this.#arm(next, now);
    }
  };
}

/** The host's timers with all that an alarm asks of them: a function, which a bundle without an alarm drops. */
export function alarmTimers(): TimerPort {
  return {
    ...systemTimers,
    background(timer, isInBackground) {
      if (!isRefCounted(timer)) return false;
      if (isInBackground) timer.unref();
      else timer.ref();
      return true;
    },
    // As Cloudflare's Workers have it, whose timers may look like Node's.
    endWithRequest: typeof navigator === "object" && navigator.userAgent === "Cloudflare-Workers",
  };
}

function isRefCounted(timer: unknown): timer is { ref(): unknown; unref(): unknown } {
  return typeof timer === "object" && timer !== null && "ref" in timer && "unref" in timer;
}
