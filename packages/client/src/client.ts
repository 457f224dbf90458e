/**
 * The client: typed verbs over one connection, whatever revision its server speaks.
 *
 * It knows what a verb needs and what it gives; how exchanges work is behind `ClientEra`, how bytes travel behind the transport.
 */
import { isProtocolError } from "@mcpwire/jsonrpc";
import type { HeaderMap, HeaderParameter, JSONObject, ReportSink } from "@mcpwire/jsonrpc";
import type { ClientEra, Progress, RequestOptions, Verdict } from "@mcpwire/negotiation";
import { HEADER_MISMATCH } from "@mcpwire/protocol";
import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  Implementation,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerCapabilities,
  Tool,
} from "@mcpwire/protocol";
import type { Budgets } from "./budgets.js";
import { subscribe, toChange } from "./changes.js";
import type { Change, Interests, Subscription, SubscriptionOptions } from "./changes.js";
import { Closeable } from "./disposal.js";
import type { Listeners } from "./events.js";
import type { ClientEvents, Listener, LogMessage } from "./events.js";
import { isObject } from "./guards.js";
import { takePrompt, takeResource, takeTemplate, toPromptResult, toReadResult } from "./items.js";
import { createListing } from "./listing.js";
import type { Listing } from "./listing.js";
import type { ResponseCache } from "./response-cache.js";
import type { ToolBook } from "./tools.js";
import { toCallToolResult } from "./tools.js";
import { withStructured } from "./typed-result.js";
import type { StandardSchema, ToolResult } from "./typed-result.js";

/** Options of one call. Times are in ms. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Longest wait without an answer or progress. */
  readonly timeoutMs?: number;
  /** Longest wait in all. */
  readonly maxTotalMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Log messages that belong to this call. */
  readonly onLog?: (message: LogMessage) => void;
  /** Extra headers, where the transport has headers. */
  readonly headers?: HeaderMap;
  /** The call may be sent again when its connection is lost. Default: false for tools, true for what only reads. */
  readonly repeatable?: boolean;
}

export interface ListOptions extends CallOptions {
  /** Asks the server even where a cached result is fresh, and keeps what it answers instead. */
  readonly refresh?: boolean;
}

/** What a client is made of; `connect` puts it together. */
export interface ClientParts {
  readonly era: ClientEra;
  readonly budgets: Budgets;
  readonly cache: ResponseCache;
  readonly tools: ToolBook;
  readonly listeners: Listeners;
  readonly report: ReportSink;
}

/** A connection to one server. Made by `connect`; `await using` closes it. */
export class Client extends Closeable {
  readonly #era: ClientEra;
  readonly #budgets: Budgets;
  readonly #cache: ResponseCache;
  readonly #tools: ToolBook;
  readonly #listeners: Listeners;
  readonly #report: ReportSink;
  readonly #subscriptions = new Set<Subscription>();
  /** The events whose listeners have a watch of their own. */
  readonly #watched = new Map<keyof ClientEvents, Promise<Subscription | undefined>>();

  constructor(parts: ClientParts) {
    super();
    this.#era = parts.era;
    this.#budgets = parts.budgets;
    this.#cache = parts.cache;
    this.#tools = parts.tools;
    this.#listeners = parts.listeners;
    this.#report = parts.report;
  }

  /** The revision agreed on, as its date. */
  get revision(): string {
    return this.#era.revision.name;
  }

  /** The server's name and version, as it says itself; undefined where it did not say. */
  get serverInfo(): Implementation | undefined {
    return this.#era.server.info;
  }

  get serverCapabilities(): ServerCapabilities {
    return this.#era.server.capabilities;
  }

  /** The server's advice on how to use it, for a model. */
  get instructions(): string | undefined {
    return this.#era.server.instructions;
  }

  /** What this connection found out, as plain data; hand it to the next `connect` to the same server. */
  get verdict(): Verdict {
    return this.#era.verdict;
  }

  /** Exchanges that it took to agree on the revision. */
  get roundTrips(): number {
    return this.#era.roundTrips;
  }

  /** The server's tools. Tools that cannot be used are left out and reported. [2025-11-25 server/tools#listing-tools] */
  tools(options?: ListOptions): Listing<Tool> {
    return this.#list("tools/list", "tools", (item) => this.#tools.take(item), options);
  }

  /** [2025-11-25 server/resources#listing-resources] */
  resources(options?: ListOptions): Listing<Resource> {
    return this.#list("resources/list", "resources", (item) => takeResource(item, this.#report), options);
  }

