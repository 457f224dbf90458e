/**
 * One stream of a session, apart from the connection that carries it at the moment: every event is numbered and stored, then sent
 * where somebody listens. A client that comes back gets what it missed, once and in order, and goes on live.
 * [2025-11-25 basic/transports#resumability-and-redelivery]
 *
 *               send/finish           disconnected     resume             detach
 * attached    → store, then write     → detached       → attached (new)   → detached (retry)
 * catching up → store (is replayed)   → detached       → catching up      → detached
 * detached    → store                 (nothing)        → catching up      (nothing)
 */
import { INVALID_REQUEST, type Sent } from "@mcpwire/jsonrpc";
import { encodeEvent, encodePriming, encodeRetry } from "../../sse/encoder.js";
import { formatEventId } from "../../sse/event-id.js";
import type { Channel, ChannelOwner } from "../channel.js";
import type { MaybeLater } from "../http-port.js";
import type { Services } from "../services.js";
import { refuse, type Refused } from "../status.js";
import { END_OF_STREAM } from "./distant-stream.js";
import type { EventLog, Replay, StreamKey } from "./event-log.js";

export class ResumableStream implements ChannelOwner {
  readonly key: StreamKey;
  readonly #log: EventLog;
  readonly #services: Services;
  #channel: Channel | undefined = undefined;
  /** A connection that is given what it missed. */
  #catchingUp: Channel | undefined = undefined;
  /** The number of the newest event, stored or about to be. */
  #newest = 0;
  #stored = 0;
  /** The newest event that was given to some connection. */
  #delivered = 0;
  /** Set while the log takes its time: what comes next waits for it. */
  #storing: PromiseLike<void> | undefined = undefined;
  /** The number of the last event there will be. */
  #last: number | undefined = undefined;
  readonly #marksEnd: boolean;
  /** The first event only gave a cursor, and is not in the log: most streams to listen on never hold anything else. */
  #owesCursor = false;
  #isDropped = false;
  finishedAt = 0;

  /** `marksEnd`: other processes read the log, and must see where the stream ends. */
  constructor(key: StreamKey, log: EventLog, services: Services, marksEnd = false) {
    this.key = key;
    this.#log = log;
    this.#services = services;
    this.#marksEnd = marksEnd;
  }

  get isConnected(): boolean {
    return this.#channel !== undefined || this.#catchingUp !== undefined;
  }

  get isFinished(): boolean {
    return this.#last !== undefined;
  }

  /** Anything was ever sent on it. */
  get isBegun(): boolean {
    return this.#newest > 0;
  }

  /** Takes a connection without replay. */
  attach(channel: Channel): void {
    this.#replace();
    channel.owner = this;
    this.#channel = channel;
  }

  /** Gives the client a cursor before anything else, and how long to wait before it comes back. */
  prime(retryMs: number): void {
    if (this.#marksEnd || this.isBegun) {
      void this.#append("", retryMs);
      return;
    }
    this.#owesCursor = true;
    this.#newest = 1;
    void this.#deliver(1, "", retryMs);
  }

