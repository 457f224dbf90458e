/**
 * The transport contract: what a transport gives to the layers above it, and what it may expect of them.
 *
 * The unit is the *exchange*: one request, the messages that belong to it, one response, and a way to abandon it. Exchanges run
 * over a *link*: a process, a legacy HTTP session, or a stateless endpoint. Session ids, event ids and HTTP statuses stay on the
 * transport's side of this file; methods, `_meta` keys and revisions stay on the other, but for the few facts injected through
 * `Correlation` and `WireRules`.
 *
 * Everything here is synchronous where it can be. `@mcpwire/jsonrpc/compliance` is this file as a test-suite.
 */
import type { TransportError } from "./errors.js";
import type { JSONObject, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId } from "./message.js";

/**
 * The outcome of a send. `undefined`: taken, go on. A promise: taken as well, but wait for it before sending more (a slow reader,
 * or a log elsewhere). It never rejects; a link that is gone swallows what it is given, and its exchanges are told by other means.
 */
export type Sent = void | Promise<void>;

/** HTTP headers by name; what a caller adds to one exchange, where the transport has headers. */
export type HeaderMap = Readonly<Record<string, string>>;

/** What was noticed and survived. A stable `code`, and a sentence for a person. Nothing is written to a console. */
export interface Report {
  readonly code: ReportCode;
  readonly message: string;
  readonly data?: unknown;
}

/** The codes of this package; packages above add their own, documented beside the code that reports them. */
export type ReportCode =
  | "late-reply"
  | "unknown-reply"
  | "error-without-id"
  | "unknown-notification"
  | "ignored-cancel"
  | "skipped-line"
  | "overlong-line"
  | "malformed-message"
  | "refused-batch"
  | "handler-error"
  | "close-failed"
  | "ping-failed"
  | (string & {});

export type ReportSink = (report: Report) => void;

/** Why an exchange was abandoned from outside. */
export interface AbortReason {
  /** `cancelled`: the peer asked for it. `disconnected`: its stream is gone. `closed`: the link ended. `overload`: a limit. */
  readonly code: "cancelled" | "disconnected" | "closed" | "overload";
  /** The peer's words, where it gave any. */
  readonly reason?: string;
}

/**
 * How notifications name the exchange that they belong to. The vocabulary of MCP comes in through this port, so that a transport
 * knows no method name and no `_meta` key.
 */
export interface Correlation {
  /** The request of ours that this notification belongs to (progress token, subscription id), if it names one. */
  exchangeOf(n: JSONRPCNotification): RequestId | undefined;
  /** The request that this notification cancels, if it is a cancellation and well formed. */
  cancelledBy(n: JSONRPCNotification): { readonly id: RequestId; readonly reason?: string } | undefined;
  /** True for a request that must never be part of a batch. */
  isHandshake(q: JSONRPCRequest): boolean;
}

/** What a transport must know of the agreed revision. Until `settle`, no batches and no null ids. */
export interface WireRules {
  readonly revision: string;
  /** Batch arrays are accepted. */
  readonly batches: boolean;
  /** An error whose request id was unreadable is sent with `id: null` instead of without an id. */
  readonly nullIds: boolean;
  /** HTTP: requests carry the protocol version header. */
  readonly versionHeader: boolean;
  /** HTTP: a stream begins with an event that carries an id and no data, so that a cut before the first message can resume. */
  readonly primingEvent: boolean;
}

/* ---------------------------------------------------------------- server side ---------------------------------------------- */

/**
 * Why a server refuses a request before running it. Only modern HTTP reads it: a status does not follow from a JSON-RPC code
 * alone (-32602 is 400 for missing metadata, 200 for an unknown tool).
 */
export type Refusal =
  "malformed" | "header-mismatch" | "unsupported-revision" | "missing-capability" | "unknown-method";

/** A parameter of a tool that HTTP mirrors in a header. */
export interface HeaderParameter {
  /** The chain of `properties` keys that leads to the value. */
  readonly path: readonly string[];
  /** The name behind `Mcp-Param-`. */
  readonly header: string;
  readonly type: "string" | "integer" | "boolean";
}

