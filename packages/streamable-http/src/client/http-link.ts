/**
 * The client's end of one server over HTTP. Modern requests need nothing of it but a way out; a legacy handshake makes it the
 * client's end of a session. [2025-11-25 basic/transports#session-management]
 */
import {
  RequestLedger,
  TransportError,
  type ClientExchange,
  type ClientLink,
  type Correlation,
  type ExchangeEvents,
  type ExchangeHints,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type LinkEvents,
  type ParseOptions,
  type ReportSink,
  type RequestId,
  type Sent,
  type WireRules,
} from "@mcpwire/jsonrpc";
import { SESSION_ID_HEADER } from "@mcpwire/protocol";
import { mediaTypeOf, readPostAnswer } from "../core/client/answer.js";
import {
  isSessionId,
  postHeaders,
  revisionOf,
  sessionHeaders,
  streamHeaders,
  type SessionFacts,
} from "../core/client/request-headers.js";
import { openHttpSse } from "../http-sse/client-link.js";
import { drain, release } from "./body.js";
import { Connections } from "./connections.js";
import { OpenStreams } from "./event-stream.js";
import { HttpExchange, type ExchangeHome } from "./exchange.js";
import { HttpRequests } from "./http-requests.js";
import { settingsWithin, type HttpSettings } from "./options.js";
import { Questions } from "./questions.js";
import { StandaloneStream } from "./standalone-stream.js";

/** How long requests whose answers have not begun may still get their own 404, once one has shown that the session is gone. */
const expiryGraceMs = 1_000;

export class HttpLink implements ClientLink, ExchangeHome {
  readonly settings: HttpSettings;
  readonly requests: HttpRequests;
  readonly streams: OpenStreams;
  readonly questions: Questions;
  readonly #on: LinkEvents;
  readonly #pending: RequestLedger<HttpExchange>;
  /** Those whose POST has no answer yet. */
  readonly #unanswered = new Set<HttpExchange>();
  /** Those that were answered by "no such session". */
  readonly #strangers = new Set<HttpExchange>();
  /** What belongs to no exchange: the POSTs of other messages, the search for another transport. */
  readonly #messages = new Connections();
  #sessionId: string | undefined;
  #rules: WireRules | undefined;
  /** The revision that the latest modern request named. */
  #spoken: string | undefined;
  #standalone: StandaloneStream | undefined;
  #isExpired = false;
  #expiryTimer: unknown;
  #elsewhere: ClientLink | undefined;
  #closing: Promise<void> | undefined;

  constructor(given: HttpSettings, on: LinkEvents) {
    const settings = settingsWithin(given, on.limits);
    this.settings = settings;
    this.requests = new HttpRequests(settings);
    this.streams = new OpenStreams(settings.maxOpenStreams);
    this.#on = on;
    this.#pending = new RequestLedger({ maxInFlight: settings.limits.maxInFlight });
    this.questions = new Questions({
      maxInFlight: settings.limits.maxInFlight,
      send: (answer) => this.post(answer),
      report: (r) => on.report(r),
    });
  }

  /* -------------------------------------------------------------- ClientLink ----------------------------------------------- */

