/**
 * Watching a server for changes: one verb for every revision. A watch that breaks is opened again, with growing waits; what was
 * missed meanwhile is announced once, as a change of everything that was watched.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ClientEra, Watch, WatchFilter } from "@mcpwire/negotiation";
import { Closeable } from "./disposal.js";
import type { Disposed } from "./disposal.js";

/** What to watch. */
export interface Interests {
  readonly tools?: boolean;
  readonly prompts?: boolean;
  /** The list of resources. */
  readonly resourcesList?: boolean;
  /** URIs of single resources. */
  readonly resources?: readonly string[];
}

/** Something changed. `resource` is one resource's content; the others are lists. */
export type Change =
  { readonly type: "tools" | "prompts" | "resources" } | { readonly type: "resource"; readonly uri: string };

/** A watch that is open; also `await using`. */
export interface Subscription extends AsyncIterable<Change>, Disposed {
  /** What the server agreed to announce; may change when the watch is opened again. */
  readonly honored: Interests;
  /** Ends the watch and its iteration. Idempotent. */
  close(): Promise<void>;
}

export interface SubscriptionOptions {
  /** Attempts in a row to open a broken watch again; 0 is none. Default 5. */
  readonly maxReopens?: number;
  /** The first wait before opening it again, in ms; doubles up to 30 s, with jitter on top. Default 500. */
  readonly reopenDelayMs?: number;
  /** Changes kept for a slow reader; equal ones are kept once. Default 1 000. */
  readonly maxQueued?: number;
}

const maxDelayMs = 30_000;

/** The notification of each change. */
const changeOf = new Map<string, (params: JSONObject | undefined) => Change | undefined>([
  ["notifications/tools/list_changed", () => ({ type: "tools" })],
  ["notifications/prompts/list_changed", () => ({ type: "prompts" })],
  ["notifications/resources/list_changed", () => ({ type: "resources" })],
  [
    "notifications/resources/updated",
    (params) => (typeof params?.["uri"] === "string" ? { type: "resource", uri: params["uri"] } : undefined),
  ],
]);

/** The change that a notification announces, if it announces one. */
export function toChange(method: string, params: JSONObject | undefined): Change | undefined {
  return changeOf.get(method)?.(params);
}

interface OwnerOptions extends SubscriptionOptions {
  /** Told once, when the subscription ended for whatever reason; with an error where it was lost for good. */
  readonly ended: (subscription: Subscription, error?: unknown) => void;
}

/** Opens a watch; resolves once the server acknowledged it. `noticed` hears of each change before its reader does. */
export async function subscribe(
  era: ClientEra,
  interests: Interests,
  noticed: (change: Change) => void,
  options: OwnerOptions,
): Promise<Subscription> {
  const subscription = new OpenSubscription(era, interests, noticed, options);
  await subscription.open();
  return subscription;
}

class OpenSubscription extends Closeable implements Subscription {
  readonly #era: ClientEra;
  readonly #filter: WatchFilter;
  readonly #noticed: (change: Change) => void;
  readonly #maxReopens: number;
  readonly #reopenDelayMs: number;
  readonly #maxQueued: number;
  readonly #whenEnded: OwnerOptions["ended"];
  /** Changes that were not read yet, by what they announce. */
  readonly #queue = new Map<string, Change>();
  readonly #waiting: { resolve(r: IteratorResult<Change, undefined>): void; reject(error: unknown): void }[] = [];
  #watch: Watch | undefined;
  #ended: { readonly error?: unknown } | undefined;
  #reopens = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(era: ClientEra, interests: Interests, noticed: (change: Change) => void, options: OwnerOptions) {
    super();
    this.#era = era;
    this.#filter = toFilter(interests);
    this.#noticed = noticed;
    this.#maxReopens = options.maxReopens ?? 5;
    this.#reopenDelayMs = options.reopenDelayMs ?? 500;
    this.#maxQueued = options.maxQueued ?? 1000;
    this.#whenEnded = options.ended;
  }

  get honored(): Interests {
    return fromFilter(this.#watch?.honored ?? {});
  }

  async open(): Promise<void> {
    const watch = await this.#era.watch(this.#filter, {
      notified: (method, params) => {
        const change = toChange(method, params);
        if (change === undefined) return;
        // Only what the server sends proves that the watch works; see maxReopens.
        this.#reopens = 0;
        this.#push(change);
      },
      ended: (error) => (error === undefined ? this.#end() : this.#broken(error)),
    });
    if (this.#ended !== undefined) return watch.close();
    this.#watch = watch;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#end();
    await this.#watch?.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    try {
      for (let next = await this.#next(); next.done !== true; next = await this.#next()) yield next.value;
    } finally {
      await this.close();
    }
  }

  #next(): Promise<IteratorResult<Change, undefined>> {
    for (const [key, change] of this.#queue) {
      this.#queue.delete(key);
      return Promise.resolve({ done: false, value: change });
    }
    if (this.#ended !== undefined) {
      return "error" in this.#ended
        ? Promise.reject(this.#ended.error)
        : Promise.resolve({ done: true, value: undefined });
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #push(change: Change): void {
    if (this.#ended !== undefined) return;
    this.#noticed(change);
    const reader = this.#waiting.shift();
    if (reader !== undefined) return reader.resolve({ done: false, value: change });
    this.#queue.set(keyOf(change), change);
    for (const oldest of this.#queue.keys()) {
      if (this.#queue.size <= this.#maxQueued) break;
      this.#queue.delete(oldest);
    }
  }

  #broken(error: unknown): void {
    this.#watch = undefined;
    if (this.#ended !== undefined) return;
    if (this.#reopens >= this.#maxReopens) return this.#end({ error });
    const wait = Math.min(this.#reopenDelayMs * 2 ** this.#reopens, maxDelayMs);
    this.#reopens++;
    this.#timer = setTimeout(() => void this.#reopen(), wait + Math.random() * wait);
  }

  async #reopen(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      return this.#broken(error);
    }
    for (const change of allOf(this.#watch?.honored ?? {})) this.#push(change);
  }

  #end(how: { readonly error?: unknown } = {}): void {
    if (this.#ended !== undefined) return;
    this.#ended = how;
    this.#whenEnded(this, how.error);
    clearTimeout(this.#timer);
    for (const reader of this.#waiting.splice(0)) {
      if ("error" in how) reader.reject(how.error);
      else reader.resolve({ done: true, value: undefined });
    }
  }
}

function toFilter(interests: Interests): WatchFilter {
  return {
    ...(interests.tools && { toolsListChanged: true }),
    ...(interests.prompts && { promptsListChanged: true }),
    ...(interests.resourcesList && { resourcesListChanged: true }),
    ...(interests.resources?.length && { resourceSubscriptions: interests.resources }),
  };
}

function fromFilter(filter: WatchFilter): Interests {
  return {
    ...(filter.toolsListChanged && { tools: true }),
    ...(filter.promptsListChanged && { prompts: true }),
    ...(filter.resourcesListChanged && { resourcesList: true }),
    ...(filter.resourceSubscriptions?.length && { resources: filter.resourceSubscriptions }),
  };
}

function allOf(honored: WatchFilter): Change[] {
  const changes: Change[] = [];
  if (honored.toolsListChanged) changes.push({ type: "tools" });
  if (honored.promptsListChanged) changes.push({ type: "prompts" });
  if (honored.resourcesListChanged) changes.push({ type: "resources" });
  for (const uri of honored.resourceSubscriptions ?? []) changes.push({ type: "resource", uri });
  return changes;
}

function keyOf(change: Change): string {
  return change.type === "resource" ? `resource ${change.uri}` : change.type;
}
