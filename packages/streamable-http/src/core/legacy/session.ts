/**
 * A legacy session: the link of one client, with its exchanges, its questions and its streams. Connections come and go; the session
 * ends by DELETE, by idleness, or with the server. [2025-11-25 basic/transports#session-management]
 */
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  InboundLedger,
  RequestLedger,
  TransportError,
  errorResponse,
  type AbortReason,
  type Asked,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type ParseFailure,
  type ParseOptions,
  type ParsedMessage,
  type Reply,
  type Sent,
  type ServerLink,
  type WireRules,
} from "@mcpwire/jsonrpc";
import { KEEP_ALIVE } from "../../sse/encoder.js";
import { parseEventId } from "../../sse/event-id.js";
import type { Channel } from "../channel.js";
import type { Services } from "../services.js";
import { refuse, type Refused } from "../status.js";
import type { Who } from "../turn.js";
import type { EventLog } from "./event-log.js";
import { SessionExchange, type LegacyExchange, type Question, type QuestionDesk } from "./exchange.js";
import { Post, isAnswered, type PostSession } from "./post.js";
import { ResumableStream } from "./resumable-stream.js";

/** Where a session lives. */
export interface SessionHome {
  readonly log: EventLog;
  readonly retryMs: number;
  /** The session begins to be one: its handshake was answered. */
  established(session: LegacySession): void;
  /** `isOver`: everywhere, and not only in this process. */
  ended(session: LegacySession, isOver: boolean): void;
}

export class LegacySession implements ServerLink, PostSession, QuestionDesk {
  state: unknown = undefined;
  readonly id: string;
  /** Whose session it is; undefined where nobody was asked. */
  readonly owner: string | undefined;
  lastUsed: number;
  /** How bodies of this session are parsed. */
  parseOptions: ParseOptions;
  nullIds = false;
  primes = false;
  phase: "opening" | "open" | "ended" = "opening";
  readonly #services: Services;
  readonly #home: SessionHome;
  readonly #exchanges: InboundLedger<SessionExchange>;
  /** Made with the first question: most clients are never asked. */
  #asked: RequestLedger<Question> | undefined = undefined;
  /** Streams of POSTs that have begun, by number; made with the first of them. */
  #streams: Map<number, ResumableStream> | undefined = undefined;
  #lastStream = 0;
  /** What belongs to no exchange. It exists from the first message on, so that nothing is lost before the client opens it. */
  #standalone: ResumableStream | undefined = undefined;
  #wasListenedTo = false;
  #isReleased = false;

  constructor(id: string, home: SessionHome, services: Services, who: Who) {
    this.id = id;
    this.#home = home;
    this.owner = who?.id;
    this.lastUsed = services.host.timers.now();
    this.parseOptions = { maxDepth: services.limits.maxDepth };
    this.#services = services;
    this.#exchanges = new InboundLedger(services.limits);
  }

  get retryMs(): number {
    return this.#home.retryMs;
  }

  /** Something is under way: it does not expire. */
  get isBusy(): boolean {
    return this.#exchanges.size > 0 || (this.#asked?.size ?? 0) > 0 || this.#standalone?.isConnected === true;
  }

  /* ------------------------------------------------------------- ServerLink ------------------------------------------------ */

  settle(rules: WireRules): void {
    const { maxDepth, maxBatch } = this.#services.limits;
    const { correlation } = this.#services.acceptor.facts;
    this.primes = rules.primingEvent;
    this.nullIds = rules.nullIds;
    if (rules.batches) {
      this.parseOptions = { maxDepth, batches: { max: maxBatch, isHandshake: (q) => correlation.isHandshake(q) } };
    }
  }

  notify(n: JSONRPCNotification): Sent {
    if (this.phase === "ended") return undefined;
    return this.#standaloneStream().send(JSON.stringify(n));
  }

