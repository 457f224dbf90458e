/**
 * Where events wait for a client that comes back, as a port, and the bounded log in memory that is its default.
 * [2025-11-25 basic/transports#resumability-and-redelivery]
 */
import type { Sent, TimerPort } from "@mcpwire/jsonrpc";
import type { MaybeLater } from "../http-port.js";

/** Names one stream. */
export interface StreamKey {
  readonly session: string;
  /** Number of the stream in its session. */
  readonly stream: number;
}

export interface LoggedEvent {
  /** Number of the event in its stream, from 1, without gaps. */
  readonly event: number;
  /** What `data` held; empty for the event that only gives a cursor. */
  readonly data: string;
}

/**
 * What is known behind a cursor. `events`: every event after it, in order, none missing. `expired`: some of them were there and are
 * not any more. `unknown`: no such stream or no such event was ever logged here, as far as the log can tell.
 */
export type Replay =
  | { readonly type: "events"; readonly events: readonly LoggedEvent[] }
  | { readonly type: "expired" }
  | { readonly type: "unknown" };

/**
 * Storage of events. Calls for one stream come one after the other: the next event is appended once the last is stored. A promise that
 * rejects counts as stored, and is reported: the event goes out, and cannot be replayed.
 */
export interface EventLog {
  /** Stores an event before it is sent. Events of a stream come in order, numbered from 1. */
  append(key: StreamKey, event: number, data: string): Sent;
  /** Everything after event number `after`; 0 for all of them. */
  replay(key: StreamKey, after: number): MaybeLater<Replay>;
  /** The stream can be resumed no more. */
  dropStream(key: StreamKey): void;
  /** The session has ended. */
  dropSession(session: string): void;
}

export interface MemoryEventLogOptions {
  /** Events of one stream. Default 1 000. */
  readonly maxEventsPerStream?: number;
  /** Characters of one stream, counted as bytes. Default 4 MiB. */
  readonly maxLogBytes?: number;
  /** How long an event is kept, in ms. Default 10 min. */
  readonly eventTtlMs?: number;
  /** All streams together. Default 256 MiB. The streams that were quiet longest go first. */
  readonly maxLogTotalBytes?: number;
  readonly timers: Pick<TimerPort, "now">;
}

/** What an event and a stream cost beside their text; about what the engine takes for them. */
const EVENT_BYTES = 64;
const STREAM_BYTES = 256;

interface Entry {
  readonly key: StreamKey;
  events: { readonly event: number; readonly data: string; readonly at: number }[];
  /** Index of the first one still kept; the array is cut only now and then. */
  head: number;
  bytes: number;
  lastAt: number;
  /** The newest event that was stored. */
  newest: number;
}

/** A log in memory: bounded, without timers. */
export class MemoryEventLog implements EventLog {
  readonly #sessions = new Map<string, Map<number, Entry>>();
  /** In the order of their last event, the quietest first. */
  readonly #byAge = new Set<Entry>();
  /** The last of them; a stream of many events is mostly that. */
  #youngest: Entry | undefined = undefined;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  readonly #ttlMs: number;
  readonly #maxTotal: number;
  readonly #now: () => number;
  #total = 0;

  constructor(options: MemoryEventLogOptions) {
    this.#maxEvents = options.maxEventsPerStream ?? 1000;
    this.#maxBytes = options.maxLogBytes ?? 4 * 1024 * 1024;
    this.#ttlMs = options.eventTtlMs ?? 600_000;
    this.#maxTotal = options.maxLogTotalBytes ?? 256 * 1024 * 1024;
    this.#now = () => options.timers.now();
  }

  /** Bytes that are held now, as this log counts them. */
  get bytes(): number {
    return this.#total;
  }

  append(key: StreamKey, event: number, data: string): void {
    const now = this.#now();
    const entry = this.#entry(key);
    const logged = { event, data, at: now };
    // Most streams hold one event, and `push` makes room for 17.
    if (entry.events.length === 0) entry.events = [logged];
    else entry.events.push(logged);
    entry.newest = event;
    entry.lastAt = now;
    this.#count(entry, data.length + EVENT_BYTES);
    if (entry !== this.#youngest) {
      this.#byAge.delete(entry);
      this.#byAge.add(entry);
      this.#youngest = entry;
    }
    this.#trim(entry, now);
    this.#evict(now);
  }

  replay(key: StreamKey, after: number): Replay {
    const entry = this.#sessions.get(key.session)?.get(key.stream);
    if (entry === undefined || after > entry.newest || after < 0) return { type: "unknown" };
    this.#trim(entry, this.#now());
    const first = entry.events[entry.head]?.event ?? entry.newest + 1;
    if (first > after + 1) return { type: "expired" };
    return { type: "events", events: entry.events.slice(entry.head + (after + 1 - first)) };
  }

  dropStream(key: StreamKey): void {
    const entry = this.#sessions.get(key.session)?.get(key.stream);
    if (entry !== undefined) this.#forget(entry);
  }

  dropSession(session: string): void {
    for (const entry of this.#sessions.get(session)?.values() ?? []) this.#forget(entry);
  }

  #entry(key: StreamKey): Entry {
    let streams = this.#sessions.get(key.session);
    if (streams === undefined) this.#sessions.set(key.session, (streams = new Map()));
    let entry = streams.get(key.stream);
    if (entry === undefined) {
      entry = { key, events: [], head: 0, bytes: 0, lastAt: 0, newest: 0 };
      streams.set(key.stream, entry);
      this.#count(entry, STREAM_BYTES);
    }
    return entry;
  }

  #trim(entry: Entry, now: number): void {
    const oldestAllowed = now - this.#ttlMs;
    for (;;) {
      const first = entry.events[entry.head];
      if (first === undefined) break;
      const kept = entry.events.length - entry.head;
      if (kept <= this.#maxEvents && entry.bytes <= this.#maxBytes && first.at >= oldestAllowed) break;
      entry.head += 1;
      this.#count(entry, -(first.data.length + EVENT_BYTES));
    }
    // Cutting each time would make a long stream quadratic.
    if (entry.head > 32 && entry.head * 2 > entry.events.length) {
      entry.events = entry.events.slice(entry.head);
      entry.head = 0;
    }
  }

  #evict(now: number): void {
    for (const oldest of this.#byAge) {
      if (this.#total <= this.#maxTotal && oldest.lastAt >= now - this.#ttlMs) return;
      this.#forget(oldest);
    }
  }

  #forget(entry: Entry): void {
    this.#total -= entry.bytes;
    this.#byAge.delete(entry);
    if (entry === this.#youngest) this.#youngest = undefined;
    const streams = this.#sessions.get(entry.key.session);
    streams?.delete(entry.key.stream);
    if (streams?.size === 0) this.#sessions.delete(entry.key.session);
  }

  #count(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.#total += bytes;
  }
}
