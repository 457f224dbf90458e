/**
 * Changes as legacy clients hear of them: lists on every initialized connection, resources where they were subscribed to.
 * [2025-11-25 server/resources#subscriptions] [2025-11-25 server/tools#list-changed-notification]
 */
import { resourceTopic, type Announced, type NoticeFanout } from "../notice-fanout.js";
import type { LegacyLinkState } from "./link-state.js";

export class ChangeNotices {
  readonly #fanout: NoticeFanout;
  readonly #announced: Announced;
  readonly #maxSubscriptions: number;

  constructor(fanout: NoticeFanout, announced: Announced, maxSubscriptions: number) {
    this.#fanout = fanout;
    this.#announced = announced;
    this.#maxSubscriptions = maxSubscriptions;
  }

  /** The client is ready: it hears of every list that the server announces changes of. */
  ready(state: LegacyLinkState): void {
    // A notification that was on its way when the link ended.
    if (state.isClosed) return;
    for (const list of this.#lists()) this.#fanout.watch(list, state);
  }

  /** False where the link has as many subscriptions as it may have. Subscribing twice is subscribing once. */
  subscribe(uri: string, state: LegacyLinkState): boolean {
    const topic = resourceTopic(uri);
    if (state.isClosed || state.subscriptions?.has(topic) === true) return true;
    const subscriptions = (state.subscriptions ??= new Set());
    if (subscriptions.size >= this.#maxSubscriptions) return false;
    subscriptions.add(topic);
    this.#fanout.watch(topic, state);
    return true;
  }

  /** Forgets a subscription; one that is not there is no error. */
  unsubscribe(uri: string, state: LegacyLinkState): void {
    const topic = resourceTopic(uri);
    if (state.subscriptions?.delete(topic) === true) this.#fanout.unwatch(topic, state);
  }

  /** The resources that are subscribed to. */
  subscribedBy(state: LegacyLinkState): readonly string[] {
    return [...(state.subscriptions ?? [])].map((topic) => topic.slice(resourceTopic("").length));
  }

  /** The link is going: nothing is delivered any more. */
  release(state: LegacyLinkState): void {
    for (const list of this.#lists()) this.#fanout.unwatch(list, state);
    for (const topic of state.subscriptions ?? []) this.#fanout.unwatch(topic, state);
    state.subscriptions = undefined;
    state.closeOutlet();
  }

  #lists(): readonly ("tools" | "prompts" | "resources")[] {
    return (["tools", "prompts", "resources"] as const).filter((list) => this.#announced[list]);
  }
}