  /** [2025-11-25 server/resources#resource-templates] */
  resourceTemplates(options?: ListOptions): Listing<ResourceTemplate> {
    const take = (item: unknown) => takeTemplate(item, this.#report);
    return this.#list("resources/templates/list", "resourceTemplates", take, options);
  }

  /** [2025-11-25 server/prompts#listing-prompts] */
  prompts(options?: ListOptions): Listing<Prompt> {
    return this.#list("prompts/list", "prompts", (item) => takePrompt(item, this.#report), options);
  }

  /**
   * Calls a tool. A failure of the tool itself is a result with `isError`; everything else rejects. Structured content is checked
   * against the output schema of the last listing and, where given, against `output`, which also gives it its type.
   * [2025-11-25 server/tools#calling-tools]
   */
  async callTool<Structured = unknown>(
    name: string,
    args?: JSONObject,
    options: CallOptions & { readonly output?: StandardSchema<Structured> } = {},
  ): Promise<ToolResult<Structured>> {
    const params = args === undefined ? { name } : { name, arguments: args };
    let answer: JSONObject;
    try {
      answer = await this.#call(name, params, options);
    } catch (error) {
      if (!isProtocolError(error) || error.rpcCode !== HEADER_MISMATCH) throw error;
      // A tool whose schema changed since it was listed is listed again, once. [2026-07-28 basic/transports/streamable-http#client-behavior]
      await this.tools({ refresh: true }).all();
      answer = await this.#call(name, params, options);
    }
    const result = toCallToolResult(answer, this.#report);
    this.#tools.checkResult(name, result);
    // Without a schema of the caller, Structured is unknown, and so is the content.
    return options.output ? withStructured(name, options.output, result) : (result as ToolResult<Structured>);
  }

  /** [2025-11-25 server/resources#reading-resources] */
  async readResource(uri: string, options: ListOptions = {}): Promise<ReadResourceResult> {
    return toReadResult(await this.#cached("resources/read", uri, { uri }, options), this.#report);
  }

  /** [2025-11-25 server/prompts#getting-a-prompt] */
  async getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options: CallOptions = {},
  ): Promise<GetPromptResult> {
    const params = args === undefined ? { name } : { name, arguments: args };
    return toPromptResult(await this.#era.request("prompts/get", params, toRequestOptions(options)), this.#report);
  }

  /** Completions for an argument of a prompt or a variable of a template. [2025-11-25 server/utilities/completion#requesting-completions] */
  async complete(params: CompleteRequestParams, options: CallOptions = {}): Promise<CompleteResult["completion"]> {
    const result = await this.#era.request("completion/complete", { ...params }, toRequestOptions(options));
    const completion = result["completion"];
    if (!isObject(completion) || !Array.isArray(completion["values"])) return { values: [] };
    const { values, total, hasMore } = completion;
    return {
      values: values.filter((value) => typeof value === "string"),
      ...(typeof total === "number" ? { total } : {}),
      ...(typeof hasMore === "boolean" ? { hasMore } : {}),
    };
  }

  /**
   * Checks that the server is alive, where the revision has `ping`; a later one has other signs of life, and this rejects with a
   * `UsageError` (`method`) there. The option `keepAliveMs` of `connect` does it by itself, at every revision that can.
   * [2025-11-25 basic/utilities/ping#behavior-requirements]
   */
  async ping(options: CallOptions = {}): Promise<void> {
    await this.#era.request("ping", undefined, toRequestOptions(options));
  }

  /**
   * Asks for log messages of at least this severity from now on; undefined asks for none. Where the level belongs to the connection
   * the server is told, which needs its `logging` capability; where it belongs to each request, it goes out with the next ones.
   * [2025-11-25 server/utilities/logging#setting-log-level] [2026-07-28 server/utilities/logging#per-request-log-level]
   * @deprecated Logging is on its way out of the protocol. [2026-07-28 deprecated#deprecated]
   */
  setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    return this.#era.setLogLevel(level);
  }

  /** Watches for changes; resolves once the server acknowledged, with what it agreed to announce. */
  subscribe(interests: Interests, options?: SubscriptionOptions): Promise<Subscription> {
    const noticed = (change: Change) => {
      void this.#forget(change);
      if (change.type === "resource") this.#listeners.emit("resourceUpdated", { uri: change.uri });
    };
    return this.#subscribe(interests, noticed, options);
  }

  /**
   * Listens for an event; returns what stops it. The change events also open a watch for their kind, where the server announces
   * it, and close it with their last listener; a watch that is lost for good is reported (`not-watched`), and the next `on` opens
   * another. `resourceUpdated` hears of what `subscribe` asked for.
   */
  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    const remove = this.#listeners.add(name, listener);
    const interests = watchedBy[name];
    if (interests === undefined) return remove;
    if (!this.#watched.has(name)) this.#watched.set(name, this.#watchFor(name, interests));
    return () => {
      remove();
      if (this.#listeners.has(name)) return;
      void this.#watched.get(name)?.then((watch) => watch?.close());
      this.#watched.delete(name);
    };
  }

  /** Sends any request; for methods that have no verb here. */
  request(method: string, params?: JSONObject, options: CallOptions = {}): Promise<JSONObject> {
    return this.#era.request(method, params, toRequestOptions(options));
  }

  /** Sends any notification. */
  notify(method: string, params?: JSONObject): Promise<void> {
    return this.#era.notify(method, params);
  }

  /** Ends the connection; what is pending rejects with `closed`. Idempotent. */
  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    await this.#era.close();
  }

  /** What `connect` feeds with the notifications that belong to no call and no watch. */
  notified(method: string, params: JSONObject | undefined): void {
    this.#listeners.emit("notification", { method, params });
    const log = toLogMessage(method, params);
    if (log !== undefined) this.#listeners.emit("log", log);
    const change = toChange(method, params);
    if (change !== undefined) this.#noticed(change);
    const elicitationId = method === "notifications/elicitation/complete" ? params?.["elicitationId"] : undefined;
    if (typeof elicitationId === "string") this.#listeners.emit("elicitationComplete", { elicitationId });
  }

  #noticed(change: Change): void {
    void this.#forget(change);
    if (change.type === "resource") this.#listeners.emit("resourceUpdated", { uri: change.uri });
    else this.#listeners.emit(`${change.type}Changed`, undefined);
  }

  async #forget(change: Change): Promise<void> {
    if (change.type === "resource") return this.#cache.drop("resources/read", change.uri);
    await this.#cache.drop(`${change.type}/list`);
    if (change.type === "resources") await this.#cache.drop("resources/templates/list");
  }

