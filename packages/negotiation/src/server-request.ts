/**
 * One request on a server, from its handler's first call to its answer: the context that the handler sees, and the only object
 * made per request. Nothing on it costs before it is asked for; the AbortSignal is built on first read.
 *
 * What differs between the eras is abstract here.
 */
import {
  INTERNAL_ERROR,
  ProtocolError,
  TransportError,
  errorResponse,
  isProtocolError,
  isThenable,
  notification,
  type AbortReason,
  type JSONObject,
  type Refusal,
  type RequestId,
  type Sent,
  type ServerExchange,
} from "@mcpwire/jsonrpc";
import {
  PROGRESS_TOKEN_KEY,
  codecOf,
  isLoggingLevel,
  loggingLevels,
  metaOf,
  type ClientCapabilities,
  type Codec,
  type Implementation,
  type LoggingLevel,
  type Revision,
} from "@mcpwire/protocol";
import type { HandlerOutcome, Progress, RequestContext } from "./era.js";
import { ProgressPace } from "./progress-pace.js";
import { isObject } from "./read-peer.js";
import type { ServerDesk } from "./server-desk.js";
import { serverMayNotify } from "./vocabulary.js";

const nothing: JSONObject = Object.freeze({});
const rank = new Map<string, number>(loggingLevels.map((level, index) => [level, index]));

export abstract class ServerRequest implements RequestContext {
  readonly revision: Revision;
  readonly method: string;
  inputResponses: JSONObject | undefined;
  requestState: string | undefined;
  protected readonly exchange: ServerExchange;
  protected readonly desk: ServerDesk;
  /** The revision's, looked up once for all that the request says. */
  protected readonly codec: Codec;
  /** Called once when the exchange is abandoned, before the signal fires. */
  protected onAbandoned: (() => void) | undefined;
  /** True once it was answered. */
  protected isOver: boolean;
  #controller: AbortController | undefined;
  #lastProgress = -Infinity;
  /** There once progress had to wait, or the server keeps an interval. */
  #pace: ProgressPace | undefined;

  constructor(exchange: ServerExchange, revision: Revision, desk: ServerDesk) {
    this.exchange = exchange;
    this.revision = revision;
    this.codec = codecOf(revision);
    this.desk = desk;
    this.method = exchange.request.method;
    this.inputResponses = undefined;
    this.requestState = undefined;
    this.onAbandoned = undefined;
    this.isOver = false;
  }

  abstract get clientInfo(): Implementation | undefined;
  abstract get clientCapabilities(): ClientCapabilities;
  /** The least severe level that the client wants; undefined for silence. */
  protected abstract get logLevel(): LoggingLevel | undefined;
  /** Answers with a result, or goes on asking; the promise is there where that takes time. May throw to fail the request. */
  abstract answer(outcome: HandlerOutcome): void | Promise<void>;
  /** How an error of the handler is said in this era. */
  protected abstract errorFor(error: ProtocolError): { readonly error: ProtocolError; readonly refusal?: Refusal };

  /** The params as the neutral model has them. */
  decodedParams(): JSONObject | undefined {
    return this.codec.decodeParams(this.method, this.exchange.request.params);
  }

  get requestId(): RequestId {
    return this.exchange.request.id;
  }

  get auth(): unknown {
    return this.exchange.caller;
  }

  get meta(): JSONObject {
    return metaOf(this.exchange.request.params) ?? nothing;
  }

