/**
 * One request over HTTP: its POST, and whatever that is answered by. A JSON body or an event stream belongs to this exchange
 * alone, so nothing on it has to be told apart but what names another.
 * [2026-07-28 basic/transports/streamable-http#receiving-messages] [2025-11-25 basic/transports#sending-messages-to-the-server]
 */
import {
  TransportError,
  failureResponse,
  isErrorResponse,
  isTransportError,
  parseMessage,
  type ClientExchange,
  type Correlation,
  type ExchangeEvents,
  type ExchangeHints,
  type JSONRPCErrorResponse,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type Parsed,
  type ParsedMessage,
  type ParseFailure,
  type ParseOptions,
  type ReportSink,
  type RequestId,
} from "@mcpwire/jsonrpc";
import { SESSION_ID_HEADER, isRecognizedModernError } from "@mcpwire/protocol";
import { readPostAnswer } from "../core/client/answer.js";
import { noSession, postHeaders, revisionOf, type SessionFacts } from "../core/client/request-headers.js";
import { release, textOf } from "./body.js";
import { EventStream, type OpenStreams } from "./event-stream.js";
import { unauthorized, type HttpRequests } from "./http-requests.js";
import type { HttpSettings } from "./options.js";
import type { Questions } from "./questions.js";

/** What an exchange takes from its link. */
export interface ExchangeHome {
  readonly settings: HttpSettings;
  readonly requests: HttpRequests;
  readonly streams: OpenStreams;
  readonly questions: Questions;
  readonly correlation: Correlation;
  readonly report: ReportSink;
  readonly session: SessionFacts;
  readonly parseOptions: ParseOptions;
  resume(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** The handshake's answer is here, and may have named a session. */
  sessionNamed(id: string | null): void;
  /** The answer to the POST has begun. */
  answered(x: HttpExchange): void;
  /** The server does not know the session any more; the link tells the exchange once it has told others. */
  sessionGone(x: HttpExchange): void;
  /** Begins the exchange on another transport, where the server turns out to speak that. */
  fallBack(q: JSONRPCRequest, on: ExchangeEvents, hints: ExchangeHints): Promise<ClientExchange | undefined>;
  /** A notification that names another exchange. */
  route(n: JSONRPCNotification, id: RequestId): void;
  post(message: JSONRPCNotification | JSONRPCResponse): void;
  /** Nothing more comes of this exchange. */
  over(x: HttpExchange): void;
}

export class HttpExchange implements ClientExchange {
  readonly request: JSONRPCRequest;
  readonly #home: ExchangeHome;
  readonly #on: ExchangeEvents;
  readonly #hints: ExchangeHints;
  readonly #connection = new AbortController();
  readonly #isModern: boolean;
  readonly #isHandshake: boolean;
  #stream: EventStream | undefined;
  #elsewhere: ClientExchange | undefined;
  #isOver = false;

  constructor(home: ExchangeHome, request: JSONRPCRequest, on: ExchangeEvents, hints: ExchangeHints) {
    this.request = request;
    this.#home = home;
    this.#on = on;
    this.#hints = hints;
    this.#isModern = revisionOf(request) !== undefined;
    this.#isHandshake = !this.#isModern && request.method === "initialize";
  }

  /** Sends the request; called once. `body` is the request as JSON. Never rejects. */
  async run(body: string): Promise<void> {
    try {
      await this.#run(body);
    } catch (error) {
      this.lose(
        isTransportError(error)
          ? error
          : new TransportError("lost", "The connection to the server broke", { cause: error }),
      );
    }
  }

