/**
 * `subscriptions/listen` on a server: acknowledged first, fed with what it asked for and nothing else, and ended with its result
 * when the server ends it. [2026-07-28 basic/patterns/subscriptions#opening-a-stream]
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  errorResponse,
  notification,
  resultResponse,
  type JSONObject,
  type Sent,
  type ServerExchange,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import { tagSubscription } from "@mcpwire/protocol";
import type { WatchFilter } from "../era.js";
import { Outlet, noticeOf, resourceTopic, type Announced, type NoticeFanout, type Topic } from "../notice-fanout.js";
import { isObject } from "../read-peer.js";
import type { ServerDesk } from "../server-desk.js";

/** Reads the filter of a listen request; a sentence where it is malformed. */
export function readFilter(params: JSONObject | undefined): WatchFilter | string {
  const filter = params?.notifications;
  if (!isObject(filter)) return "params.notifications must be an object";
  for (const key of ["toolsListChanged", "promptsListChanged", "resourcesListChanged"]) {
    const value = filter[key];
    if (value !== undefined && typeof value !== "boolean") return `params.notifications.${key} must be a boolean`;
  }
  const uris = filter.resourceSubscriptions;
  if (uris !== undefined && !(Array.isArray(uris) && uris.every((uri) => typeof uri === "string"))) {
    return "params.notifications.resourceSubscriptions must be an array of strings";
  }
  return filter;
}

/** The part of a filter that a server can honor. What is left out was not asked for, or is not announced by this server. */
export function honoredPart(filter: WatchFilter, announced: Announced): WatchFilter {
  const uris = announced.subscribe ? [...new Set(filter.resourceSubscriptions)] : [];
  return {
    ...(filter.toolsListChanged === true && announced.tools ? { toolsListChanged: true } : {}),
    ...(filter.promptsListChanged === true && announced.prompts ? { promptsListChanged: true } : {}),
    ...(filter.resourcesListChanged === true && announced.resources ? { resourcesListChanged: true } : {}),
    ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
  };
}

function topicsOf(honored: WatchFilter): readonly Topic[] {
  return [
    ...(honored.toolsListChanged === true ? (["tools"] as const) : []),
    ...(honored.promptsListChanged === true ? (["prompts"] as const) : []),
    ...(honored.resourcesListChanged === true ? (["resources"] as const) : []),
    ...(honored.resourceSubscriptions ?? []).map(resourceTopic),
  ];
}

/** One open listen stream. */
class ListenStream extends Outlet {
  readonly exchange: ServerExchange;
  readonly topics: readonly Topic[];
  /** Who pays for it: the caller where there is one, else the link; nobody on a shared link without callers. */
  readonly payer: unknown;
  /** What it counts against the limits: one, or one per resource. */
  readonly weight: number;

  constructor(exchange: ServerExchange, topics: readonly Topic[], payer: unknown, weight: number) {
    super();
    this.exchange = exchange;
    this.topics = topics;
    this.payer = payer;
    this.weight = weight;
  }

  protected override send(topic: Topic): Sent {
    const { method, params } = noticeOf(topic);
    return this.exchange.notify(notification(method, tagSubscription(params, this.exchange.request.id)));
  }
}

/** Every open listen stream of one server. */
export class Subscriptions {
  readonly #desk: ServerDesk;
  readonly #fanout: NoticeFanout;
  readonly #identity: JSONObject;
  readonly #byLink = new Map<ServerLink, Set<ListenStream>>();
  readonly #weights = new Map<unknown, number>();
  /** Links that are ending: what still arrives there is not kept open. */
  readonly #draining = new WeakSet<ServerLink>();

  constructor(desk: ServerDesk, fanout: NoticeFanout, identity: JSONObject) {
    this.#desk = desk;
    this.#fanout = fanout;
    this.#identity = identity;
  }