  begin(q: JSONRPCRequest, on: ExchangeEvents, hints: ExchangeHints = {}): ClientExchange {
    if (this.#elsewhere !== undefined) return this.#elsewhere.begin(q, on, hints);
    // What cannot be sent (a bigint in the params) is our caller's mistake, and no exchange.
    const body = JSON.stringify(q);
    const exchange = new HttpExchange(this, q, on, hints);
    switch (this.#pending.open(q.id, exchange)) {
      case "closed":
        queueMicrotask(() => exchange.lose(new TransportError("closed", "The link is closed")));
        return exchange;
      case "busy": {
        const { maxInFlight } = this.settings.limits;
        queueMicrotask(() =>
          exchange.lose(new TransportError("busy", `${maxInFlight} requests are in flight already`)),
        );
        return exchange;
      }
      case "opened":
        break;
    }
    if (this.#isExpired) {
      this.#strangers.add(exchange);
      return exchange;
    }
    this.#unanswered.add(exchange);
    this.#spoken = revisionOf(q) ?? this.#spoken;
    this.#standalone?.revive();
    // A turn later: no event may fire before this returns.
    queueMicrotask(() => void exchange.run(body));
    return exchange;
  }

  settle(rules: WireRules, first?: JSONRPCNotification): Sent {
    if (this.#elsewhere !== undefined) return this.#elsewhere.settle(rules, first);
    this.#rules = rules;
    return this.#settle(first);
  }

  notify(n: JSONRPCNotification): Sent {
    if (this.#elsewhere !== undefined) return this.#elsewhere.notify(n);
    this.#standalone?.revive();
    return this.#send(n).then(() => undefined);
  }

  close(): Promise<void> {
    if (this.#elsewhere !== undefined) return this.#elsewhere.close();
    if (this.#closing !== undefined) return this.#closing;
    const sessionId = this.#isExpired ? undefined : this.#sessionId;
    // Set first: the owner may call `close` again from within the events below.
    this.#closing = Promise.resolve();
    this.#end(undefined, () => new TransportError("closed", "The link was closed"));
    if (sessionId !== undefined) this.#closing = this.#deleteSession(sessionId);
    return this.#closing;
  }

  /* ------------------------------------------------------------- ExchangeHome ---------------------------------------------- */

  get correlation(): Correlation {
    return this.#on.correlation;
  }

  get report(): ReportSink {
    return (r) => this.#on.report(r);
  }

  get session(): SessionFacts {
    return { id: this.#sessionId, rules: this.#rules, spoken: this.#spoken };
  }

  get parseOptions(): ParseOptions {
    const { maxDepth, maxBatch } = this.settings.limits;
    return { maxDepth, batches: this.#rules?.batches === true ? { max: maxBatch } : false };
  }

  async resume(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    return this.#get("resume", lastEventId, signal);
  }

  sessionNamed(id: string | null): void {
    if (id === null) return;
    if (isSessionId(id)) this.#sessionId = id;
    else
      this.#on.report({ code: "malformed-message", message: "the server named a session with an id that is not one" });
  }

  answered(x: HttpExchange): void {
    this.#unanswered.delete(x);
    this.#checkExpiry();
  }

  sessionGone(x: HttpExchange): void {
    this.#unanswered.delete(x);
    this.#strangers.add(x);
    this.#expire();
    this.#checkExpirySoon();
  }

  async fallBack(q: JSONRPCRequest, on: ExchangeEvents, hints: ExchangeHints): Promise<ClientExchange | undefined> {
    if (!this.settings.httpSseFallback) return undefined;
    const search = this.#messages.open();
    const link = await openHttpSse(this.settings, this.#on, this.requests, search.signal).catch(() => undefined);
    this.#messages.ended(search);
    if (link === undefined) return undefined;
    if (this.#closing !== undefined) {
      await link.close();
      return undefined;
    }
    this.#elsewhere = link;
    return link.begin(q, on, hints);
  }

  route(n: JSONRPCNotification, id: RequestId): void {
    const exchange = this.#pending.get(id);
    if (exchange !== undefined) exchange.notified(n);
    else this.#on.report({ code: "unknown-notification", message: "a notification of no request in flight", data: n });
  }

  post(message: JSONRPCNotification | JSONRPCResponse): void {
    void this.#send(message);
  }

  over(x: HttpExchange): void {
    this.#unanswered.delete(x);
    if (this.#pending.get(x.request.id) === x) this.#pending.claim(x.request.id);
    this.#checkExpiry();
  }

  /* ----------------------------------------------------------------- HTTP -------------------------------------------------- */

  async #settle(first: JSONRPCNotification | undefined): Promise<void> {
    const isTaken = first === undefined || (await this.#send(first));
    if (!isTaken || this.#closing !== undefined || !this.settings.standaloneStream) return;
    this.#standalone = new StandaloneStream(this, {
      connect: (lastEventId, signal) => this.#get("listen", lastEventId, signal),
      notified: (n) => this.#on.notified(n),
      asked: (x) => this.#on.asked(x),
    });
  }

  /** A message that is no request. False when it was not taken, which is reported; nothing is worth failing for it. */
  async #send(message: JSONRPCNotification | JSONRPCResponse): Promise<boolean> {
    const headers = postHeaders(message, this.session);
    const connection = this.#messages.open();
    const ended = (): void => this.#messages.ended(connection);
    try {
      const response = await this.requests.send({
        purpose: "post",
        method: "POST",
        headers,
        body: JSON.stringify(message),
        signal: connection.signal,
      });
      const { status } = response;
      // A server may answer anything to a message that has no answer; its head says all, and its body may take its time.
      if (mediaTypeOf(response.headers.get("content-type")) !== "text/event-stream")
        void drain(response, connection.signal).then(ended);
      else {
        release(response);
        ended();
      }
      if (status === 404 && SESSION_ID_HEADER in headers) this.#expire();
      if (readPostAnswer({ status, contentType: null }, "other") === "accepted") return true;
      this.#untaken(message, new TransportError("http-status", `HTTP ${status}`, { data: { status } }));
    } catch (error) {
      ended();
      this.#untaken(message, error);
    }
    return false;
  }

  #untaken(message: JSONRPCNotification | JSONRPCResponse, error: unknown): void {
    if (this.#closing !== undefined) return;
    const what = "method" in message ? message.method : "an answer";
    const why = error instanceof Error ? error.message : String(error);
    this.#on.report({ code: "send-failed", message: `The server did not take ${what}: ${why}`, data: error });
  }

  async #get(purpose: "resume" | "listen", lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = streamHeaders(this.session, lastEventId);
    const response = await this.requests.send({ purpose, method: "GET", headers, signal });
    if (response.status === 404 && SESSION_ID_HEADER in headers) {
      release(response);
      this.#expire();
      throw sessionExpired();
    }
    return response;
  }

  async #deleteSession(id: string): Promise<void> {
    const { timers, closeTimeoutMs } = this.settings;
    const connection = new AbortController();
    const timer = timers.set(closeTimeoutMs, () => connection.abort());
    try {
      const headers = sessionHeaders({ id, rules: this.#rules });
      const response = await this.requests.send({
        purpose: "delete",
        method: "DELETE",
        headers,
        signal: connection.signal,
      });
      await drain(response, connection.signal);
      const { status } = response;
      // 405: the server ends its sessions itself. 404: it has done so. [2025-11-25 basic/transports#session-management]
      if ((status < 200 || status >= 300) && status !== 404 && status !== 405) {
        this.#on.report({ code: "close-failed", message: `Ending the session was answered by HTTP ${status}` });
      }
    } catch (error) {
      this.#on.report({ code: "close-failed", message: "The session could not be ended in order", data: error });
    } finally {
      timers.clear(timer);
    }
  }

  /* ------------------------------------------------------------ a lost session --------------------------------------------- */

  /**
   * The server has forgotten the session. Requests that are on their way get their own 404 within a moment; then all are told
   * together, so that one handshake serves them all: those that never ran may be sent again whatever they are.
   */
  #expire(): void {
    if (this.#isExpired || this.#closing !== undefined) return;
    this.#isExpired = true;
    this.#standalone?.stop();
    this.#expiryTimer = this.settings.timers.set(expiryGraceMs, () => this.#finishExpiry());
    this.#checkExpirySoon();
  }

  /** A turn later: the caller may be about to say something itself. */
  #checkExpirySoon(): void {
    queueMicrotask(() => this.#checkExpiry());
  }

  #checkExpiry(): void {
    if (this.#isExpired && this.#unanswered.size === 0) this.#finishExpiry();
  }

  #finishExpiry(): void {
    if (this.#closing !== undefined) return;
    this.#closing = Promise.resolve();
    this.#end(
      new TransportError("lost", "The server has ended the session", { data: { reason: "session-expired" } }),
      (x) =>
        this.#strangers.has(x)
          ? sessionExpired()
          : new TransportError("lost", "The server ended the session with this request running", {
              data: { reason: "session-expired" },
            }),
    );
  }

  #end(error: TransportError | undefined, lost: (x: HttpExchange) => TransportError): void {
    this.settings.timers.clear(this.#expiryTimer);
    this.#standalone?.stop();
    this.#messages.abort();
    for (const exchange of this.#pending.close()) exchange.lose(lost(exchange));
    this.questions.close({ code: error === undefined ? "closed" : "disconnected" });
    this.streams.abort();
    try {
      this.#on.closed(error);
    } catch (cause) {
      this.#on.report({ code: "handler-error", message: "a listener of the link threw", data: cause });
    }
  }
}

/** The layer above reads the status: the session is gone, and the request never ran. */
function sessionExpired(): TransportError {
  return new TransportError("http-status", "The server does not know the session any more (HTTP 404)", {
    data: { status: 404, reason: "session-expired" },
  });
}
