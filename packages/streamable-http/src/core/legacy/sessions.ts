/** Every session of one endpoint: opened by a handshake, found by id and caller, ended by DELETE or idleness. */
import { INTERNAL_ERROR, INVALID_REQUEST, type ParsedRequest } from "@mcpwire/jsonrpc";
import { SESSION_ID_HEADER } from "@mcpwire/protocol";
import type { Channel } from "../channel.js";
import type { Services } from "../services.js";
import { refuse, shutDown, type Refused } from "../status.js";
import type { Who } from "../turn.js";
import type { EventLog } from "./event-log.js";
import type { Post } from "./post.js";
import { LegacySession, type SessionHome } from "./session.js";

export const noSuchSession: Refused = refuse(
  404,
  INVALID_REQUEST,
  `${SESSION_ID_HEADER} names no session: it has ended, or never was; send initialize`,
);

/** How often idle sessions are looked for, as a part of the time that they may be idle. */
const sweepsPerIdle = 20;
const longestSweepMs = 15_000;

/** What an endpoint knows of its sessions, wherever they live. */
export abstract class Sessions<S extends LegacySession = LegacySession> implements SessionHome {
  readonly #services: Services;
  readonly log: EventLog;
  readonly retryMs: number;
  readonly #byId = new Map<string, S>();
  #timer: unknown = undefined;
  /** When idle sessions are next to be looked for. */
  #sweepAt = 0;
  /** Answering a handshake, each on its channel; not sessions yet, but they count as such. */
  readonly #opening = new Map<S, Channel>();

  constructor(services: Services, log: EventLog, retryMs: number) {
    this.#services = services;
    this.log = log;
    this.retryMs = retryMs;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** How many more there may be. */
  protected get room(): number {
    return this.#services.limits.maxSessions - this.#byId.size - this.#opening.size;
  }

  protected get sweepMs(): number {
    return Math.max(1, Math.min(longestSweepMs, this.#services.limits.sessionIdleMs / sweepsPerIdle));
  }

  protected abstract make(id: string, who: Who): S;
  /** What is not ended by its client ends with the process, or when it is idle here. False: other processes still have it. */
  protected abstract readonly endsHere: boolean;

  /**
   * A session of this caller, at once or later. One of another caller is as good as none: its id says nothing of who holds it.
   */
  abstract find(id: string, who: Who, found: (found: LegacySession | Refused) => void): void;
  /** DELETE. [2025-11-25 basic/transports#session-management] */
  abstract end(id: string, who: Who, ended: (refused?: Refused) => void): void;
  /** Whether `find` could bring a session that `peek` does not see. */
  abstract mayBeElsewhere(id: string): boolean;

  /** `initialize` without a session. [2025-11-25 basic/transports#session-management] */
  open(item: ParsedRequest, channel: Channel, who: Who): Post | Refused {
    // The timer may have ended with the request in which it was set.
    if (this.#services.host.timers.now() >= this.#sweepAt) this.sweep();
    if (this.room <= 0) return refuse(503, INTERNAL_ERROR, "busy: too many sessions");
    const session = this.make(this.#services.host.randomId(), who);
    this.#opening.set(session, channel);
    this.#services.acceptor.attach(session);
    return session.post([item], false, channel, who);
  }

  established(session: S): void {
    this.#opening.get(session)?.addHeader(SESSION_ID_HEADER, session.id);
    this.#opening.delete(session);
    this.add(session);
  }

  protected add(session: S): void {
    this.#byId.set(session.id, session);
    this.#startSweeps();
  }

  ended(session: S, _isOver: boolean): void {
    this.#opening.delete(session);
    this.#byId.delete(session.id);
  }

  /** How the bodies of a session are parsed; undefined for one that is not there. */
  peek(id: string): S | undefined {
    return this.#byId.get(id);
  }

  /** It is in use now. */
  protected used(session: S, now: number): void {
    session.lastUsed = now;
  }

  /** Ends watches; what runs may finish. */
  drain(): void {
    for (const session of this.#all()) session.drain();
  }

  drop(): void {
    this.#services.host.timers.clear(this.#timer);
    this.#timer = undefined;
    for (const session of this.#all()) session.drop(shutDown, this.endsHere);
  }

  sweep(): void {
    const now = this.#services.host.timers.now();
    const { sessionIdleMs } = this.#services.limits;
    this.#sweepAt = now + this.sweepMs;
    for (const session of this.#byId.values()) {
      session.sweep(now);
      if (session.isBusy) this.used(session, now);
      else if (now - session.lastUsed >= sessionIdleMs) session.drop(undefined, this.endsHere);
    }
  }

  #all(): readonly S[] {
    return [...this.#byId.values(), ...this.#opening.keys()];
  }

  /** One timer for all sessions, and none where there are none. */
  #startSweeps(): void {
    if (this.#timer !== undefined) return;
    const { timers } = this.#services.host;
    const ms = this.sweepMs;
    const fired = (): void => {
      this.#timer = undefined;
      this.sweep();
      if (this.#byId.size > 0) this.#timer = timers.set(ms, fired);
    };
    this.#timer = timers.set(ms, fired);
  }
}

/** Sessions that live and die with this endpoint. */
export class LocalSessions extends Sessions {
  readonly #services: Services;
  protected override readonly endsHere = true;

  constructor(services: Services, log: EventLog, retryMs: number) {
    super(services, log, retryMs);
    this.#services = services;
  }

  protected override make(id: string, who: Who): LegacySession {
    return new LegacySession(id, this, this.#services, who);
  }

  override find(id: string, who: Who, found: (found: LegacySession | Refused) => void): void {
    const session = this.#of(id, who);
    if (session !== undefined) this.used(session, this.#services.host.timers.now());
    found(session ?? noSuchSession);
  }

  override end(id: string, who: Who, ended: (refused?: Refused) => void): void {
    const session = this.#of(id, who);
    session?.drop();
    ended(session === undefined ? noSuchSession : undefined);
  }

  override mayBeElsewhere(): boolean {
    return false;
  }

  #of(id: string, who: Who): LegacySession | undefined {
    const session = this.peek(id);
    return session?.owner === who?.id ? session : undefined;
  }
}