  get aborted(): AbortReason | undefined {
    return this.exchange.aborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const why = this.exchange.aborted;
      if (why === undefined) this.watchAbort();
      else this.#controller.abort(abortError(why));
    }
    return this.#controller.signal;
  }

  get detach(): ((retryMs: number) => void) | undefined {
    const { exchange } = this;
    return exchange.detach === undefined ? undefined : (retryMs) => exchange.detach?.(retryMs);
  }

  get wantsProgress(): boolean {
    return this.#progressToken !== undefined;
  }

  // Echoed as it came: a token is the client's, and older ones were any number.
  get #progressToken(): string | number | undefined {
    const token = this.meta[PROGRESS_TOKEN_KEY];
    return typeof token === "string" || typeof token === "number" ? token : undefined;
  }

  /**
   * Values that do not grow are left out, and of those that come while the reader is slow the newest is kept.
   * [2026-07-28 basic/patterns/progress#progress-flow]
   */
  progress({ progress, total, message }: Progress): Sent {
    const token = this.#progressToken;
    if (token === undefined || !(progress > this.#lastProgress)) return;
    this.#lastProgress = progress;
    // Not spread: such an object is slow to make, and slow to become JSON.
    const params: Record<string, unknown> = { progressToken: token, progress };
    if (total !== undefined) params.total = total;
    if (message !== undefined) params.message = message;
    if (this.#pace !== undefined) return this.#isHeard ? this.#pace.take(params) : undefined;
    const sent = this.#sendProgress(params);
    const { progressIntervalMs } = this.desk.limits;
    // Neither a timer nor a closure where all goes well.
    if ((sent === undefined && progressIntervalMs === 0) || !this.#isHeard) return sent;
    this.#pace = new ProgressPace((held) => this.#sendProgress(held), progressIntervalMs);
    this.#pace.sent(sent);
    return sent;
  }

  logs(level: LoggingLevel): boolean {
    const wanted = this.desk.hasLogging ? this.logLevel : undefined;
    return wanted !== undefined && (rank.get(level) ?? -1) >= (rank.get(wanted) ?? 0);
  }

  log(level: LoggingLevel, data: unknown, logger?: string): Sent {
    if (!this.logs(level)) return;
    return this.#send("notifications/message", logger === undefined ? { level, data } : { level, logger, data });
  }

  notify(method: string, params?: JSONObject): Sent {
    if (method === "notifications/message" && !(isLoggingLevel(params?.level) && this.logs(params.level))) return;
    if (!this.mayNotify(method)) {
      const message = `${method} is not sent: ${this.revision.name} has no place for it in the answer to ${this.method}`;
      this.desk.report({ code: "unsent-notification", message });
      return;
    }
    return this.#send(method, params);
  }

  /** Where an era has no such notice, nothing is sent. */
  elicitationCompleted(_elicitationId: string): Sent {}

  protected mayNotify(method: string): boolean {
    return serverMayNotify(method, this.revision);
  }

  /** Listens for the exchange's end from outside; called before the handler's first turn is over. */
  watchAbort(): void {
    this.exchange.onabort ??= (why) => {
      this.#pace?.stop();
      this.onAbandoned?.();
      this.#controller?.abort(abortError(why));
    };
  }

  /** Ends the exchange with the handler's error, or with one that says nothing of what was thrown. */
  fail(thrown: unknown): void {
    if (isProtocolError(thrown)) {
      const { error, refusal } = this.errorFor(thrown);
      this.#endWithError(error, refusal);
      return;
    }
    // A handler that was aborted throws because of it, which is no news.
    if (this.exchange.aborted === undefined) {
      this.desk.report({ code: "handler-error", message: `The handler of ${this.method} failed`, data: thrown });
    }
    this.#endWithError(new ProtocolError(INTERNAL_ERROR, "Internal error"));
  }

  /** A fault of the handler that was noticed here: said in full to the report, and not at all to the client. */
  protected handlerFault(what: string): never {
    throw new Error(`The handler of ${this.method} ${what}`);
  }

  protected resultOf(outcome: HandlerOutcome): JSONObject {
    // Handlers without types return what they like.
    const result: unknown = outcome;
    return isObject(result)
      ? result
      : this.handlerFault(`returned ${result === null ? "null" : typeof result}, not an object`);
  }

  protected endWith(result: JSONObject): void {
    this.#pace?.flush();
    this.isOver = true;
    this.exchange.end({ jsonrpc: "2.0", id: this.exchange.request.id, result });
  }

  #endWithError(error: ProtocolError, refusal?: Refusal): void {
    this.#pace?.flush();
    this.isOver = true;
    this.exchange.end(errorResponse(this.requestId, error.rpcCode, error.message, error.data), refusal);
  }

  /** Nothing follows the answer, and nothing is said to a client that left. [2026-07-28 basic/patterns/progress#implementation-notes] */
  get #isHeard(): boolean {
    return !this.isOver && this.exchange.aborted === undefined;
  }

  #sendProgress(params: JSONObject): Sent {
    return this.#put("notifications/progress", params);
  }

  #send(method: string, params: JSONObject | undefined): Sent {
    this.#pace?.giveWay();
    return this.#put(method, params);
  }

  #put(method: string, params: JSONObject | undefined): Sent {
    if (!this.#isHeard) return;
    return this.exchange.notify(notification(method, this.codec.encodeParams(method, params)));
  }
}

/**
 * Runs the handler of one request. A handler that returns at once costs no promise; one that takes time is counted until it ends,
 * also where its client has left.
 */
export function runRequest(request: ServerRequest, params: JSONObject | undefined, desk: ServerDesk): void {
  try {
    const outcome = desk.host.handle(request.method, params, request);
    const rest = isThenable(outcome) ? answerLater(request, outcome) : request.answer(outcome);
    if (rest === undefined) return;
    request.watchAbort();
    desk.began();
    void finish(request, rest, desk);
  } catch (error) {
    request.fail(error);
  }
}

async function answerLater(request: ServerRequest, outcome: PromiseLike<HandlerOutcome>): Promise<void> {
  await request.answer(await outcome);
}

async function finish(request: ServerRequest, rest: Promise<void>, desk: ServerDesk): Promise<void> {
  try {
    await rest;
  } catch (error) {
    request.fail(error);
  } finally {
    desk.ended();
  }
}

function abortError(why: AbortReason): TransportError {
  const message =
    why.reason === undefined ? `The request was abandoned: ${why.code}` : `The request was abandoned: ${why.reason}`;
  return new TransportError(why.code === "closed" ? "closed" : "aborted", message, { data: why });
}