/** What a transport needs to know of a server; plain data, fixed for the server's life. */
export interface ServerFacts {
  /** Every revision that the server serves, newest first. */
  readonly revisions: readonly string[];
  readonly correlation: Correlation;
  /** The mirrored parameters of a tool; empty for one that has none, or that this caller may not know of. */
  headerParameters(tool: string, caller: unknown): readonly HeaderParameter[];
}

/**
 * A server, as transports see it: a function of an exchange. One acceptor serves every connection, session and request at once.
 * No method may throw, and none may block: work that takes time ends the exchange later.
 */
export interface Acceptor {
  readonly facts: ServerFacts;
  /** A link came up. Called once per link, before anything else on it. */
  attach(link: ServerLink): void;
  /** A request arrived. `x.end` may be called before this returns. */
  accept(x: ServerExchange): void;
  /** A notification arrived that cancels nothing. `caller` as in `ServerExchange`. */
  take(n: JSONRPCNotification, link: ServerLink, caller?: unknown): void;
  /**
   * The link ends. `drain` (end of stdin, listener close): long-lived exchanges end with their result, others may finish; the
   * transport waits for them. `drop` (session deleted or expired, peer gone): every exchange of the link has been aborted.
   */
  release(link: ServerLink, how: "drain" | "drop"): void;
  /**
   * A link that came up in another process goes on in this one, or what is kept beside it has changed there: brings `link.state` to
   * what `kept` says, all of it. Called after `attach`, any number of times. False where this server cannot go on with the link.
   * Absent: each link stays in the process where it came up.
   */
  restore?(link: ServerLink, kept: JSONObject): boolean;
}

/** The server's end of a link. */
export interface ServerLink {
  /** Free for the layer above; starts undefined. On a shared stateless link it must hold nothing of any client. */
  state: unknown;
  /** Set on a link that clients share: each of its requests stands alone, and a handshake on it is answered but not remembered. */
  readonly stateless?: true;
  /** The handshake on this link agreed on these rules. */
  settle(rules: WireRules): void;
  /**
   * Keeps a value of JSON beside the link, under a name that is not empty; undefined takes it away. What is kept is there when the link
   * goes on in another process (`Acceptor.restore`). Absent where a link ends with its process.
   */
  keep?(name: string, value: unknown): void;
  /** Sends a notification that belongs to no exchange. Absent where there is no channel for it. */
  notify?(n: JSONRPCNotification): Sent;
  /** Asks the client outside of any exchange. Absent where there is no channel for it. */
  ask?(q: JSONRPCRequest, reply: Reply): Asked;
  /** Ends the link from our side: as a `drop`, and the peer sees it closed. */
  close(): void;
}

/** The answer to what we asked: called at most once, never inside `ask`. */
export type Reply = (r: JSONRPCResponse | TransportError) => void;

/** A question to the peer that is still open. */
export interface Asked {
  /** Stops waiting; `reply` will not be called. The notice, if given, is sent to the peer. */
  abandon(notice?: JSONRPCNotification): void;
}

/** A request from the other side, as seen by the side that answers it. */
export interface Inbound {
  readonly request: JSONRPCRequest;
  /** Set once the exchange was abandoned; nothing may be sent any more, and what is sent is swallowed. */
  readonly aborted?: AbortReason | undefined;
  /**
   * Called at most once, when the exchange is abandoned, while its open questions can still be withdrawn. Set it inside `accept`;
   * assigning it later, after the abort, does nothing.
   */
  onabort?: ((why: AbortReason) => void) | undefined;
  /** Answers. Once; a second call and a call after an abort do nothing. */
  end(r: JSONRPCResponse, refusal?: Refusal): void;
}

/** One request to a server, and everything that may be said before its answer. */
export interface ServerExchange extends Inbound {
  readonly link: ServerLink;
  /** Who asks, as the host's own authorization says; undefined where nobody checked. */
  readonly caller: unknown;
  /** The revision that the transport's envelope names, where only the envelope can (a stateless legacy request). */
  readonly revision?: string | undefined;
  /** Sends a notification that belongs to this exchange, before its answer. */
  notify(n: JSONRPCNotification): Sent;
  /** Asks the client within this exchange (legacy only). */
  ask?(q: JSONRPCRequest, reply: Reply): Asked;
  /** Closes the connection but keeps the exchange; the client is told to come back after `retryMs`. Absent where streams cannot resume. */
  detach?(retryMs: number): void;
}