  ask(q: JSONRPCRequest, reply: Reply): Asked {
    if (!this.#wasListenedTo) {
      const error = new TransportError("unsupported", "the client has no stream open on which it could be asked");
      return this.#refuseQuestion(reply, error);
    }
    return this.askOn({ reply, exchange: undefined }, q, (json) => this.#standaloneStream().send(json));
  }

  close(): void {
    this.drop();
  }

  /* ------------------------------------------------------------ what arrives ----------------------------------------------- */

  /** The messages of one POST. */
  post(items: readonly (ParsedMessage | ParseFailure)[], isBatch: boolean, channel: Channel, who: Who): Post | Refused {
    const post = new Post(channel, this.#services, this, isBatch);
    let refused: Refused | undefined;
    for (const item of items) {
      if (item.type === "request") {
        const refusal = this.#accept(item.message, post, who);
        if (refusal === undefined) continue;
        if (!isBatch) return refusal;
        post.expect();
        post.settle(errorResponse(item.message.id, refusal.code, refusal.message));
      } else if (item.type === "notification") this.#take(item.message, who);
      else if (item.type === "response") this.#answered(item.message);
      else if (isAnswered(item)) {
        post.expect();
        post.settle(errorResponse(item.id ?? (this.nullIds ? null : undefined), item.code, item.reason));
      } else refused = refuse(400, item.code, item.reason);
    }
    if (!isBatch && refused !== undefined) return refused;
    return post;
  }

  #accept(request: JSONRPCRequest, post: Post, who: Who): Refused | undefined {
    const x = new SessionExchange(this, request, this, post, this, this.#services, who, undefined);
    switch (this.#exchanges.admit(request.id, x)) {
      case "admitted":
        break;
      case "duplicate":
        return refuse(400, INVALID_REQUEST, "a request with this id is in flight already");
      case "busy":
        return refuse(429, INTERNAL_ERROR, "busy: too many requests in flight");
      case "closed":
        return refuse(404, INVALID_REQUEST, "the session has ended");
    }
    post.expect();
    this.#services.load.began();
    try {
      this.#services.acceptor.accept(x);
    } catch (error) {
      this.#services.report({ code: "handler-error", message: "the acceptor threw", data: error });
      x.end(errorResponse(request.id, INTERNAL_ERROR, "internal error"));
    }
    return undefined;
  }

  #take(n: JSONRPCNotification, who: Who): void {
    const { correlation } = this.#services.acceptor.facts;
    const cancelled = correlation.cancelledBy(n);
    if (cancelled === undefined) {
      this.#services.acceptor.take(n, this, who?.caller);
      return;
    }
    const x = this.#exchanges.get(cancelled.id);
    // [2025-11-25 basic/utilities/cancellation#behavior-requirements]
    if (x === undefined || correlation.isHandshake(x.request)) {
      const message = "a cancellation of no request in flight";
      this.#services.report({ code: "ignored-cancel", message, data: cancelled });
      return;
    }
    x.abort(cancelled.reason === undefined ? { code: "cancelled" } : { code: "cancelled", reason: cancelled.reason });
  }

  #answered(r: JSONRPCResponse): void {
    const { report } = this.#services;
    if (r.id === undefined || r.id === null) {
      report({ code: "error-without-id", message: "an error response without an id", data: r });
      return;
    }
    const claim = this.#asked?.claim(r.id) ?? { type: "unknown" };
    if (claim.type === "entry") {
      claim.entry.exchange?.questions?.delete(claim.entry);
      claim.entry.reply(r);
    } else {
      const code = claim.type === "late" ? "late-reply" : "unknown-reply";
      report({ code, message: "a response to no question that is open", data: { id: r.id } });
    }
  }

  /** GET: the standalone stream, or any stream from where it was left. [2025-11-25 basic/transports#listening-for-messages-from-the-server] */
  listen(channel: Channel, lastEventId: string | undefined, answered: (refused: Refused) => void): void {
    const found = lastEventId === undefined ? this.#standaloneStream() : this.#streamOf(lastEventId);
    if (!(found instanceof ResumableStream)) {
      answered(found);
      return;
    }
    const isStandalone = found === this.#standalone;
    const after = lastEventId === undefined ? undefined : parseEventId(lastEventId)?.event;
    found.resume(after, channel, (refused) => {
      if (refused !== undefined) {
        answered(refused);
        return;
      }
      if (isStandalone) this.#wasListenedTo = true;
      if (channel.phase !== "waiting" || found.isFinished) return;
      // The client must see that it is connected; and have a cursor, in case nothing is said before it is not any more.
      if (isStandalone && this.primes && lastEventId === undefined) found.prime(this.retryMs);
      else void channel.event(KEEP_ALIVE);
    });
  }

  #streamOf(lastEventId: string): ResumableStream | Refused {
    const cursor = parseEventId(lastEventId);
    const unknown = refuse(400, INVALID_REQUEST, "Last-Event-ID names no event of this session");
    const number = (cursor?.stream ?? -1) - this.firstStream;
    if (cursor === undefined || number < 0 || number > this.#lastStream) return unknown;
    const stream = number === 0 ? this.#standalone : this.#streams?.get(cursor.stream);
    if (stream !== undefined) return stream;
    return number === 0
      ? unknown
      : refuse(410, INVALID_REQUEST, "The stream of this Last-Event-ID has ended and expired");
  }

  /* ------------------------------------------------------- for posts and exchanges ----------------------------------------- */

