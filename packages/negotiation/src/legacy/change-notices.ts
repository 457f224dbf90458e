/**
 * Changes as legacy clients hear of them: lists on every initialized connection, resources where they were subscribed to.
 * [2025-11-25 server/resources#subscriptions] [2025-11-25 server/tools#list-changed-notification]
 */
import { resourceTopic, type Announced, type NoticeFanout, type Topic } from "../notice-fanout.js";
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
    for (const list of ["tools", "prompts", "resources"] as const) {
      if (this.#announced[list]) this.#watch(list, state);
    }
  }

  /** False where the link has as many subscriptions as it may have. Subscribing twice is subscribing once. */
  subscribe(uri: string, state: LegacyLinkState): boolean {
    const topic = resourceTopic(uri);
    if (state.topics.has(topic) || state.isClosed) return true;
    if (state.subscriptions >= this.#maxSubscriptions) return false;
    state.subscriptions += 1;
    this.#watch(topic, state);
    return true;
  }

  /** Forgets a subscription; one that is not there is no error. */
  unsubscribe(uri: string, state: LegacyLinkState): void {
    const topic = resourceTopic(uri);
    if (!state.topics.delete(topic)) return;
    state.subscriptions -= 1;
    this.#fanout.unwatch(topic, state);
  }

  /** The link is going: nothing is delivered any more. */
  release(state: LegacyLinkState): void {
    for (const topic of state.topics) this.#fanout.unwatch(topic, state);
    state.topics.clear();
    state.subscriptions = 0;
    state.closeOutlet();
  }

  #watch(topic: Topic, state: LegacyLinkState): void {
    // A request that was on its way when the link ended.
    if (state.isClosed) return;
    state.topics.add(topic);
    this.#fanout.watch(topic, state);
  }
}
