/**
 * A pipe as the server's end of a link: one acceptor, one peer, every message on the same channel. What belongs to which exchange
 * is told by ids and by `Correlation`; nothing here knows a method.
 * [2025-11-25 basic/transports#stdio] [2026-07-28 basic/transports/stdio#sending-messages]
 */
import { RequestLedger } from "./core/request-ledger.js";
import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR } from "./error-codes.js";
import { TransportError } from "./errors.js";
import { InboundRequest, InboundRequests } from "./inbound-requests.js";
import type { BatchAnswer } from "./inbound-requests.js";
import { defaultLimits } from "./limits.js";
import type { LinkLimits } from "./limits.js";
import { errorResponse } from "./message.js";
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from "./message.js";
import { failureResponse, parseMessage } from "./parse.js";
import type { ParsedMessage, ParseFailure, ParseOptions } from "./parse.js";
import { closePipe } from "./pipe.js";
import type { Pipe, PipeReader } from "./pipe.js";
import type {
  AbortReason,
  Acceptor,
  Asked,
  Reply,
  ReportSink,
  Sent,
  ServerExchange,
  ServerLink,
  WireRules,
} from "./transport.js";

export interface DuplexServerOptions {
  /** Default: `defaultLimits`, each. */
  readonly limits?: Partial<LinkLimits>;
  /** Default: nobody listens. */
  readonly report?: ReportSink;
  /** Given to every exchange of the link as `ServerExchange.caller`. */
  readonly caller?: unknown;
}

export interface DuplexServer {
  readonly link: ServerLink;
  /** To be fed with what the peer sends. */
  readonly reader: PipeReader;
  /**
   * Ends the link gently: nothing new is admitted, what runs may end, then the pipe is closed. Resolves when it is. The same
   * happens when the peer closes its sending half. Idempotent.
   */
  drain(): Promise<void>;
  /**
   * Ends the link now: what runs is aborted, the pipe is closed. During a drain the peer is still there, and gets an error for
   * each. Idempotent.
   */
  drop(): void;
}

const SHUTTING_DOWN = "the server is shutting down";

/** Serves an acceptor over one pipe; the link is attached before this returns. */
export function serveDuplex(pipe: Pipe, acceptor: Acceptor, options: DuplexServerOptions = {}): DuplexServer {
  const end = new ServerEnd(pipe, acceptor, options);
  acceptor.attach(end);
  return { link: end, reader: end, drain: () => end.drain(), drop: () => end.drop({ code: "closed" }) };
}

/** A question to the client, and the exchange it is part of, if any. */
interface Question {
  readonly reply: Reply;
  readonly exchange: DuplexExchange | undefined;
}

class DuplexExchange extends InboundRequest implements ServerExchange {
  readonly link: ServerEnd;
  readonly caller: unknown;
  /** Questions asked within it; built with the first. */
  questions: Map<Question, JSONRPCRequest> | undefined = undefined;

  constructor(
    request: JSONRPCRequest,
    owner: InboundRequests,
    batch: BatchAnswer | undefined,
    link: ServerEnd,
    caller: unknown,
  ) {
    super(request, owner, batch);
    this.link = link;
    this.caller = caller;
  }

  notify(n: JSONRPCNotification): Sent {
    return this.link.runs(this) ? this.link.send(n) : undefined;
  }

  ask(q: JSONRPCRequest, reply: Reply): Asked {
    return this.link.askWithin(this, q, reply);
  }
}

class ServerEnd implements ServerLink, PipeReader {
  state: unknown = undefined;
  readonly #pipe: Pipe;
  readonly #acceptor: Acceptor;
  readonly #report: ReportSink;
  readonly #caller: unknown;
  readonly #limits: LinkLimits;
  readonly #inbound: InboundRequests;
  readonly #asked: RequestLedger<Question>;
  #textRules: ParseOptions;
  #valueRules: ParseOptions = { maxDepth: Infinity };
  #nullIds = false;
  #phase: "open" | "draining" | "closed" = "open";
  /** The last promise of the pipe: everything before it is out once it resolves. */
  #flushing: Promise<void> | undefined = undefined;
  #drained: Promise<void> | undefined = undefined;
  #resolveDrained: (() => void) | undefined = undefined;