  openStream(): ResumableStream {
    this.#lastStream += 1;
    const stream = this.newStream(this.firstStream + this.#lastStream);
    (this.#streams ??= new Map()).set(stream.key.stream, stream);
    return stream;
  }

  /** The number of the standalone stream; those of POSTs count on from there. */
  protected get firstStream(): number {
    return 0;
  }

  protected newStream(stream: number): ResumableStream {
    return new ResumableStream({ session: this.id, stream }, this.#home.log, this.#services);
  }

  /** Kept for a while: a cut at the last write must not lose the result. */
  finished(stream: ResumableStream): void {
    const streams = (this.#streams ??= new Map());
    // To the end of the map: what is finished is in the order of its end.
    streams.delete(stream.key.stream);
    streams.set(stream.key.stream, stream);
    const { maxFinishedStreams } = this.#services.limits;
    if (streams.size <= maxFinishedStreams) return;
    for (const oldest of streams.values()) {
      if (streams.size <= maxFinishedStreams) return;
      if (oldest.isFinished && !oldest.isConnected) this.#dropStream(oldest);
    }
  }

  ended(x: LegacyExchange, r: JSONRPCResponse | undefined): boolean {
    // Sound: this session admits SessionExchanges only.
    if (!this.#exchanges.end(x.request.id, x as SessionExchange)) return false;
    this.#services.load.ended();
    if (this.phase === "opening" && r !== undefined) {
      if ("result" in r) {
        this.phase = "open";
        this.establish();
      } else this.drop();
    }
    return true;
  }

  protected establish(): void {
    this.#home.established(this);
  }

  settlePost(post: Post, r: JSONRPCResponse, status: number): void {
    post.settle(r, status);
  }

  askOn(question: Question, q: JSONRPCRequest, send: (json: string) => Sent): Asked {
    const { exchange } = question;
    if (this.phase === "ended" || exchange?.isOver === true) {
      return this.#refuseQuestion(
        question.reply,
        new TransportError("closed", "the exchange or its session has ended"),
      );
    }
    const json = JSON.stringify(q);
    this.#asked ??= new RequestLedger(this.#services.limits);
    if (this.#asked.open(q.id, question) !== "opened") {
      const error = new TransportError("busy", "too many questions to the client are open");
      return this.#refuseQuestion(question.reply, error);
    }
    if (exchange !== undefined) (exchange.questions ??= new Map()).set(question, q);
    void send(json);
    return {
      abandon: (notice) => {
        if (!this.forget(question, q)) return;
        exchange?.questions?.delete(question);
        if (notice !== undefined && this.phase !== "ended") void send(JSON.stringify(notice));
      },
    };
  }

  forget(question: Question, q: JSONRPCRequest): boolean {
    return this.#asked?.abandon(q.id, question) === true;
  }

  /* ------------------------------------------------------------- time and end ---------------------------------------------- */

  /** Lets go of streams that nobody came back for. */
  sweep(now: number): void {
    const oldest = now - this.#services.limits.finishedStreamMs;
    for (const stream of this.#streams?.values() ?? []) {
      if (stream.isFinished && !stream.isConnected && stream.finishedAt < oldest) this.#dropStream(stream);
    }
  }

  /** The server is closing: watches end with their result, what runs may finish. */
  drain(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#services.acceptor.release(this, "drain");
  }

  /** Ends now: DELETE, expiry, or the end of the server; everywhere, or in this process alone. Idempotent. */
  drop(why: AbortReason = { code: "closed" }, isOver = true): void {
    if (this.phase === "ended") return;
    this.phase = "ended";
    for (const { reply, exchange } of this.#asked?.close() ?? []) {
      if (exchange !== undefined) exchange.questions = undefined;
      reply(new TransportError("closed", "the session has ended"));
    }
    for (const x of this.#exchanges.close()) {
      this.#services.load.ended();
      x.abort(why);
    }
    for (const stream of this.#streams?.values() ?? []) stream.leave();
    this.#streams = undefined;
    this.#standalone?.leave();
    if (isOver) this.#home.log.dropSession(this.id);
    this.#home.ended(this, isOver);
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#services.acceptor.release(this, "drop");
  }

  #standaloneStream(): ResumableStream {
    return (this.#standalone ??= this.newStream(this.firstStream));
  }

  #dropStream(stream: ResumableStream): void {
    this.#streams?.delete(stream.key.stream);
    stream.drop();
  }

  /** Never inside `ask`. */
  #refuseQuestion(reply: Reply, error: TransportError): Asked {
    let isOpen = true;
    this.#services.host.nextTurn(() => {
      if (isOpen) reply(error);
    });
    return { abandon: () => void (isOpen = false) };
  }
}
