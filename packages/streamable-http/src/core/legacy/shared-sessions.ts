/**
 * The sessions that an endpoint shares with others, through a registry. A session that is not here is taken up when a request of it
 * comes; one that is gone there is gone here. What an endpoint lets go of, the others still have.
 */
import { INTERNAL_ERROR } from "@mcpwire/jsonrpc";
import type { Services } from "../services.js";
import { refuse, type Refused } from "../status.js";
import type { Who } from "../turn.js";
import type { EventLog } from "./event-log.js";
import { RegistryLine, unavailable } from "./registry-line.js";
import type { LegacySession } from "./session.js";
import { Sessions, noSuchSession } from "./sessions.js";
import type { SessionRecord, SessionRegistry } from "./session-registry.js";
import { SharedSession, maxPlaces, type SharedHome } from "./shared-session.js";

type Found = (found: LegacySession | Refused) => void;

const full = refuse(503, INTERNAL_ERROR, "busy: too many sessions");

export class SharedSessions extends Sessions<SharedSession> implements SharedHome {
  readonly line: RegistryLine;
  readonly keepMs: number;
  readonly #services: Services;
  /** Being taken up, and who waits for it. */
  readonly #reviving = new Map<string, Found[]>();

  constructor(services: Services, log: EventLog, retryMs: number, registry: SessionRegistry) {
    super(services, log, retryMs);
    this.#services = services;
    this.line = new RegistryLine(registry, services);
    // A touch may be late by as much as the next look at what is idle.
    this.keepMs = services.limits.sessionIdleMs + this.sweepMs;
  }

  protected override get room(): number {
    return super.room - this.#reviving.size;
  }

  protected override make(id: string, who: Who): SharedSession {
    return new SharedSession(id, this, this.#services, who);
  }

  override mayBeElsewhere(id: string): boolean {
    return this.peek(id) === undefined;
  }

  override find(id: string, who: Who, found: Found): void {
    this.#look(id, who, (record, own) => {
      if ("status" in record) found(record);
      else if (own === undefined) this.#revive(record, who, found);
      else {
        own.follow(record);
        this.used(own, this.#services.host.timers.now());
        found(own.phase === "open" ? own : noSuchSession);
      }
    });
  }

  override end(id: string, who: Who, ended: (refused?: Refused) => void): void {
    this.#look(id, who, (record) => {
      if ("status" in record) {
        ended(record);
        return;
      }
      this.line.ask(
        (registry) => registry.remove(id),
        (answer) => {
          if (answer === unavailable) {
            ended(unavailable);
            return;
          }
          this.peek(id)?.drop(undefined, false);
          this.log.dropSession(id);
          ended();
        },
      );
    });
  }

  override ended(session: SharedSession, isOver: boolean): void {
    super.ended(session, isOver);
    if (isOver) {
      this.line.ask(
        (registry) => registry.remove(session.id),
        () => {},
      );
    }
  }

  override drop(): void {
    super.drop();
    // Nothing is taken up any more.
    this.line.close();
  }

  protected override readonly endsHere = false;

  protected override used(session: SharedSession, now: number): void {
    session.lastUsed = now;
    if (now - session.touchedAt < this.sweepMs) return;
    session.touchedAt = now;
    this.line.ask(
      (registry) => registry.touch(session.id, this.keepMs),
      (isThere) => {
        // It was ended elsewhere.
        if (isThere === false) session.drop(undefined, false);
      },
    );
  }

  /** The record of a session of this caller. */
  #look(id: string, who: Who, looked: (record: SessionRecord | Refused, own: SharedSession | undefined) => void): void {
    this.line.ask(
      (registry) => registry.find(id),
      (record) => {
        const own = this.peek(id);
        if (record === undefined) own?.drop(undefined, false);
        if (record === undefined) looked(noSuchSession, undefined);
        else if (!("status" in record) && record.caller !== who?.id) looked(noSuchSession, undefined);
        else looked(record, own);
      },
    );
  }

  #revive(record: SessionRecord, who: Who, found: Found): void {
    const { id } = record;
    const waiting = this.#reviving.get(id);
    if (waiting !== undefined) {
      waiting.push(found);
      return;
    }
    if (this.room <= 0 || this.#services.acceptor.restore === undefined) {
      found(this.room <= 0 ? full : noSuchSession);
      return;
    }
    const all = [found];
    this.#reviving.set(id, all);
    // A write that changes nothing: its number is this process's alone.
    this.line.ask(
      (registry) => registry.put(id, "", undefined),
      (place) => {
        const outcome = this.#revived(record, who, place);
        this.#reviving.delete(id);
        for (const each of all) each(outcome);
      },
    );
  }

  #revived(record: SessionRecord, who: Who, place: number | undefined | Refused): SharedSession | Refused {
    if (place === undefined || (typeof place === "number" && place >= maxPlaces)) return noSuchSession;
    if (typeof place !== "number") return place;
    // Where others wrote since the record was read, the next look at it brings what they wrote.
    const version = place === record.version + 1 ? place : record.version;
    const session = new SharedSession(record.id, this, this.#services, who, place, version);
    this.#services.acceptor.attach(session);
    if (!session.restore(record)) {
      session.drop(undefined, false);
      return noSuchSession;
    }
    session.phase = "open";
    this.add(session);
    return session;
  }
}