  /** Open streams, over all links. */
  get size(): number {
    let size = 0;
    for (const streams of this.#byLink.values()) size += streams.size;
    return size;
  }

  listen(exchange: ServerExchange): void {
    const { id, params } = exchange.request;
    const filter = readFilter(params);
    if (typeof filter === "string") {
      exchange.end(errorResponse(id, INVALID_PARAMS, filter));
      return;
    }
    const honored = honoredPart(filter, this.#desk.announced);
    const topics = topicsOf(honored);
    const { link, caller } = exchange;
    const payer = caller ?? (link.stateless === true ? undefined : link);
    const stream = new ListenStream(exchange, topics, payer, Math.max(1, honored.resourceSubscriptions?.length ?? 0));
    const full = topics.length === 0 ? undefined : this.#overLimit(stream);
    if (full !== undefined) {
      exchange.end(errorResponse(id, INTERNAL_ERROR, full));
      return;
    }
    // Before anything else of this subscription. [2026-07-28 basic/patterns/subscriptions#acknowledgment]
    const acknowledged = tagSubscription({ notifications: honored }, id);
    void exchange.notify(notification("notifications/subscriptions/acknowledged", acknowledged));
    if (topics.length === 0 || this.#draining.has(link)) {
      this.#finish(exchange);
      return;
    }
    if (exchange.aborted !== undefined) return;
    this.#add(stream);
    exchange.onabort = () => this.#remove(stream);
  }

  /** `drain`: the streams of this link end with their result. `drop`: they are gone. */
  release(link: ServerLink, how: "drain" | "drop", reason: string): void {
    this.#draining.add(link);
    for (const stream of this.#byLink.get(link) ?? []) {
      this.#remove(stream);
      if (how === "drain") this.#tearDown(stream, reason);
    }
  }

  /** Ends every stream with its result. */
  close(reason: string): void {
    for (const link of this.#byLink.keys()) this.release(link, "drain", reason);
  }

  /** Both signs of an end that the spec has: the cancellation that a server owes, then the result. [2026-07-28 basic/patterns/subscriptions#graceful-closure] */
  #tearDown({ exchange }: ListenStream, reason: string): void {
    const { id } = exchange.request;
    void exchange.notify(notification("notifications/cancelled", tagSubscription({ requestId: id, reason }, id)));
    this.#finish(exchange);
  }

  #finish(exchange: ServerExchange): void {
    const { id } = exchange.request;
    exchange.end(resultResponse(id, tagSubscription({ resultType: "complete", _meta: this.#identity }, id)));
  }

  #overLimit({ exchange, payer, weight }: ListenStream): string | undefined {
    const { maxSubscriptions, maxStatelessSubscriptions } = this.#desk.limits;
    if (payer !== undefined && (this.#weights.get(payer) ?? 0) + weight > maxSubscriptions) {
      return `Too many subscriptions: at most ${maxSubscriptions} may be open for one ${payer === exchange.link ? "connection" : "caller"}`;
    }
    const { link } = exchange;
    if (
      link.stateless === true &&
      link !== payer &&
      (this.#weights.get(link) ?? 0) + weight > maxStatelessSubscriptions
    ) {
      return `Too many subscriptions: this server holds at most ${maxStatelessSubscriptions} at once`;
    }
    return undefined;
  }

  #add(stream: ListenStream): void {
    const { link } = stream.exchange;
    const streams = this.#byLink.get(link);
    if (streams === undefined) this.#byLink.set(link, new Set([stream]));
    else streams.add(stream);
    this.#weigh(stream, stream.weight);
    for (const topic of stream.topics) this.#fanout.watch(topic, stream);
  }

  #remove(stream: ListenStream): void {
    const { link } = stream.exchange;
    const streams = this.#byLink.get(link);
    if (streams?.delete(stream) !== true) return;
    if (streams.size === 0) this.#byLink.delete(link);
    this.#weigh(stream, -stream.weight);
    for (const topic of stream.topics) this.#fanout.unwatch(topic, stream);
    stream.closeOutlet();
  }

  #weigh({ payer, exchange }: ListenStream, by: number): void {
    const payers = new Set(exchange.link.stateless === true ? [payer, exchange.link] : [payer]);
    for (const each of payers) {
      if (each === undefined) continue;
      const weight = (this.#weights.get(each) ?? 0) + by;
      if (weight > 0) this.#weights.set(each, weight);
      else this.#weights.delete(each);
    }
  }
}