  constructor(pipe: Pipe, acceptor: Acceptor, options: DuplexServerOptions) {
    this.#pipe = pipe;
    this.#acceptor = acceptor;
    this.#report = options.report ?? (() => {});
    this.#caller = options.caller;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#asked = new RequestLedger(this.#limits);
    this.#textRules = { maxDepth: this.#limits.maxDepth };
    this.#inbound = new InboundRequests({
      maxInFlight: this.#limits.maxInFlight,
      send: (m) => this.send(m),
      report: this.#report,
      idle: () => this.#finishDrain(),
      // Sound: this end admits DuplexExchanges only.
      released: (x) => this.#releaseQuestions(x as DuplexExchange),
    });
  }

  /* ------------------------------------------------------------- ServerLink ------------------------------------------------ */

  settle(rules: WireRules): void {
    const { correlation } = this.#acceptor.facts;
    const batches = rules.batches
      ? { max: this.#limits.maxBatch, isHandshake: (q: JSONRPCRequest) => correlation.isHandshake(q) }
      : false;
    this.#textRules = { maxDepth: this.#limits.maxDepth, batches };
    this.#valueRules = { maxDepth: Infinity, batches };
    this.#nullIds = rules.nullIds;
  }

  notify(n: JSONRPCNotification): Sent {
    return this.send(n);
  }

  ask(q: JSONRPCRequest, reply: Reply): Asked {
    return this.#ask(q, { reply, exchange: undefined });
  }

  close(): void {
    this.drop({ code: "closed" });
  }

  /* --------------------------------------------------------- for its exchanges --------------------------------------------- */

  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent {
    if (this.#phase === "closed") return undefined;
    const sent = this.#pipe.send(message);
    if (sent !== undefined) this.#flushing = sent;
    return sent;
  }

  runs(x: DuplexExchange): boolean {
    return this.#inbound.get(x.request.id) === x;
  }

  askWithin(x: DuplexExchange, q: JSONRPCRequest, reply: Reply): Asked {
    if (!this.runs(x)) return refuseQuestion(reply, new TransportError("closed", "the exchange has ended"));
    return this.#ask(q, { reply, exchange: x });
  }

  #ask(q: JSONRPCRequest, question: Question): Asked {
    switch (this.#asked.open(q.id, question)) {
      case "closed":
        return refuseQuestion(question.reply, new TransportError("closed", "the link is closed"));
      case "busy":
        return refuseQuestion(question.reply, new TransportError("busy", "too many questions to the client are open"));
      case "opened":
        break;
    }
    try {
      void this.send(q);
    } catch (error) {
      this.#asked.claim(q.id);
      throw error;
    }
    const { exchange } = question;
    if (exchange !== undefined) (exchange.questions ??= new Map()).set(question, q);
    return {
      abandon: (notice) => {
        if (!this.#asked.abandon(q.id, question)) return;
        exchange?.questions?.delete(question);
        if (notice !== undefined) void this.send(notice);
      },
    };
  }

  /** The exchange is over: nobody waits for what it asked any more. */
  #releaseQuestions(x: DuplexExchange): void {
    const { questions } = x;
    if (questions === undefined) return;
    x.questions = undefined;
    for (const [question, q] of questions) {
      if (this.#asked.abandon(q.id, question)) {
        question.reply(new TransportError("closed", "the exchange of this question has ended"));
      }
    }
  }

  /* ------------------------------------------------------------- PipeReader ------------------------------------------------ */

  receiveText(text: string): void {
    this.#receive(parseMessage(text, this.#textRules));
  }

  receiveValue(value: unknown): void {
    this.#receive(parseMessage(value, this.#valueRules));
  }

  receiveUnreadable(reason: "too-long" | "not-utf8"): void {
    if (this.#phase === "closed") return;
    const id = this.#nullIds ? null : undefined;
    if (reason === "too-long") {
      this.#report({ code: "overlong-line", message: `a message exceeds ${this.#limits.maxMessageBytes} bytes` });
      void this.send(errorResponse(id, INVALID_REQUEST, "the message is too long"));
    } else {
      this.#report({ code: "malformed-message", message: "a message is not UTF-8" });
      void this.send(errorResponse(id, PARSE_ERROR, "not UTF-8"));
    }
  }

  ended(how: { readonly cleanly: boolean; readonly error?: unknown }): void {
    if (how.cleanly) {
      void this.drain();
      // No answer can arrive any more; a handler that waits for one must not hold up the drain.
      this.#closeQuestions();
    } else {
      this.drop({ code: "disconnected" });
    }
  }

  #receive(parsed: ReturnType<typeof parseMessage>): void {
    if (this.#phase === "closed") return;
    if (parsed.type !== "batch") {
      this.#receiveOne(parsed, undefined);
      return;
    }
    const batch = this.#inbound.batch();
    for (const item of parsed.items) this.#receiveOne(item, batch);
    batch.settle();
  }

  #receiveOne(parsed: ParsedMessage | ParseFailure, batch: BatchAnswer | undefined): void {
    try {
      this.#dispatch(parsed, batch);
    } catch (error) {
      this.#acceptorThrew(error);
    }
  }

  /** An acceptor must not throw; if one does, it ends neither the read loop nor the link. */
  #acceptorThrew(error: unknown): void {
    this.#report({ code: "handler-error", message: "the acceptor threw", data: error });
  }

  #dispatch(parsed: ParsedMessage | ParseFailure, batch: BatchAnswer | undefined): void {
    switch (parsed.type) {
      case "request":
        this.#accept(new DuplexExchange(parsed.message, this.#inbound, batch, this, this.#caller));
        return;
      case "notification":
        this.#take(parsed.message);
        return;
      case "response":
        this.#answered(parsed.message);
        return;
      case "failure":
        this.#malformed(parsed, batch);
        return;
    }
  }

  #accept(x: DuplexExchange): void {
    if (!this.#inbound.admit(x)) return;
    try {
      this.#acceptor.accept(x);
    } catch (error) {
      this.#acceptorThrew(error);
      x.end(errorResponse(x.request.id, INTERNAL_ERROR, "internal error"));
    }
  }

  #take(n: JSONRPCNotification): void {
    const { correlation } = this.#acceptor.facts;
    const cancelled = correlation.cancelledBy(n);
    if (cancelled === undefined) {
      this.#acceptor.take(n, this, this.#caller);
      return;
    }
    const x = this.#inbound.get(cancelled.id);
    // [2025-11-25 basic/utilities/cancellation#behavior-requirements]: the handshake is never cancelled.
    const ignored = x === undefined || correlation.isHandshake(x.request);
    if (ignored || !this.#inbound.cancel(cancelled.id, cancelled.reason)) {
      this.#report({ code: "ignored-cancel", message: "a cancellation of no request in flight", data: cancelled });
    }
  }

  #answered(r: JSONRPCResponse): void {
    if (r.id === undefined || r.id === null) {
      this.#report({ code: "error-without-id", message: "an error response without an id", data: r });
      return;
    }
    const claim = this.#asked.claim(r.id);
    if (claim.type === "entry") {
      claim.entry.exchange?.questions?.delete(claim.entry);
      claim.entry.reply(r);
    } else {
      const code = claim.type === "late" ? "late-reply" : "unknown-reply";
      this.#report({ code, message: "a response to no question that is open", data: { id: r.id } });
    }
  }

  #malformed(f: ParseFailure, batch: BatchAnswer | undefined): void {
    const code = f.about === "batch" ? "refused-batch" : "malformed-message";
    this.#report({ code, message: f.reason, data: f });
    if (f.about === "response" && f.id !== undefined) {
      const claim = this.#asked.claim(f.id);
      if (claim.type === "entry") {
        claim.entry.exchange?.questions?.delete(claim.entry);
        claim.entry.reply(new TransportError("malformed", `the client's answer is malformed: ${f.reason}`));
      }
    }
    const answer = failureResponse(f, { nullIds: this.#nullIds });
    if (answer === undefined) return;
    batch?.expect();
    this.#inbound.answer(answer, batch);
  }

  /* --------------------------------------------------------------- the end ------------------------------------------------- */

  drain(): Promise<void> {
    if (this.#drained !== undefined) return this.#drained;
    if (this.#phase === "closed") return (this.#drained = this.#closePipe());
    this.#drained = new Promise((resolve) => (this.#resolveDrained = resolve));
    this.#phase = "draining";
    this.#inbound.refuse(SHUTTING_DOWN);
    this.#acceptor.release(this, "drain");
    if (this.#inbound.size === 0) this.#finishDrain();
    return this.#drained;
  }

  drop(why: AbortReason): void {
    if (this.#phase === "closed") return;
    const released = this.#phase === "draining";
    // The end of a drain that took too long: the peer still reads, and is owed an answer.
    if (released && why.code === "closed") this.#inbound.abortAll(why, SHUTTING_DOWN);
    this.#phase = "closed";
    this.#closeQuestions();
    this.#inbound.abortAll(why);
    // Once a drain has released the link, what was left knows of the end by its abort.
    if (!released) this.#acceptor.release(this, "drop");
    void this.#closePipe().then(this.#resolveDrained);
  }

  #closeQuestions(): void {
    for (const { reply } of this.#asked.close()) reply(new TransportError("closed", "the link is closed"));
  }

  /** The last exchange of a drain ended: everything that was sent goes out, then the pipe closes. */
  #finishDrain(): void {
    if (this.#phase !== "draining") return;
    const close = () => {
      // Meanwhile a drop may have closed it.
      if (this.#phase === "closed") return;
      this.#phase = "closed";
      this.#closeQuestions();
      this.#inbound.abortAll({ code: "closed" });
      void this.#closePipe().then(this.#resolveDrained);
    };
    void (this.#flushing ?? Promise.resolve()).then(close);
  }

  #closing: Promise<void> | undefined = undefined;
  #closePipe(): Promise<void> {
    return (this.#closing ??= closePipe(this.#pipe, this.#report));
  }
}

function refuseQuestion(reply: Reply, error: TransportError): Asked {
  let open = true;
  queueMicrotask(() => {
    if (open) reply(error);
  });
  return { abandon: () => void (open = false) };
}
