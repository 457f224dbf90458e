/** The options of a connection with their defaults filled in. */
import type { ConnectOptions } from "./era.js";

export interface ClientLimits {
  readonly probeTimeoutMs: number;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly maxRounds: number;
  readonly elicitationWaitMs: number;
  readonly keepAliveMs: number | undefined;
  readonly resultTypes: readonly string[];
}

export function clientLimits(options: ConnectOptions): ClientLimits {
  return {
    // A server that was just started needs a moment to come up; a person notices anything longer.
    probeTimeoutMs: options.probeTimeoutMs ?? 5_000,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxTotalMs: options.maxTotalMs ?? 1_800_000,
    // A wizard of ten pages; what asks more often than that goes round in circles.
    maxRounds: options.maxRounds ?? 10,
    // Long enough to log in somewhere; a server that never says so delays the call no longer than that.
    elicitationWaitMs: options.elicitationWaitMs ?? 300_000,
    keepAliveMs: options.keepAliveMs,
    resultTypes: options.resultTypes ?? [],
  };
}