  /** Behind the cursor comes an event, and the log takes them without gaps. */
  #logCursor(): void {
    this.#owesCursor = false;
    const stored = this.#log.append(this.key, 1, "");
    if (stored !== undefined) void this.#deliverAfter(stored, 1, "", undefined);
  }

  send(json: string): Sent {
    return this.#append(json, undefined);
  }

  /** The last event, or the end without one; the connection is closed behind it. */
  finish(json?: string): void {
    if (this.#last !== undefined) return;
    this.finishedAt = this.#services.host.timers.now();
    this.#last = this.#newest + (json === undefined ? 0 : 1);
    if (json !== undefined) void this.#append(json, undefined);
    if (this.#marksEnd) this.#markEnd(this.#last + 1);
    this.#endIfDone();
  }

  /** For readers elsewhere: stored behind the last event, sent to nobody. */
  #markEnd(event: number): void {
    const store = (): Sent => this.#log.append(this.key, event, END_OF_STREAM);
    const stored = this.#storing === undefined ? store() : this.#storing.then(store);
    stored?.then(undefined, (error: unknown) => this.#failed(error));
  }

  /** Closes the connection and keeps the stream. */
  detach(retryMs: number): void {
    const channel = this.#channel ?? this.#catchingUp;
    this.#channel = undefined;
    this.#catchingUp = undefined;
    channel?.finish(encodeRetry(retryMs));
  }

  disconnected(channel: Channel): void {
    if (this.#channel === channel) this.#channel = undefined;
    if (this.#catchingUp === channel) this.#catchingUp = undefined;
  }

  /** Everything of it is forgotten; a connection ends. */
  drop(): void {
    this.leave();
    this.#log.dropStream(this.key);
  }

  /** Nothing more is sent on it from here, and a connection ends. What was logged stays. */
  leave(): void {
    this.#isDropped = true;
    this.#replace();
  }

  /**
   * A client comes back after event `after`; undefined for one that has no cursor and takes what nobody was given. `opened` is called
   * once: with a refusal, or with nothing once the connection is the stream's.
   */
  resume(after: number | undefined, channel: Channel, opened: (refused?: Refused) => void): void {
    if (after !== undefined && after > this.#newest) {
      opened(refuse(400, INVALID_REQUEST, "Last-Event-ID names an event that was never sent"));
      return;
    }
    this.#replace();
    channel.owner = this;
    this.#catchingUp = channel;
    this.#catchUp(channel, after ?? this.#delivered, after === undefined, opened);
  }

  #catchUp(channel: Channel, after: number, isLenient: boolean, opened: (refused?: Refused) => void): void {
    if (after >= this.#stored && this.#storing === undefined) {
      this.#goLive(channel, opened);
      return;
    }
    const replay: MaybeLater<Replay> = this.#log.replay(this.key, after);
    const take = (found: Replay): void => {
      if (this.#catchingUp !== channel) return;
      if (found.type !== "events") {
        if (isLenient) {
          this.#goLive(channel, opened);
          return;
        }
        this.#catchingUp = undefined;
        if (channel.phase === "streaming") {
          channel.end();
          return;
        }
        opened(refuse(410, INVALID_REQUEST, "The events after this Last-Event-ID have expired"));
        return;
      }
      let text = "";
      let last = after;
      for (const { event, data } of found.events) {
        if (this.#last !== undefined && event > this.#last) break;
        text += encodeEvent(data, formatEventId(this.key.stream, event));
        last = event;
      }
      if (text !== "") void channel.event(text);
      if (last > this.#delivered) this.#delivered = last;
      // What is being stored just now is either in the log by the next look, or goes out live.
      if (last >= this.#stored || found.events.length === 0) this.#goLive(channel, opened);
      else this.#catchUp(channel, last, isLenient, opened);
    };
    if (isLater(replay)) {
      replay.then(take, (error: unknown) => {
        this.#failed(error);
        take({ type: "expired" });
      });
    } else take(replay);
  }

  #goLive(channel: Channel, opened: (refused?: Refused) => void): void {
    this.#catchingUp = undefined;
    this.#channel = channel;
    opened();
    this.#endIfDone();
  }

  #append(data: string, retryMs: number | undefined): Sent {
    if (this.#isDropped) return undefined;
    if (this.#owesCursor) this.#logCursor();
    const event = ++this.#newest;
    if (this.#storing === undefined) {
      const stored = this.#log.append(this.key, event, data);
      if (stored === undefined) return this.#deliver(event, data, retryMs);
      return this.#deliverAfter(stored, event, data, retryMs);
    }
    return this.#deliverAfter(
      this.#storing.then(() => this.#log.append(this.key, event, data)),
      event,
      data,
      retryMs,
    );
  }

  /** The log answers later: order is kept by a chain. */
  #deliverAfter(stored: PromiseLike<void>, event: number, data: string, retryMs: number | undefined): Sent {
    const deliver = (): Sent => {
      if (this.#storing === delivered) this.#storing = undefined;
      return this.#deliver(event, data, retryMs);
    };
    const delivered: PromiseLike<void> = stored.then(deliver, (error: unknown) => {
      this.#failed(error);
      return deliver();
    });
    this.#storing = delivered;
    // Sound: what a `Sent` gives back is the promise of a log, or one made from it by `then`.
    return delivered as Exclude<Sent, void>;
  }

  #deliver(event: number, data: string, retryMs: number | undefined): Sent {
    this.#stored = event;
    const channel = this.#channel;
    if (channel === undefined) return undefined;
    // A replay that overtook the log's own answer has brought it already.
    if (event <= this.#delivered) {
      this.#endIfDone();
      return undefined;
    }
    this.#delivered = event;
    const id = formatEventId(this.key.stream, event);
    const sent = channel.event(retryMs === undefined ? encodeEvent(data, id) : encodePriming(id, retryMs));
    this.#endIfDone();
    return sent;
  }

  #endIfDone(): void {
    if (this.#last === undefined || this.#stored < this.#last) return;
    const channel = this.#channel;
    this.#channel = undefined;
    channel?.end();
  }

  /** Only one connection is served: an older one is dead, or its client does not need it any more. */
  #replace(): void {
    const channel = this.#channel ?? this.#catchingUp;
    this.#channel = undefined;
    this.#catchingUp = undefined;
    channel?.end();
  }

  #failed(error: unknown): void {
    this.#services.report({ code: "event-log-failed", message: "The event log failed", data: error });
  }
}

function isLater<T extends object>(value: MaybeLater<T>): value is PromiseLike<T> {
  return "then" in value;
}