  #list<T>(
    method: string,
    member: string,
    take: (item: unknown) => T | undefined,
    options: ListOptions = {},
  ): Listing<T> {
    const fetchPage = (cursor: string | undefined, isRestarted: boolean) => {
      const how = isRestarted ? { ...options, refresh: true } : options;
      return cursor === undefined
        ? this.#cached(method, "first page", undefined, how)
        : this.#cached(method, `page ${cursor}`, { cursor }, how);
    };
    return createListing(method, member, fetchPage, take, this.#budgets);
  }

  #cached(method: string, about: string, params: JSONObject | undefined, options: ListOptions): Promise<JSONObject> {
    const fetch = () => this.#era.request(method, params, toRequestOptions(options));
    return this.#cache.through(method, about, fetch, { refresh: options.refresh === true });
  }

  #call(name: string, params: JSONObject, options: CallOptions): Promise<JSONObject> {
    return this.#era.request("tools/call", params, toRequestOptions(options, this.#tools.headerParameters(name)));
  }

  async #watchFor(name: keyof ClientEvents, interests: Interests): Promise<Subscription | undefined> {
    const lost = (error: unknown) => {
      this.#watched.delete(name);
      this.#report({
        code: "not-watched",
        message: "the server does not announce what is listened for",
        data: { interests, error },
      });
    };
    try {
      const watch = await this.#subscribe(interests, (change) => this.#noticed(change), {}, lost);
      if (Object.keys(watch.honored).length > 0) return watch;
      lost(undefined);
      await watch.close();
    } catch (error) {
      lost(error);
    }
    return undefined;
  }

  async #subscribe(
    interests: Interests,
    noticed: (change: Change) => void,
    options?: SubscriptionOptions,
    lost?: (error: unknown) => void,
  ): Promise<Subscription> {
    const subscription = await subscribe(this.#era, interests, noticed, {
      ...options,
      ended: (ended, error) => {
        this.#subscriptions.delete(ended);
        if (error !== undefined) lost?.(error);
      },
    });
    this.#subscriptions.add(subscription);
    return subscription;
  }
}

const watchedBy: Partial<Record<keyof ClientEvents, Interests>> = {
  toolsChanged: { tools: true },
  promptsChanged: { prompts: true },
  resourcesChanged: { resourcesList: true },
};

/** Written out: it runs for each call, and an object that is spread into costs as much as the rest of it. */
function toRequestOptions(options: CallOptions, headerParameters?: readonly HeaderParameter[]): RequestOptions {
  if (options.onLog === undefined && headerParameters === undefined) return options;
  const { onLog, signal, timeoutMs, maxTotalMs, onProgress, headers, repeatable } = options;
  const onNotification = onLog && logsTo(onLog);
  return { signal, timeoutMs, maxTotalMs, onProgress, onNotification, headers, headerParameters, repeatable };
}

function logsTo(onLog: (log: LogMessage) => void): RequestOptions["onNotification"] {
  return (method, params) => {
    const log = toLogMessage(method, params);
    if (log !== undefined) onLog(log);
  };
}

function toLogMessage(method: string, params: JSONObject | undefined): LogMessage | undefined {
  if (method !== "notifications/message" || params === undefined || typeof params["level"] !== "string")
    return undefined;
  const { level, logger, data } = params;
  // Any string may come as a level; hosts compare it with the levels they know.
  return { level: level as LoggingLevel, ...(typeof logger === "string" && { logger }), data };
}