  abandon(notice?: JSONRPCNotification): void {
    if (this.#isOver) return;
    this.#finish();
    if (this.#elsewhere !== undefined) {
      this.#elsewhere.abandon(notice);
      return;
    }
    // Modern: the closed stream is the sign. Legacy: a lost connection says nothing, and the notice does.
    // [2026-07-28 basic/transports/streamable-http#cancellation] [2025-11-25 basic/transports#sending-messages-to-the-server]
    if (!this.#isModern && notice !== undefined) this.#home.post(notice);
    this.#letGo();
  }

  /** Ends it without an answer. */
  lose(error: TransportError): void {
    if (this.#isOver || this.#elsewhere !== undefined) return;
    this.#finish();
    this.#letGo();
    this.#tell(() => this.#on.lost(error));
  }

  notified(n: JSONRPCNotification): void {
    if (!this.#isOver) this.#tell(() => this.#on.notified(n));
  }

  async #run(body: string): Promise<void> {
    const { requests, session } = this.#home;
    const headers = postHeaders(this.request, this.#isHandshake ? noSession : session, this.#hints);
    const response = await requests.send({
      purpose: "post",
      method: "POST",
      headers,
      extra: this.#hints.headers,
      body,
      signal: this.#connection.signal,
      held: (isHeld) => {
        if (!this.#isOver) this.#tell(() => this.#on.held?.(isHeld));
      },
    });
    if (this.#isOver) {
      release(response);
      return;
    }
    const { status } = response;
    if (status === 404 && SESSION_ID_HEADER in headers) {
      release(response);
      this.#home.sessionGone(this);
      return;
    }
    this.#home.answered(this);
    const kind = readPostAnswer({ status, contentType: response.headers.get("content-type") }, "request");
    switch (kind) {
      case "json":
        this.#adoptSession(response);
        this.#json(parseMessage(await this.#textOf(response), this.#home.parseOptions), status);
        return;
      case "stream":
        this.#adoptSession(response);
        this.#streamed(response);
        return;
      case "challenge":
        release(response);
        this.lose(unauthorized(response));
        return;
      case "refusal":
      case "redirect":
        await this.#refused(await this.#textOf(response), status);
        return;
      case "accepted":
      case "unusable":
        release(response);
        this.lose(
          new TransportError("malformed", `The server answered HTTP ${status} without JSON and without a stream`, {
            data: { status, contentType: response.headers.get("content-type") },
          }),
        );
        return;
      default:
        kind satisfies never;
    }
  }

  #textOf(response: Response): Promise<string> {
    return textOf(response, this.#connection.signal, this.#home.settings.limits.maxMessageBytes);
  }

  #adoptSession({ headers }: Response): void {
    if (this.#isHandshake) this.#home.sessionNamed(headers.get(SESSION_ID_HEADER));
  }

  /* ---------------------------------------------------------------- answers ------------------------------------------------ */

  #json(parsed: Parsed, status: number): void {
    this.#receive(parsed, status);
    if (this.#isOver) return;
    const why = parsed.type === "failure" ? `: ${parsed.reason}` : " and no reply to this request";
    this.lose(new TransportError("malformed", `The server answered with a JSON body${why}`, { data: { status } }));
  }

  #streamed(response: Response): void {
    const { settings, streams } = this.#home;
    this.#stream = new EventStream({
      rules: { canResume: !this.#isModern, needsEventId: true, pace: settings },
      settings,
      streams,
      connect: (lastEventId, signal) => this.#home.resume(lastEventId, signal),
      data: (text) => this.#receive(parseMessage(text, this.#home.parseOptions), 200),
      lost: (error) => this.lose(asLoss(error)),
    });
    this.#stream.adopt(response, this.#connection);
  }

  async #refused(text: string, status: number): Promise<void> {
    const error = this.#errorIn(text);
    // [2025-11-25 basic/transports#backwards-compatibility]
    const mayBeHttpSse = this.#isHandshake && (status === 400 || status === 404 || status === 405);
    if (mayBeHttpSse && !(error !== undefined && isRecognizedModernError(error.error.code))) {
      const elsewhere = await this.#home.fallBack(this.request, this.#on, this.#hints);
      if (elsewhere !== undefined) {
        if (this.#isOver) elsewhere.abandon();
        else this.#elsewhere = elsewhere;
        return;
      }
    }
    if (this.#isOver) return;
    if (error !== undefined) this.#ended(error, status);
    else this.lose(new TransportError("http-status", `The server answered HTTP ${status}`, { data: { status } }));
  }

  /** The error that a refusal's body says, if it is about this request: it was the only one of its POST. */
  #errorIn(text: string): JSONRPCErrorResponse | undefined {
    const parsed = parseMessage(text, { maxDepth: this.#home.settings.limits.maxDepth });
    if (parsed.type !== "response" || !isErrorResponse(parsed.message)) return undefined;
    const { id } = parsed.message;
    return id === undefined || id === null || id === this.request.id ? parsed.message : undefined;
  }

  /* --------------------------------------------------------------- messages ------------------------------------------------ */

  #receive(parsed: Parsed, status: number): void {
    if (parsed.type !== "batch") {
      this.#dispatch(parsed, status);
      return;
    }
    for (const item of parsed.items) this.#dispatch(item, status);
  }

  #dispatch(parsed: ParsedMessage | ParseFailure, status: number): void {
    if (this.#isOver) return;
    switch (parsed.type) {
      case "request":
        this.#asked(parsed.message);
        return;
      case "notification":
        this.#notice(parsed.message);
        return;
      case "response":
        this.#reply(parsed.message, status);
        return;
      case "failure":
        this.#malformed(parsed);
        return;
    }
  }

  #asked(q: JSONRPCRequest): void {
    const { questions, report } = this.#home;
    if (this.#isModern) {
      // Nobody may ask on this stream, and no answer may be sent.
      // [2026-07-28 basic/transports/streamable-http#receiving-messages]
      report({ code: "malformed-message", message: "the server asked where it must not", data: { method: q.method } });
      return;
    }
    questions.take(q, (x) => this.#on.asked(x), this);
  }

  #notice(n: JSONRPCNotification): void {
    const { correlation, questions, report } = this.#home;
    const cancelled = correlation.cancelledBy(n);
    if (cancelled !== undefined) {
      // Two namespaces: the server may take back what it asked, or end what we asked for (a subscription).
      if (questions.withdraw(cancelled.id, cancelled.reason)) return;
      if (cancelled.id === this.request.id) this.notified(n);
      else report({ code: "ignored-cancel", message: "a cancellation of no request in flight", data: cancelled });
      return;
    }
    const id = correlation.exchangeOf(n);
    // Some servers turn a number into a string on the way.
    if (id === undefined || String(id) === String(this.request.id)) this.notified(n);
    else this.#home.route(n, id);
  }

  #reply(r: JSONRPCResponse, status: number): void {
    if (r.id === this.request.id || r.id === undefined || r.id === null) {
      this.#ended(r, status);
      return;
    }
    this.#home.report({
      code: "unknown-reply",
      message: "a response to another request than the one it answers",
      data: { id: r.id },
    });
  }

