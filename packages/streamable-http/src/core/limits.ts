/** The limits of one HTTP endpoint, and their defaults. */
import { defaultLimits, type LinkLimits } from "@mcpwire/jsonrpc";

export interface HttpLimits extends LinkLimits {
  /** Exchanges in flight on everything that has no session. Beyond it: 429. */
  readonly maxStatelessInFlight: number;
  /** Sessions at once. Beyond it: 503. */
  readonly maxSessions: number;
  /** Streams of one session that have ended and can still be resumed; the oldest go first. */
  readonly maxFinishedStreams: number;
  /** Events that the log in memory keeps of one stream; the oldest go first, and a cursor before them is expired. */
  readonly maxEventsPerStream: number;
  /** Characters that it keeps of one stream, counted as bytes. */
  readonly maxLogBytes: number;
  /** How long it keeps an event, in ms. */
  readonly eventTtlMs: number;
  /** What it keeps of all streams together; the streams that were quiet longest go first. */
  readonly maxLogTotalBytes: number;
  /** How long an ended stream can be resumed, in ms. */
  readonly finishedStreamMs: number;
  /** A session that nobody used for so long, in ms, ends; never while something is in flight. */
  readonly sessionIdleMs: number;
  /** How long a session registry may take to answer, in ms. Beyond it: 503. */
  readonly registryMs: number;
  /** Bytes that one slow reader may leave waiting; beyond it, its stream is dropped. */
  readonly maxQueuedBytes: number;
}

export const defaultHttpLimits: HttpLimits = {
  ...defaultLimits,
  // As many as one process holds sockets for, with the usual limits of an operating system.
  maxStatelessInFlight: 65_536,
  maxSessions: 10_000,
  // A client that lost its connection comes back within seconds, and asks for what ran then.
  maxFinishedStreams: 256,
  finishedStreamMs: 60_000,
  maxEventsPerStream: 1000,
  maxLogBytes: 4 * 1024 * 1024,
  eventTtlMs: 600_000,
  maxLogTotalBytes: 256 * 1024 * 1024,
  sessionIdleMs: 30 * 60_000,
  registryMs: 5000,
  // Twice what the event log keeps of a stream, so that a replay always fits.
  maxQueuedBytes: 8 * 1024 * 1024,
};
