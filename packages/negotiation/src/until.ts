/** Waiting for what goes on without the one who waits: it ends with the wait's signal or its time, the work does not. */
import { TransportError, systemTimers, type Sent } from "@mcpwire/jsonrpc";

/**
 * Resolves with the work. Rejects with the signal's reason when that aborts first, and with what `late` makes when `waitMs` are over
 * first; where `late` makes nothing, it resolves.
 */
export function until<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T>;
export function until(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  waitMs: number,
  late: () => Error | undefined,
): Promise<unknown>;
export function until(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  waitMs = Infinity,
  late?: () => Error | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onTime = (): void => {
      const error = late?.();
      if (error === undefined) end(resolve, undefined);
      else end(reject, error);
    };
    const timer = systemTimers.set(waitMs, onTime);
    const onAbort = (): void => end(reject, signal?.reason);
    const end = <V>(how: (value: V) => void, value: V): void => {
      systemTimers.clear(timer);
      signal?.removeEventListener("abort", onAbort);
      how(value);
    };
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => end(resolve, value),
      (error: unknown) => end(reject, error),
    );
  });
}

/**
 * Waits for what a call needs before it can be sent, as a new link, no longer than the call itself may wait. Rejects with `aborted`
 * when its signal aborts first, and with `timeout` when its time is over. A wait that is no duration is none: the call will be refused.
 */
export async function whileWanted(work: Promise<void>, signal: AbortSignal | undefined, waitMs: number): Promise<void> {
  const late = (): TransportError =>
    new TransportError("timeout", `no link to the server within ${waitMs} ms`, {
      data: { limit: "timeoutMs", ms: waitMs },
    });
  try {
    await until(work, signal, waitMs > 0 ? waitMs : Infinity, late);
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) throw error;
    throw new TransportError("aborted", "the call was aborted", { cause: signal.reason });
  }
}

/** Waits until a message that has no answer was taken, no longer than a request may wait. Rejects with `timeout`. */
export async function untilTaken(sent: Sent, method: string, waitMs: number): Promise<void> {
  if (sent === undefined) return;
  const late = (): TransportError =>
    new TransportError("timeout", `the server did not take ${method} within ${waitMs} ms`, {
      data: { limit: "timeoutMs", ms: waitMs },
    });
  await until(sent, undefined, waitMs, late);
}
