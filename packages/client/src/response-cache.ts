/**
 * Keeps results for as long as their server said they stay fresh. [2026-07-28 server/utilities/caching#cacheable-model]
 *
 * The key is the method with the params that affect the result. Values are stored as JSON text, so that a store in memory and one
 * elsewhere behave alike and no caller can change what the next one reads. A notice of change drops what it may have changed.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** Where cached results are kept. All methods may answer at once or later; a store that fails is treated as a miss. */
export interface CacheStore {
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, value: string): void | Promise<void>;
  /** Drops every key that begins with the prefix. */
  drop(prefix: string): void | Promise<void>;
}

export interface CacheOptions {
  /** Default: in this process, 512 entries, least recently used go first. */
  readonly store?: CacheStore;
  /**
   * Names whose results these are: one authorization context. Private results are never read under another partition.
   * [2026-07-28 server/utilities/caching#cache-scope-field] Default: one that no other client has.
   */
  readonly partition?: string;
  /** Serves a stale result when fetching a fresh one fails. Default false. */
  readonly staleOnError?: boolean;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** The longest that a result is believed fresh, whatever its server says: a day. */
const maxTtlMs = 24 * 60 * 60 * 1000;

interface Entry {
  readonly until: number;
  readonly result: JSONObject;
}

export class ResponseCache {
  readonly #store: CacheStore;
  readonly #partition: string;
  readonly #staleOnError: boolean;
  readonly #now: () => number;
  /** Counts changes per method, so that a result fetched before a notice is not stored after it. */
  readonly #generation = new Map<string, number>();

  constructor(options: CacheOptions = {}) {
    this.#store = options.store ?? memoryStore();
    this.#partition = options.partition ?? `client-${++partitions}`;
    this.#staleOnError = options.staleOnError ?? false;
    this.#now = options.now ?? Date.now;
  }

  /**
   * The cached result while it is fresh; otherwise, and where `refresh` is asked for, what `fetch` gives, kept if its server allows.
   * A refresh whose result may not be kept drops the older one: nobody is to read it after that.
   */
  async through(
    method: string,
    about: string,
    fetch: () => Promise<JSONObject>,
    { refresh = false }: { readonly refresh?: boolean } = {},
  ): Promise<JSONObject> {
    const stored = await this.#read(method, about);
    if (!refresh && stored !== undefined && this.#now() < stored.until) return stored.result;
    const generation = this.#generation.get(method);
    try {
      const result = await fetch();
      const ttlMs = freshFor(result);
      if (ttlMs > 0 && this.#generation.get(method) === generation) await this.#write(method, about, result, ttlMs);
      else if (refresh && stored !== undefined) await attempt(() => this.#store.drop(this.#key(method, about)));
      return result;
    } catch (error) {
      if (this.#staleOnError && stored !== undefined) return stored.result;
      throw error;
    }
  }

  /** Forgets results of a method; of one subject, where given. */
  async drop(method: string, about?: string): Promise<void> {
    this.#generation.set(method, (this.#generation.get(method) ?? 0) + 1);
    await attempt(() => this.#store.drop(this.#key(method, about)));
  }

  async #read(method: string, about: string): Promise<Entry | undefined> {
    const text = await attempt(() => this.#store.get(this.#key(method, about)));
    if (text === undefined) return undefined;
    return parseEntry(text);
  }

  async #write(method: string, about: string, result: JSONObject, ttlMs: number): Promise<void> {
    const entry: Entry = { until: this.#now() + Math.min(ttlMs, maxTtlMs), result };
    await attempt(() => this.#store.set(this.#key(method, about), JSON.stringify(entry)));
  }

  /** Quoted before it is encoded: a lone surrogate becomes an escape, and no subject is the prefix of another. */
  #key(method: string, about: string | undefined): string {
    const whose = `${encodeURIComponent(this.#partition)}|${method}|`;
    return about === undefined ? whose : `${whose}${encodeURIComponent(JSON.stringify(about))}`;
  }
}

let partitions = 0;

/** A bounded store in this process. */
export function memoryStore(maxEntries = 512): CacheStore {
  const entries = new Map<string, string>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
    drop(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
    },
  };
}

/** A negative or missing `ttlMs` is no hint at all. [2026-07-28 server/utilities/caching#time-to-live-ttl-field] */
function freshFor(result: JSONObject): number {
  const ttlMs = result["ttlMs"];
  return typeof ttlMs === "number" && ttlMs > 0 ? ttlMs : 0;
}

function parseEntry(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { until, result } = value as Partial<Entry>; // both members are checked on the next line
    return typeof until === "number" && typeof result === "object" && result !== null ? { until, result } : undefined;
  } catch {
    return undefined;
  }
}

async function attempt<T>(step: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch {
    return undefined;
  }
}