/* ---------------------------------------------------------------- client side ---------------------------------------------- */

/** A way to reach one server. Opening twice gives two links. */
export interface ClientTransport {
  /** What the transport is called in messages: `stdio`, `http`, `memory`. */
  readonly kind: string;
  /** What a stored era verdict belongs to: a process link forgets it, an origin keeps it. */
  readonly scope: "process" | "origin";
  /** Brings the link up. Rejects with a `TransportError` (`unreachable`) when it cannot. */
  open(on: LinkEvents): Promise<ClientLink>;
}

/** The client's end of a link. */
export interface ClientLink {
  /** Starts an exchange. The id must not be in flight on this link. No event fires before this returns. */
  begin(q: JSONRPCRequest, on: ExchangeEvents, hints?: ExchangeHints): ClientExchange;
  /** The handshake agreed on these rules; `first` is the notification that says so, and goes out under them. */
  settle(rules: WireRules, first?: JSONRPCNotification): Sent;
  /** Sends a notification that belongs to no exchange. */
  notify(n: JSONRPCNotification): Sent;
  /** Ends the link; pending exchanges are `lost` with code `closed`. Idempotent; resolves when everything is released. */
  close(): Promise<void>;
}

export interface ExchangeHints {
  /** Extra headers of this exchange, where the transport has headers. */
  readonly headers?: HeaderMap | undefined;
  /** Parameters that the transport mirrors in headers. */
  readonly headerParameters?: readonly HeaderParameter[] | undefined;
  /**
   * An error response whose id is null or missing ends this exchange, if it is the only one in flight on its link. For the era
   * probe: an older server may fail to read the probe's id. Without it such errors are reported and nothing else.
   */
  readonly takesErrorWithoutId?: boolean;
}

export interface ClientExchange {
  /** Stops waiting: no further event of this exchange fires. The notice, if given, is sent where the transport has no better sign. */
  abandon(notice?: JSONRPCNotification): void;
}

/** What the owner of a link lets its peer cost. A transport takes the smaller of this and its own limit; undefined leaves its own. */
export interface LinkBudget {
  /** Bytes of one message of the peer. An answer beyond it is lost with `budget`, and `data.limit` is `maxMessageBytes`. */
  readonly maxMessageBytes?: number | undefined;
  /** Streams that the peer may hold open, where the transport has them; one more is lost with `budget`, as above. */
  readonly maxOpenStreams?: number | undefined;
}

/** What a link tells its owner. */
export interface LinkEvents {
  readonly correlation: Correlation;
  /** Read once, by `open`. */
  readonly limits?: LinkBudget | undefined;
  /** A notification that belongs to no exchange in flight. */
  notified(n: JSONRPCNotification): void;
  /** A request of the server that belongs to no exchange (legacy only). The server may cancel what it asked. */
  asked(x: Inbound): void;
  /** The link is gone, by either side's doing; called once, after every exchange was told. */
  closed(error?: TransportError): void;
  report(report: Report): void;
}

/** What one exchange tells its owner: any number of `notified` and `asked`, then exactly one of `ended` and `lost`. */
export interface ExchangeEvents {
  notified(n: JSONRPCNotification): void;
  asked(x: Inbound): void;
  /** The answer. */
  ended(r: JSONRPCResponse, evidence?: Evidence): void;
  /** There will be no answer. Sending again is the business of the layer above. */
  lost(error: TransportError): void;
  /**
   * The link waits for something on this side, such as a user who logs in, and no longer (`false`). That time is not the peer's: clocks
   * should stand still.
   */
  held?(isHeld: boolean): void;
}

/** What a transport saw beside an answer, for the layer that must tell eras apart. */
export interface Evidence {
  /** The status of the HTTP answer that carried the body. */
  readonly httpStatus?: number;
}
