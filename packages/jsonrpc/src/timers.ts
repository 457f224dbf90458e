/** Time as a port, so that tests need no clock and hosts may bring their own. */
export interface TimerPort {
  /** Milliseconds by a clock that nobody sets; only differences count. */
  now(): number;
  /** Calls `fired` once, in `ms` milliseconds; never for a wait that is longer than a timer can hold (24.8 days). */
  set(ms: number, fired: () => void): unknown;
  /** Takes what `set` gave, or undefined. */
  clear(timer: unknown): void;
  /**
   * Lets the program end although this timer is armed, or no more, as Node's `unref` and `ref` do. Absent, and anything but true,
   * where the host knows no such thing.
   */
  background?(timer: unknown, isInBackground: boolean): boolean;
  /** A timer ends with the request in which it was set, so that none may stand for what others wait for. Default false. */
  readonly endWithRequest?: boolean;
}

/** The longest wait of a timer, in ms (24.8 days): hosts read a longer one as none at all, and fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The host's `setTimeout`. */
export const systemTimers: TimerPort = {
  now: () => performance.now(),
  set: (ms, fired) => (ms > longestTimerMs ? undefined : setTimeout(fired, ms)),
  clear: (timer) => {
    // Sound: what is cleared was made by `set`. Each host has its own type for it, and `never` fits them all.
    if (timer !== undefined) clearTimeout(timer as never);
  },
};
