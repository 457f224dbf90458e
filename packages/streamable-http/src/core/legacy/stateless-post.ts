/**
 * Legacy requests without a session: each stands alone, on the link that all share. There is nothing to come back to, and nobody to
 * ask. [2025-11-25 basic/transports#protocol-version-header]
 */
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  errorResponse,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type ParseFailure,
  type ParsedMessage,
} from "@mcpwire/jsonrpc";
import type { Channel } from "../channel.js";
import type { Services } from "../services.js";
import type { StatelessCount, StatelessLink } from "../stateless.js";
import { refuse, type Refused } from "../status.js";
import type { Who } from "../turn.js";
import { LegacyExchange, type ExchangeOwner } from "./exchange.js";
import { Post, isAnswered } from "./post.js";

export class StatelessPosts implements ExchangeOwner {
  readonly #services: Services;
  readonly #link: StatelessLink;
  readonly #count: StatelessCount;

  constructor(services: Services, link: StatelessLink, count: StatelessCount) {
    this.#services = services;
    this.#link = link;
    this.#count = count;
  }

  /** The messages of one POST. `revision` is what the header names, or what stands for it. */
  post(
    items: readonly (ParsedMessage | ParseFailure)[],
    isBatch: boolean,
    channel: Channel,
    who: Who,
    revision: string,
  ): Post | Refused {
    const post = new Post(channel, this.#services, undefined, isBatch);
    for (const item of items) {
      if (item.type === "request") {
        const busy = this.#accept(item.message, post, who, revision);
        if (busy === undefined) continue;
        if (!isBatch) return refuse(429, INTERNAL_ERROR, busy);
        post.expect();
        post.settle(errorResponse(item.message.id, INTERNAL_ERROR, busy));
      } else if (item.type === "notification") {
        this.#services.acceptor.take(item.message, this.#link, who?.caller);
      } else if (item.type === "response") {
        // Nothing was asked: whoever it is meant for, it is not here.
        if (!isBatch) return refuse(400, INVALID_REQUEST, "Nobody here has asked anything");
      } else if (isAnswered(item)) {
        post.expect();
        post.settle(errorResponse(item.id, item.code, item.reason));
      }
    }
    return post;
  }

  ended(x: LegacyExchange, _r: JSONRPCResponse | undefined): boolean {
    this.#count.ended(x, x.callerId);
    return true;
  }

  #accept(request: JSONRPCRequest, post: Post, who: Who, revision: string): string | undefined {
    const busy = this.#count.admit(who?.id);
    if (busy !== undefined) return busy;
    const isHandshake = this.#services.acceptor.facts.correlation.isHandshake(request);
    const named = isHandshake ? undefined : revision;
    const x = new LegacyExchange(request, this.#link, post, this, this.#services, who, named);
    post.expect();
    this.#count.began(x);
    try {
      this.#services.acceptor.accept(x);
    } catch (error) {
      this.#services.report({ code: "handler-error", message: "the acceptor threw", data: error });
      x.end(errorResponse(request.id, INTERNAL_ERROR, "internal error"));
    }
    return undefined;
  }
}
