/**
 * A session that several processes serve: each has a link of its own for it, with the requests that came to it. What they share is in the
 * registry, and the streams' events in the log. [2025-11-25 basic/transports#session-management]
 */
import { INTERNAL_ERROR, type AbortReason, type JSONRPCResponse } from "@mcpwire/jsonrpc";
import { parseEventId, type EventCursor } from "../../sse/event-id.js";
import type { Channel } from "../channel.js";
import type { MaybeLater } from "../http-port.js";
import type { Services } from "../services.js";
import { refuse, refusedResponse, type Refused } from "../status.js";
import type { Who } from "../turn.js";
import { DistantStream } from "./distant-stream.js";
import type { Post } from "./post.js";
import type { RegistryLine, unavailable } from "./registry-line.js";
import { ResumableStream } from "./resumable-stream.js";
import { LegacySession, type SessionHome } from "./session.js";
import type { SessionRecord, SessionRegistry } from "./session-registry.js";

/**
 * Numbers that the streams of one process take. Each place in the session (the process that opened it, each that took it up) counts in
 * a span of its own, so that no two streams share a number: a thousand streams a second would fill one in twelve days.
 */
const streamsOfPlace = 2 ** 30;
export const maxPlaces = 2 ** 23;

export interface SharedHome extends SessionHome {
  readonly line: RegistryLine;
  /** How long the registry keeps a session that nobody touches, in ms. */
  readonly keepMs: number;
}

interface Write {
  start(): void;
}

export class SharedSession extends LegacySession {
  /** When the registry last heard that it is in use. */
  touchedAt: number;
  /** The newest write that this process knows the outcome of. */
  #version: number;
  readonly #place: number;
  readonly #home: SharedHome;
  readonly #services: Services;
  /** What the handshake kept, until the registry has it. */
  #kept: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  /** One after the other, as they were made; the first is on its way. */
  readonly #writes: Write[] = [];
  /** Answers that go out when what was written before them is there: the client's next request may come to another process. */
  #held: (() => void)[] = [];
  /** Why the handshake is not answered with its result after all. */
  #refused: Refused | undefined = undefined;
  readonly #distant = new Set<DistantStream>();

  /** `place` is 0 where the session is opened, and a number of its own where it is taken up. */
  constructor(id: string, home: SharedHome, services: Services, who: Who, place = 0, version = 0) {
    super(id, home, services, who);
    this.touchedAt = this.lastUsed;
    this.#home = home;
    this.#services = services;
    this.#place = place;
    this.#version = version;
  }

  override get isBusy(): boolean {
    return super.isBusy || this.#writes.length > 0 || this.#distant.size > 0;
  }

  /* --------------------------------------------------------- what is kept -------------------------------------------------- */

  keep(name: string, value: unknown): void {
    if (this.phase === "ended") return;
    if (this.phase === "opening") {
      if (value === undefined) delete this.#kept[name];
      else this.#kept[name] = value;
      return;
    }
    this.#write(
      (registry) => registry.put(this.id, name, value),
      (version) => {
        // Any other number says that somebody wrote in between: the next look at the record brings it all.
        if (version === this.#version + 1) this.#version = version;
      },
    );
  }

  /** What the registry says now. */
  follow(record: SessionRecord): void {
    // What is on its way from here is not in it yet.
    if (record.version <= this.#version || this.#writes.length > 0) return;
    this.#version = record.version;
    this.restore(record);
  }

  /** False where the server cannot go on with it. */
  restore(record: SessionRecord): boolean {
    const { acceptor, report } = this.#services;
    try {
      return acceptor.restore?.(this, record.kept) === true;
    } catch (error) {
      report({ code: "handler-error", message: "the acceptor threw", data: error });
      return false;
    }
  }

  protected override establish(): void {
    const caller = this.owner === undefined ? {} : { caller: this.owner };
    const record: SessionRecord = { id: this.id, ...caller, kept: this.#kept, version: 0 };
    this.#kept = {};
    this.#write(
      (registry) => registry.create(record, this.#home.keepMs),
      (created) => {
        if (this.phase === "ended") return;
        if (created === true) {
          super.establish();
          return;
        }
        this.#refused = created === false ? refuse(503, INTERNAL_ERROR, "busy: too many sessions") : created;
        this.drop();
      },
    );
  }

  #write<T>(call: (registry: SessionRegistry) => MaybeLater<T>, done: (answer: T | typeof unavailable) => void): void {
    if (this.#writes.length === 0) this.#services.load.began();
    const start = (): void =>
      this.#home.line.ask(call, (answer) => {
        done(answer);
        this.#writes.shift();
        this.#next();
      });
    this.#writes.push({ start });
    if (this.#writes.length === 1) start();
  }

  #next(): void {
    const next = this.#writes[0];
    if (next !== undefined) {
      next.start();
      return;
    }
    const held = this.#held;
    this.#held = [];
    for (const answer of held) answer();
    this.#services.load.ended();
  }

  override settlePost(post: Post, r: JSONRPCResponse, status: number): void {
    if (this.#writes.length > 0) {
      this.#held.push(() => this.#settle(post, r, status));
    } else this.#settle(post, r, status);
  }

  #settle(post: Post, r: JSONRPCResponse, status: number): void {
    const refused = this.#refused;
    if (refused === undefined) super.settlePost(post, r, status);
    else super.settlePost(post, refusedResponse(refused, r.id), refused.status);
  }

  /* ------------------------------------------------------------ streams ---------------------------------------------------- */

  protected override get firstStream(): number {
    return this.#place * streamsOfPlace;
  }

  protected override newStream(stream: number): ResumableStream {
    return new ResumableStream({ session: this.id, stream }, this.#home.log, this.#services, true);
  }

  override listen(channel: Channel, lastEventId: string | undefined, answered: (refused: Refused) => void): void {
    const cursor = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    const place = cursor === undefined ? this.#place : Math.floor(cursor.stream / streamsOfPlace);
    // A place that no write has made is none.
    const isNone = place > this.#version && this.#writes.length === 0;
    if (cursor === undefined || place === this.#place || isNone) {
      super.listen(channel, lastEventId, answered);
    } else this.#listenElsewhere(cursor, channel, answered);
  }

  /** What belongs to no request goes on here, behind what the other process had to say. */
  #listenElsewhere({ stream, event }: EventCursor, channel: Channel, answered: (refused: Refused) => void): void {
    const isStandalone = stream % streamsOfPlace === 0;
    const left = (distant: DistantStream): void => void this.#distant.delete(distant);
    const pollMs = isStandalone ? 0 : Math.max(this.retryMs, 50);
    const distant = new DistantStream(
      { session: this.id, stream },
      event,
      channel,
      { log: this.#home.log, services: this.#services, pollMs, left },
      (refused) => {
        if (refused !== undefined) answered(refused);
        else if (isStandalone) super.listen(channel, undefined, answered);
      },
    );
    this.#distant.add(distant);
    distant.start();
  }

  override drop(why?: AbortReason, isOver?: boolean): void {
    super.drop(why, isOver);
    for (const distant of this.#distant) distant.end();
  }
}
