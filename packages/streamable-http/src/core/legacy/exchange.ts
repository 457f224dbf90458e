/** One legacy request. It ends by its answer or by a cancellation; the loss of its connection ends nothing. */
import {
  TransportError,
  type AbortReason,
  type Asked,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type Refusal,
  type Reply,
  type Sent,
  type ServerExchange,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import type { Services } from "../services.js";
import { farewellTo, statusOf } from "../status.js";
import type { Post } from "./post.js";

/** Who keeps the exchange: a session, or the count of what stands alone. */
export interface ExchangeOwner {
  /** True exactly once per exchange: its end may be said. */
  ended(x: LegacyExchange, r: JSONRPCResponse | undefined): boolean;
}

export class LegacyExchange implements ServerExchange {
  readonly request: JSONRPCRequest;
  readonly link: ServerLink;
  readonly caller: unknown;
  readonly revision: string | undefined;
  aborted: AbortReason | undefined = undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  place = -1;
  readonly callerId: string | undefined;
  protected readonly post: Post;
  protected readonly services: Services;
  readonly #owner: ExchangeOwner;
  #isOver = false;

  constructor(
    request: JSONRPCRequest,
    link: ServerLink,
    post: Post,
    owner: ExchangeOwner,
    services: Services,
    who: { readonly caller: unknown; readonly id: string } | undefined,
    revision: string | undefined,
  ) {
    this.request = request;
    this.link = link;
    this.post = post;
    this.#owner = owner;
    this.services = services;
    this.caller = who?.caller;
    this.callerId = who?.id;
    this.revision = revision;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  notify(n: JSONRPCNotification): Sent {
    if (this.#isOver) return undefined;
    if (!this.post.canStream) {
      const message = `${n.method} is not sent: the response is a single body of JSON, or its connection is gone`;
      this.services.report({ code: "unsent-notification", message });
      return undefined;
    }
    return this.post.send(JSON.stringify(n));
  }

  end(r: JSONRPCResponse, refusal?: Refusal): void {
    if (this.#isOver || !this.#owner.ended(this, r)) return;
    this.#isOver = true;
    this.released();
    this.say(r, statusOf(refusal));
  }

  protected say(r: JSONRPCResponse, status: number): void {
    this.post.settle(r, status);
  }

  /** The peer took it back, or its link is ending. */
  abort(why: AbortReason): void {
    if (this.#isOver) return;
    this.#owner.ended(this, undefined);
    this.#isOver = true;
    this.aborted = why;
    this.released();
    this.post.settle(farewellTo(this.request.id, why));
    try {
      this.onabort?.(why);
    } catch (error) {
      this.services.report({ code: "handler-error", message: "an abort listener threw", data: error });
    }
  }

  /** What hangs on it is to be let go. */
  protected released(): void {}
}

/** A question to the client, and the exchange it is part of, if any. */
export interface Question {
  readonly reply: Reply;
  readonly exchange: SessionExchange | undefined;
}

/** Where questions of a session are kept. */
export interface QuestionDesk {
  askOn(question: Question, q: JSONRPCRequest, send: (json: string) => Sent): Asked;
  forget(question: Question, q: JSONRPCRequest): boolean;
  /** The answer to a request, as soon as it may go out. */
  settlePost(post: Post, r: JSONRPCResponse, status: number): void;
}

/** An exchange of a session: it can ask, and its stream outlives its connection. */
export class SessionExchange extends LegacyExchange {
  readonly #desk: QuestionDesk;
  /** Questions asked within it; built with the first. */
  questions: Map<Question, JSONRPCRequest> | undefined = undefined;
  /** Absent where the response is a body of JSON: then there is no channel for a question. */
  readonly ask?: (q: JSONRPCRequest, reply: Reply) => Asked;
  /** Absent where streams cannot be left and found again. */
  readonly detach?: (retryMs: number) => void;

  constructor(desk: QuestionDesk, ...rest: ConstructorParameters<typeof LegacyExchange>) {
    super(...rest);
    this.#desk = desk;
    if (this.post.canStream) this.ask = askWithin;
    if (this.post.canDetach) this.detach = detachPost;
  }

  askOnPost(q: JSONRPCRequest, reply: Reply): Asked {
    const question: Question = { reply, exchange: this };
    const asked = this.#desk.askOn(question, q, (json) => this.post.send(json));
    return asked;
  }

  detachPost(retryMs: number): void {
    if (!this.isOver) this.post.detach(retryMs);
  }

  protected override say(r: JSONRPCResponse, status: number): void {
    this.#desk.settlePost(this.post, r, status);
  }

  protected override released(): void {
    const { questions } = this;
    if (questions === undefined) return;
    this.questions = undefined;
    for (const [question, q] of questions) {
      if (this.#desk.forget(question, q)) {
        question.reply(new TransportError("closed", "the exchange of this question has ended"));
      }
    }
  }
}

// Shared by all exchanges, so that an exchange without them costs nothing.
function askWithin(this: SessionExchange, q: JSONRPCRequest, reply: Reply): Asked {
  return this.askOnPost(q, reply);
}

function detachPost(this: SessionExchange, retryMs: number): void {
  this.detachPost(retryMs);
}
