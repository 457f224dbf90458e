/**
 * Liveness of a link that is idle: a ping now and then, and a verdict when several in a row fail. What a ping is comes from
 * outside; an error from the peer is a sign of life as good as any.
 * [2025-11-25 basic/utilities/ping#implementation-considerations]
 */
import { UsageError } from "./errors.js";
import { systemTimers } from "./timers.js";
import type { TimerPort } from "./timers.js";
import type { ReportSink } from "./transport.js";

export interface KeepAliveOptions {
  /** Milliseconds between the answer to one ping and the next ping. */
  readonly keepAliveMs: number;
  /** Sends one ping; rejects when no answer came. */
  readonly ping: () => Promise<unknown>;
  /** Several pings in a row failed: the link is dead. Called once, and pings end; closing the link is the owner's decision. */
  readonly dead: (error: unknown) => void;
  /** Pings that must fail in a row. Default 2: one may be lost in a busy moment. [2025-11-25 basic/utilities/ping#error-handling] */
  readonly failures?: number;
  /** Told of each ping that failed (`ping-failed`). */
  readonly report?: ReportSink;
  readonly timers?: TimerPort;
}

export interface KeepAlive {
  /** Ends it: no ping and no verdict any more. Idempotent. */
  stop(): void;
}

/** Starts pinging; the first ping goes out after `keepAliveMs`. */
export function startKeepAlive(options: KeepAliveOptions): KeepAlive {
  const { keepAliveMs, ping, dead, failures = 2, report, timers = systemTimers } = options;
  if (!(keepAliveMs > 0)) throw new UsageError("invalid-duration", `keepAliveMs must be positive, not ${keepAliveMs}`);
  let stopped = false;
  let failed = 0;
  let timer: unknown = undefined;
  const wait = () => {
    timer = timers.set(keepAliveMs, () => {
      ping().then(
        () => settled(),
        (error: unknown) => settled({ error }),
      );
    });
  };
  const settled = (failure?: { readonly error: unknown }) => {
    if (stopped) return;
    failed = failure === undefined ? 0 : failed + 1;
    if (failure !== undefined) report?.({ code: "ping-failed", message: "a ping had no answer", data: failure.error });
    if (failure !== undefined && failed >= failures) {
      stopped = true;
      dead(failure.error);
    } else {
      wait();
    }
  };
  wait();
  return {
    stop() {
      stopped = true;
      timers.clear(timer);
    },
  };
}
