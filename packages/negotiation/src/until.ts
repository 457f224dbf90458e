/** Waiting for what goes on without the one who waits: it ends with the wait's signal, the work does not. */
import { TransportError, longestTimerMs } from "@mcpwire/jsonrpc";

/** Resolves with the work or, after `waitMs`, without it; rejects with the signal's reason when that aborts first. */
export function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T>;
export function until(work: Promise<unknown>, signal: AbortSignal, waitMs: number): Promise<unknown>;
export function until(work: Promise<unknown>, signal: AbortSignal, waitMs?: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer =
      waitMs === undefined ? undefined : setTimeout(() => end(resolve, undefined), Math.min(waitMs, longestTimerMs));
    const onAbort = (): void => end(reject, signal.reason);
    const end = <V>(how: (value: V) => void, value: V): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      how(value);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => end(resolve, value),
      (error: unknown) => end(reject, error),
    );
  });
}

/** Waits for what a call needs before it can be sent, as a new link; rejects with `aborted` when the call's signal aborts first. */
export async function whileWanted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  try {
    return await until(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new TransportError("aborted", "the call was aborted", { cause: signal.reason });
  }
}