  #malformed(f: ParseFailure): void {
    const code = f.about === "text" ? "skipped-line" : f.about === "batch" ? "refused-batch" : "malformed-message";
    this.#home.report({ code, message: f.reason, data: f });
    if (f.about === "response" && (f.id === undefined || f.id === this.request.id)) {
      // Nothing better will come for it.
      this.lose(new TransportError("malformed", `The server's answer is malformed: ${f.reason}`));
    } else if (f.about === "request" && f.id !== undefined && !this.#isModern) {
      const answer = failureResponse(f);
      if (answer !== undefined) this.#home.post(answer);
    }
  }

  /* ----------------------------------------------------------------- ends -------------------------------------------------- */

  #ended(r: JSONRPCResponse, httpStatus: number): void {
    this.#isOver = true;
    this.#stream?.settle({ abort: false });
    this.#home.over(this);
    this.#tell(() => this.#on.ended(r, { httpStatus }));
  }

  #finish(): void {
    this.#isOver = true;
    this.#home.over(this);
    this.#home.questions.dropOf(this);
  }

  #letGo(): void {
    if (this.#stream === undefined) this.#connection.abort();
    else this.#stream.settle({ abort: true });
  }

  /** What a listener throws ends neither the stream nor the link. */
  #tell(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#home.report({ code: "handler-error", message: "a listener of the link threw", data: error });
    }
  }
}

/** The request was running when its stream broke: what a GET is refused with says nothing of the request. */
function asLoss(error: TransportError): TransportError {
  const { code } = error;
  if (code === "lost" || code === "unauthorized" || code === "budget") return error;
  return new TransportError("lost", `The stream broke and could not be taken up again: ${error.message}`, {
    cause: error,
    data: error.data,
  });
}
