/**
 * How many ms of a call's total are left, for each exchange that it takes: the total is the whole call's, however often it is sent. A spent one leaves a millisecond, so that the exchange ends by its own timeout; one that is no duration stays as it is, for
 * whoever refuses it. [2025-11-25 basic/lifecycle#timeouts]
 */
export function timeLeft(maxTotalMs: number, startedAt: number, now: number): number {
  return Math.max(Math.min(1, maxTotalMs), maxTotalMs - (now - startedAt));
}
