/**
 * Which sessions there are, as a port, for endpoints that share them: several processes behind one address, or one after the other. And
 * the registry in memory, for endpoints of one process. [2025-11-25 basic/transports#session-management]
 */
import type { JSONObject, TimerPort } from "@mcpwire/jsonrpc";
import type { MaybeLater } from "../http-port.js";

/** A session, as every process sees it: plain JSON. */
export interface SessionRecord {
  readonly id: string;
  /** Whose it is, as `authorize` says; absent where nobody was asked. */
  readonly caller?: string;
  /** What the server keeps of the session, by name. Any string is a name, `__proto__` among them. */
  readonly kept: JSONObject;
  /** The number of the newest write; 0 for a session that was just created. */
  readonly version: number;
}

/**
 * Storage of sessions. Each call may answer at once or later; one that throws or rejects, or is not answered in time, refuses the
 * request that needs it with 503. What a call has answered holds for every call that begins after it, in whatever process.
 */
export interface SessionRegistry {
  /** A new session, under an id that no other has, for so many ms. False where there is no room for it. */
  create(record: SessionRecord, keepMs: number): MaybeLater<boolean>;
  /** The session of this id; undefined where there is none, or its time is up. What it gives is not changed by the caller. */
  find(id: string): MaybeLater<SessionRecord | undefined>;
  /**
   * Keeps a value of a session, or takes it away (undefined); values under other names stay, whoever writes at the same time. Answers
   * with the number of this write, one more than that of the write before it; undefined where there is no such session.
   */
  put(id: string, name: string, value: unknown): MaybeLater<number | undefined>;
  /** The session is in use: its time begins anew. False where there is no such session. */
  touch(id: string, keepMs: number): MaybeLater<boolean>;
  /** The session has ended; one that is not there is no error. */
  remove(id: string): MaybeLater<void>;
}

export interface MemorySessionRegistryOptions {
  /** Sessions at once. Default 10 000. */
  readonly maxSessions?: number;
  readonly timers: Pick<TimerPort, "now">;
}

interface Entry extends SessionRecord {
  readonly kept: Record<string, unknown>;
  version: number;
  expiresAt: number;
}

/** A registry in memory: bounded, synchronous, without timers. */
export class MemorySessionRegistry implements SessionRegistry {
  /** In the order of their last use, the quietest first. */
  readonly #byId = new Map<string, Entry>();
  readonly #most: number;
  readonly #now: () => number;

  constructor(options: MemorySessionRegistryOptions) {
    this.#most = options.maxSessions ?? 10_000;
    this.#now = () => options.timers.now();
  }

  /** Sessions that are held now. */
  get size(): number {
    return this.#byId.size;
  }

  create({ id, caller, kept, version }: SessionRecord, keepMs: number): boolean {
    this.#expire();
    if (this.#byId.size >= this.#most) return false;
    // Without a prototype, so that any name is a name.
    const own: Record<string, unknown> = Object.assign(Object.create(null) as object, kept);
    const expiresAt = this.#now() + keepMs;
    this.#byId.set(id, { id, ...(caller === undefined ? {} : { caller }), kept: own, version, expiresAt });
    return true;
  }

  find(id: string): SessionRecord | undefined {
    const entry = this.#byId.get(id);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry;
    this.#byId.delete(id);
    return undefined;
  }

  put(id: string, name: string, value: unknown): number | undefined {
    const entry = this.#live(id);
    if (entry === undefined) return undefined;
    if (value === undefined) delete entry.kept[name];
    else entry.kept[name] = value;
    entry.version += 1;
    return entry.version;
  }

  touch(id: string, keepMs: number): boolean {
    const entry = this.#live(id);
    if (entry === undefined) return false;
    entry.expiresAt = this.#now() + keepMs;
    this.#byId.delete(id);
    this.#byId.set(id, entry);
    return true;
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  #live(id: string): Entry | undefined {
    this.find(id);
    return this.#byId.get(id);
  }

  /** Those whose time is up; the quietest are at the front, so that it ends with the first that lives. */
  #expire(): void {
    const now = this.#now();
    for (const entry of this.#byId.values()) {
      if (entry.expiresAt > now) return;
      this.#byId.delete(entry.id);
    }
  }
}
