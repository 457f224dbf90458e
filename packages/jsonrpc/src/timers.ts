/** Time as a port, so that tests need no clock and hosts may bring their own. */
export interface TimerPort {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Calls `fired` once, in `ms` milliseconds; never for a wait that is longer than a timer can hold (24.8 days). */
  set(ms: number, fired: () => void): unknown;
  /** Takes what `set` gave, or undefined. */
  clear(timer: unknown): void;
}

/** The longest wait of a timer, in ms (24.8 days): hosts read a longer one as none at all, and fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The host's `setTimeout`. */
export const systemTimers: TimerPort = {
  now: () => Date.now(),
  set: (ms, fired) => (ms > longestTimerMs ? undefined : setTimeout(fired, ms)),
  clear: (timer) => {
    // Sound: what is cleared was made by `set`. Each host has its own type for it, and `never` fits them all.
    if (timer !== undefined) clearTimeout(timer as never);
  },
};
