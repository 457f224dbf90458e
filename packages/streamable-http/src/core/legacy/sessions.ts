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

/** How often idle sessions are looked for, as a part of the time that they may be idle. */
const sweepsPerIdle = 20;
const longestSweepMs = 15_000;

export class Sessions implements SessionHome {
  readonly #services: Services;
  readonly log: EventLog;
  readonly retryMs: number;
  readonly #byId = new Map<string, LegacySession>();
  #timer: unknown = undefined;
  /** Answering a handshake, each on its channel; not sessions yet, but they count as such. */
  readonly #opening = new Map<LegacySession, Channel>();

  constructor(services: Services, log: EventLog, retryMs: number) {
    this.#services = services;
    this.log = log;
    this.retryMs = retryMs;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** `initialize` without a session. [2025-11-25 basic/transports#session-management] */
  open(item: ParsedRequest, channel: Channel, who: Who): Post | Refused {
    const { maxSessions } = this.#services.limits;
    if (this.#byId.size + this.#opening.size >= maxSessions) {
      return refuse(503, INTERNAL_ERROR, "busy: too many sessions");
    }
    const session = new LegacySession(this.#services.host.randomId(), this, this.#services, who);
    this.#opening.set(session, channel);
    this.#services.acceptor.attach(session);
    return session.post([item], false, channel, who);
  }

  established(session: LegacySession): void {
    this.#opening.get(session)?.addHeader(SESSION_ID_HEADER, session.id);
    this.#opening.delete(session);
    this.#byId.set(session.id, session);
    this.#startSweeps();
  }

  ended(session: LegacySession): void {
    this.#opening.delete(session);
    this.#byId.delete(session.id);
  }

  /** How the bodies of a session are parsed; undefined for one that is not there. */
  peek(id: string): LegacySession | undefined {
    return this.#byId.get(id);
  }

  /** A session of this caller. One of another caller is as good as none: its id says nothing of who holds it. */
  find(id: string, who: Who): LegacySession | Refused {
    const session = this.#byId.get(id);
    if (session === undefined || session.owner !== who?.id) {
      return refuse(
        404,
        INVALID_REQUEST,
        `${SESSION_ID_HEADER} names no session: it has ended, or never was; send initialize`,
      );
    }
    session.lastUsed = this.#services.host.timers.now();
    return session;
  }

  /** Ends watches; what runs may finish. */
  drain(): void {
    for (const session of this.#all()) session.drain();
  }

  drop(): void {
    this.#services.host.timers.clear(this.#timer);
    this.#timer = undefined;
    for (const session of this.#all()) session.drop(shutDown);
  }

  sweep(): void {
    const now = this.#services.host.timers.now();
    const { sessionIdleMs } = this.#services.limits;
    for (const session of this.#byId.values()) {
      session.sweep(now);
      if (session.isBusy) session.lastUsed = now;
      else if (now - session.lastUsed >= sessionIdleMs) session.drop();
    }
  }

  #all(): readonly LegacySession[] {
    return [...this.#byId.values(), ...this.#opening.keys()];
  }

  /** One timer for all sessions, and none where there are none. */
  #startSweeps(): void {
    if (this.#timer !== undefined) return;
    const { timers } = this.#services.host;
    const ms = Math.max(1, Math.min(longestSweepMs, this.#services.limits.sessionIdleMs / sweepsPerIdle));
    const fired = (): void => {
      this.#timer = undefined;
      this.sweep();
      if (this.#byId.size > 0) this.#timer = timers.set(ms, fired);
    };
    this.#timer = timers.set(ms, fired);
  }
}
