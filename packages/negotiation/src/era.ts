/**
 * Everything that the facades see of an era. Behind these two interfaces sit the legacy handshake and the modern per-request
 * metadata; nothing above this file can tell which one answered, unless it asks `revision`.
 *
 * Shapes are the neutral model's (the newest revision without its envelope). The codec of the agreed revision has been applied.
 */
import type {
  AbortReason,
  Acceptor,
  ClientTransport,
  HeaderMap,
  HeaderParameter,
  JSONObject,
  LinkBudget,
  ReportSink,
  RequestId,
  Sent,
} from "@mcpwire/jsonrpc";
import type { ClientCapabilities, Implementation, LoggingLevel, Revision, ServerCapabilities } from "@mcpwire/protocol";

/* ---------------------------------------------------------------- client side ---------------------------------------------- */

/**
 * What a connection found out about its server, as plain data: store it, hand it to the next connection, and no probe is needed.
 * Where it turns out to be stale, the connection probes again. [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 */
export interface Verdict {
  readonly era: "legacy" | "modern";
  /** The revision to use: the modern one agreed on, or the legacy one to offer. */
  readonly revision: string;
}

export interface ConnectOptions {
  /** Revisions to speak, newest first; a list of one is a pin. Default: every revision, modern first. */
  readonly revisions?: readonly string[];
  /** From an earlier connection to the same server. */
  readonly verdict?: Verdict;
  /** How long the era probe waits for an answer, in ms. Default 5 000. */
  readonly probeTimeoutMs?: number;
  /** How long one request waits without an answer or progress, in ms. Default 60 000. */
  readonly timeoutMs?: number;
  /** How long one request may take in all, in ms. Default 1 800 000. */
  readonly maxTotalMs?: number;
  /** Rounds of input that one call may take. Default 10. */
  readonly maxRounds?: number;
  /**
   * How long a request that was refused until a person has been at a URL waits for the server's word that they have, in ms; it is
   * sent once more then, or when the time is up. 0 sends it at once. Default 300 000.
   */
  readonly elicitationWaitMs?: number;
  /** Log messages wanted on every request, where the era sets the level per request; `setLogLevel` changes it. */
  readonly logLevel?: LoggingLevel;
  /** What of the transport's own limits this client lowers; the smaller counts. Default: nothing. */
  readonly linkLimits?: LinkBudget;
  /** Interval of liveness checks in ms, where the era has them. Default: none. */
  readonly keepAliveMs?: number;
  /** Result types of extensions that the host declares, beside the core's two; such results are passed on with their `resultType`. */
  readonly resultTypes?: readonly string[];
}

/** The host's side of a client connection: who it is, and what it answers when the server asks. */
export interface ClientHost {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  /**
   * Answers what the server asks: `elicitation/create`, `sampling/createMessage`, `roots/list`, or a custom method. Called for
   * requests on the wire and for rounds of input alike, concurrently. Rejects with a `ProtocolError` to refuse.
   */
  answer(method: string, params: JSONObject | undefined, context: AnswerContext): Promise<JSONObject> | JSONObject;
  /** A notification that belongs to no request of ours. */
  notified(method: string, params: JSONObject | undefined): void;
  /** The connection is over. Called once. */
  closed(error?: Error): void;
  readonly report: ReportSink;
}

