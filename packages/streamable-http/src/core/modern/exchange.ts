/**
 * One modern request and the response to it. Nothing outlives it, and closing the response is how a client cancels.
 * [2026-07-28 basic/transports/streamable-http#cancellation]
 */
import type {
  AbortReason,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  Refusal,
  Sent,
  ServerExchange,
  ServerLink,
} from "@mcpwire/jsonrpc";
import { encodeEvent } from "../../sse/encoder.js";
import type { Channel, ChannelOwner } from "../channel.js";
import { encodeResponse, type Services } from "../services.js";
import { farewellTo, statusOf } from "../status.js";
import type { StatelessCount } from "../stateless.js";

export class ModernExchange implements ServerExchange, ChannelOwner {
  readonly request: JSONRPCRequest;
  readonly link: ServerLink;
  readonly caller: unknown;
  aborted: AbortReason | undefined = undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  place = -1;
  readonly #channel: Channel;
  readonly #services: Services;
  readonly #count: StatelessCount;
  readonly #callerId: string | undefined;
  #isOver = false;

  constructor(
    request: JSONRPCRequest,
    link: ServerLink,
    channel: Channel,
    services: Services,
    count: StatelessCount,
    who: { readonly caller: unknown; readonly id: string } | undefined,
  ) {
    this.request = request;
    this.link = link;
    this.caller = who?.caller;
    this.#callerId = who?.id;
    this.#channel = channel;
    this.#services = services;
    this.#count = count;
    channel.owner = this;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  notify(n: JSONRPCNotification): Sent {
    if (this.#isOver) return undefined;
    const channel = this.#channel;
    if (channel.phase === "waiting" && (!channel.accepted.stream || this.#services.mode === "json")) {
      this.#services.report({
        code: "unsent-notification",
        message: `${n.method} is not sent: the response is a single body of JSON`,
      });
      return undefined;
    }
    return channel.event(encodeEvent(JSON.stringify(n)));
  }

  end(r: JSONRPCResponse, refusal?: Refusal): void {
    if (this.#isOver) return;
    this.#over();
    this.#answer(r, refusal);
  }

  #answer(r: JSONRPCResponse, refusal: Refusal | undefined): void {
    const channel = this.#channel;
    const body = encodeResponse(r, this.#services);
    if (channel.phase === "streaming") channel.finish(encodeEvent(body));
    else if (refusal !== undefined) channel.answer(statusOf(refusal), body);
    else if (!channel.accepted.json || (this.#services.mode === "stream" && channel.accepted.stream)) {
      channel.finish(encodeEvent(body));
    } else channel.answer(200, body);
  }

  disconnected(_channel: Channel, why: "disconnected" | "overload"): void {
    this.abort({ code: why });
  }

  /** Ends it from outside. The response, where there still is one, ends without a result, or says that the server is closing. */
  abort(why: AbortReason): void {
    if (this.#isOver) return;
    this.aborted = why;
    this.#over();
    const farewell = farewellTo(this.request.id, why);
    if (farewell === undefined) this.#channel.end();
    else this.#answer(farewell, undefined);
    try {
      this.onabort?.(why);
    } catch (error) {
      this.#services.report({ code: "handler-error", message: "an abort listener threw", data: error });
    }
  }

  #over(): void {
    this.#isOver = true;
    this.#count.ended(this, this.#callerId);
  }
}
