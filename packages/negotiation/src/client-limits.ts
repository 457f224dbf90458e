/** The options of a connection with their defaults filled in. */
import { UsageError, type LinkBudget } from "@mcpwire/jsonrpc";
import type { ConnectOptions } from "./era.js";

export interface ClientLimits {
  readonly probeTimeoutMs: number;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly maxRounds: number;
  readonly elicitationWaitMs: number;
  readonly keepAliveMs: number | undefined;
  readonly resultTypes: readonly string[];
  readonly link: LinkBudget | undefined;
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
    link: checked(options.linkLimits),
  };
}

/** Here and not in the transport, where a limit that is no number would be none. */
function checked(budget: LinkBudget | undefined): LinkBudget | undefined {
  for (const name of ["maxMessageBytes", "maxOpenStreams"] as const) {
    const value = budget?.[name];
    if (value !== undefined && !(value >= 0))
      throw new UsageError("invalid-option", `${name} must not be negative, but is ${value}`);
  }
  return budget;
}