export interface AnswerContext {
  /** Aborts when the server withdraws its question or the call it belongs to ends. */
  readonly signal: AbortSignal;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxTotalMs?: number | undefined;
  readonly headers?: HeaderMap | undefined;
  readonly headerParameters?: readonly HeaderParameter[] | undefined;
  /** Progress of this request; asking for it sends a progress token. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Any other notification that belongs to this request, log messages among them. */
  readonly onNotification?: ((method: string, params: JSONObject | undefined) => void) | undefined;
  /** May be sent again after a loss. Default: what the method table says. */
  readonly repeatable?: boolean | undefined;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What a watch listens to, in the newest revision's words. [2026-07-28 basic/patterns/subscriptions#notification-filter] */
export interface WatchFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** One watch for changes, in either era. */
export interface Watch {
  /** What the server agreed to send. */
  readonly honored: WatchFilter;
  /** Ends it; resolves when the server was told. Idempotent. */
  close(): Promise<void>;
}

export interface WatchEvents {
  notified(method: string, params: JSONObject | undefined): void;
  /** The server ended it (no error), or it broke. Not called after `close`. */
  ended(error?: Error): void;
}

/** A connection to a server, whatever it speaks. */
export interface ClientEra {
  readonly revision: Revision;
  /** What the server said of itself. `info` may be absent; capabilities are empty while it was not asked (see `ConnectOptions.verdict`). */
  readonly server: {
    readonly info?: Implementation;
    readonly capabilities: ServerCapabilities;
    readonly instructions?: string;
  };
  readonly verdict: Verdict;
  /** Exchanges that it took to agree. */
  readonly roundTrips: number;
  /**
   * Sends a request and resolves with its result, decoded; rounds of input are played against `ClientHost.answer` on the way.
   * Rejects with `ProtocolError` (the server's error), `TransportError` (`timeout`, `aborted`, `closed`, `lost`, `budget`,
   * `malformed`), or `UsageError` (a method or capability that this connection does not have).
   */
  request(method: string, params?: JSONObject, options?: RequestOptions): Promise<JSONObject>;
  notify(method: string, params?: JSONObject): Promise<void>;
  /** Watches for changes; resolves once the server acknowledged. */
  watch(filter: WatchFilter, on: WatchEvents): Promise<Watch>;
  /** Sets the least severe level of log messages wanted from now on; undefined for none. */
  setLogLevel(level: LoggingLevel | undefined): Promise<void>;
  /** Ends everything; pending requests reject with `closed`. Idempotent. */
  close(): Promise<void>;
}

/** Opens a link and agrees on an era and a revision. Rejects with `ProtocolError`, `TransportError` or `UsageError`; the link is closed then. */
export type OpenClient = (transport: ClientTransport, host: ClientHost, options?: ConnectOptions) => Promise<ClientEra>;

/* ---------------------------------------------------------------- server side ---------------------------------------------- */

export interface ServerOptions {
  /** Revisions to serve. Default: every revision. */
  readonly revisions?: readonly string[];
  /** Open watches per link or caller; a watch counts once, or once per resource that it names. Default 1 024. */
  readonly maxSubscriptions?: number;
  /** Open watches on the shared stateless link. Default 10 000. */
  readonly maxStatelessSubscriptions?: number;
  /** Change notices between processes. Default: this process alone. */
  readonly bus?: NotificationBus;
  /** Rounds of input that one legacy call may take. Default 10. */
  readonly maxRounds?: number;
  /** Names an interaction at a URL whose handler gave it no id, where the revision wants one. Default: random. */
  readonly newElicitationId?: () => string;
  /** How long a question to a legacy client may stay open, in ms: a person answers. Default 600 000. */
  readonly askTimeoutMs?: number;
  /**
   * Progress of one request is sent at most once in this time, in ms: of what a handler reports meanwhile the newest is kept, and sent
   * when the time is up or before the answer. Default 0: only a slow reader merges. [2026-07-28 basic/patterns/progress#implementation-notes]
   */
  readonly progressIntervalMs?: number;
}

/** Carries change notices to every process that serves the same definition. */
export interface NotificationBus {
  /** Publishes to every subscriber, this process among them. */
  publish(notice: ChangeNotice): void | Promise<void>;
  /** Returns what ends the subscription. */
  subscribe(listener: (notice: ChangeNotice) => void): () => void;
}

/** Something changed that clients may be watching. */
export type ChangeNotice =
  { readonly type: "tools" | "prompts" | "resources" } | { readonly type: "resource"; readonly uri: string };

/** The facade's side of a server: what it is, and how it runs a request. One for all connections. */
export interface ServerHost {
  readonly info: Implementation;
  /** Fixed once the first link is attached. */
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  /** Caching hints of a result; default `{ ttlMs: 0, cacheScope: "private" }`. */
  cacheHints(method: string, params: JSONObject | undefined, context: RequestContext): CacheHints;
  headerParameters(tool: string, caller: unknown): readonly HeaderParameter[];
  /** True for a method that `handle` knows; the era layer answers any other with -32601. */
  handles(method: string): boolean;
  /**
   * Runs one request. Params are decoded, but not checked against the method's schema. Returns the neutral result, or asks for
   * input. Throws a `ProtocolError` to answer with an error; anything else thrown becomes one -32603 that leaks nothing.
   */
  handle(
    method: string,
    params: JSONObject | undefined,
    context: RequestContext,
  ): HandlerOutcome | Promise<HandlerOutcome>;
  /** A notification from a client, other than those that belong to the era itself. */
  notified?(method: string, params: JSONObject | undefined, context: ClientContext): void;
  readonly report: ReportSink;
}

export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** What a handler gives back: a result, or a request for input. */
export type HandlerOutcome = JSONObject | InputRequired;

/** The brand of a request for input; no result can carry it by accident. */
export const inputRequired: unique symbol = Symbol.for("mcpwire.input-required");

/** Ask these, then call the handler again with the answers and the state. At least one of the two is present. */
export interface InputRequired {
  readonly [inputRequired]: true;
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
  readonly requestState?: string;
}

/** One question to the client. [2026-07-28 basic/patterns/mrtr#inputrequests] */
export interface InputRequest {
  readonly method: string;
  readonly params?: JSONObject;
}

/** Who is on the other side. */
export interface ClientContext {
  readonly revision: Revision;
  /** Self-reported; display only. */
  readonly clientInfo?: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** Who asks, as the host's own authorization says. */
  readonly auth: unknown;
}

/** One request as its handler sees it. */
export interface RequestContext extends ClientContext {
  readonly requestId: RequestId;
  /** The request's `_meta`, unknown keys included. */
  readonly meta: JSONObject;
  /** Built on first read; aborts when the exchange is abandoned. */
  readonly signal: AbortSignal;
  /** Set once the exchange was abandoned. */
  readonly aborted: AbortReason | undefined;
  /** The answers to an earlier request for input, by key; unchecked. */
  readonly inputResponses?: JSONObject | undefined;
  /** The state of an earlier request for input, exactly as it came back; unchecked. */
  readonly requestState?: string | undefined;
  /** True where the client asked for progress. */
  readonly wantsProgress: boolean;
  /** Reports progress; nothing happens where the client did not ask. */
  progress(progress: Progress): Sent;
  /** True where a log message of this level would be sent. */
  logs(level: LoggingLevel): boolean;
  log(level: LoggingLevel, data: unknown, logger?: string): Sent;
  /** Sends any notification that belongs to this request. */
  notify(method: string, params?: JSONObject): Sent;
  /**
   * Tells this client, and no other, that an interaction at a URL is over; works after the request has ended as well. Nothing is
   * sent to a client that would not understand it. [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation]
   */
  elicitationCompleted(elicitationId: string): Sent;
  /** Closes the connection but keeps the request running; undefined where streams cannot resume. */
  readonly detach: ((retryMs: number) => void) | undefined;
}

/** A server behind the transport contract, and what its facade may tell it. */
export interface ServerEra extends Acceptor {
  /** Tells every client that watches, in every process. */
  changed(notice: ChangeNotice): void;
  /** Ends every watch with its result and lets what runs end; then nothing is accepted any more. */
  close(): Promise<void>;
}

export type CreateServerEra = (host: ServerHost, options?: ServerOptions) => ServerEra;
