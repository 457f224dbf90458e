import type { LinkBudget } from "./transport.js";

/**
 * The limits that every link shares, with their defaults. Each is an option of the transport that enforces it, and each overrun
 * fails one message or one exchange; the link lives on.
 */
export interface LinkLimits {
  /** Bytes of one message: a stdio line, an HTTP body, an SSE event. */
  readonly maxMessageBytes: number;
  /** Nesting of one message. */
  readonly maxDepth: number;
  /** Exchanges in flight, per direction, on one process link or session. */
  readonly maxInFlight: number;
  /** Messages in one batch, on links whose revision has batches. */
  readonly maxBatch: number;
}

export const defaultLimits: LinkLimits = {
  // Room for a 16 MB file in base64 and its neighbours; a peer that needs more says so in its options.
  maxMessageBytes: 32 * 1024 * 1024,
  // Far beyond any schema or document seen, far below what overflows a recursive walk.
  maxDepth: 512,
  // A busy host with one server stays under it; a runaway loop does not.
  maxInFlight: 1024,
  // [2025-03-26 basic/index#batching] names no bound; the largest list of parallel calls seen in practice is a tenth of this.
  maxBatch: 100,
};

/** A transport's own limits with the defaults filled in, and no more of them than the link's owner allows. */
export function linkLimits(own: Partial<LinkLimits> | undefined, budget: LinkBudget | undefined): LinkLimits {
  const limits = { ...defaultLimits, ...own };
  return { ...limits, maxMessageBytes: Math.min(limits.maxMessageBytes, budget?.maxMessageBytes ?? Infinity) };
}
