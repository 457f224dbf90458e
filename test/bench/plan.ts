/** How much of everything is measured: in a whole run, and in a quick one that shows where one is. */
export interface Plan {
  readonly reps: number;
  /** What is measured by starting processes, or by opening thousands of sessions. */
  readonly slowReps: number;
  /** One window of HTTP calls. */
  readonly windowMs: number;
  readonly concurrencies: readonly number[];
  /** Calls before the first window of a server: what is measured is compiled code. */
  readonly warmCalls: number;
  /** Calls of one window of stdio. */
  readonly stdioCalls: number;
  /** Progress events of one POST; replays of one window. */
  readonly events: number;
  readonly replays: number;
  readonly sessions: number;
  readonly streams: number;
  /** Calls of one window of a client over HTTP, and in memory. */
  readonly clientCalls: number;
  readonly memoryCalls: number;
  readonly growth: {
    readonly reps: number;
    readonly windowMs: number;
    /** No point beyond this many tools, bytes, sessions, streams or events, as a part of the whole curve. */
    readonly reach: number;
  };
}

export const wholePlan: Plan = {
  reps: 5,
  slowReps: 5,
  windowMs: 400,
  concurrencies: [1, 16, 64],
  warmCalls: 4000,
  stdioCalls: 4000,
  events: 10_000,
  replays: 20,
  sessions: 2000,
  streams: 500,
  clientCalls: 2000,
  memoryCalls: 20_000,
  growth: { reps: 3, windowMs: 250, reach: 1 },
};

export const quickPlan: Plan = {
  reps: 3,
  slowReps: 2,
  windowMs: 150,
  concurrencies: [1, 16, 64],
  warmCalls: 2500,
  stdioCalls: 1500,
  events: 10_000,
  replays: 5,
  sessions: 500,
  streams: 200,
  clientCalls: 500,
  memoryCalls: 5000,
  growth: { reps: 2, windowMs: 100, reach: 0.1 },
};
