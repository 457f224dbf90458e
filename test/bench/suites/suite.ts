/** What a suite of the benchmark gets. */
import type { Plan } from "../plan.js";
import type { Measurement } from "../measure/windows.js";

export interface Suite {
  /** As `--only` names it. */
  readonly name: string;
  /** Seconds that a whole run needs for it; shares of the time that there is. */
  readonly share: number;
  readonly run: (measurement: Measurement, plan: Plan, choice: Choice) => Promise<void>;
}

/** What the command line leaves of contestants and modes. */
export interface Choice {
  readonly takes: (contestant: string) => boolean;
  readonly hasMode: (mode: string) => boolean;
}
