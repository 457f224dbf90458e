/**
 * From one change notice to those who watch for it, and no other. Era-neutral: an outlet is a legacy link or a modern listen stream.
 * A notice costs the number of its watchers, whatever else is watched.
 */
import { notification, type JSONRPCNotification, type Sent } from "@mcpwire/jsonrpc";
import type { ServerCapabilities } from "@mcpwire/protocol";
import type { ChangeNotice } from "./era.js";

/** What may be watched, as a key: a list's name, or `resource:` and a URI. */
export type Topic = "tools" | "prompts" | "resources" | `resource:${string}`;

export function topicOf(notice: ChangeNotice): Topic {
  return notice.type === "resource" ? resourceTopic(notice.uri) : notice.type;
}

export function resourceTopic(uri: string): Topic {
  return `resource:${uri}`;
}

/** The notification that says so, without any tag. */
export function noticeOf(topic: Topic): JSONRPCNotification {
  switch (topic) {
    case "tools":
      return toolsChanged;
    case "prompts":
      return promptsChanged;
    case "resources":
      return resourcesChanged;
    default:
      return notification("notifications/resources/updated", { uri: topic.slice("resource:".length) });
  }
}

const toolsChanged = notification("notifications/tools/list_changed");
const promptsChanged = notification("notifications/prompts/list_changed");
const resourcesChanged = notification("notifications/resources/list_changed");

/** What a server can announce, as it declared. */
export interface Announced {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  readonly subscribe: boolean;
}

export function announcedBy(capabilities: ServerCapabilities): Announced {
  return {
    tools: capabilities.tools?.listChanged === true,
    prompts: capabilities.prompts?.listChanged === true,
    resources: capabilities.resources?.listChanged === true,
    subscribe: capabilities.resources?.subscribe === true,
  };
}

/**
 * One receiver. While it is slow (its last send is still pending), notices wait as a set of topics: a notice says that something
 * changed, not how often, so what waits is bounded by what is watched.
 */
export abstract class Outlet {
  #pending = false;
  #waiting: Set<Topic> | undefined;
  #closed = false;

  /** Sends the notice of this topic to the receiver. */
  protected abstract send(topic: Topic): Sent;

  deliver(topic: Topic): void {
    if (this.#closed) return;
    if (this.#pending) {
      (this.#waiting ??= new Set()).add(topic);
      return;
    }
    const sent = this.send(topic);
    if (sent !== undefined) void this.#drain(sent);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Nothing is delivered any more. */
  closeOutlet(): void {
    this.#closed = true;
    this.#waiting = undefined;
  }

  async #drain(sent: Promise<void>): Promise<void> {
    this.#pending = true;
    await sent;
    while (!this.#closed && this.#waiting !== undefined) {
      const [topic] = this.#waiting;
      if (topic === undefined) break;
      this.#waiting.delete(topic);
      await this.send(topic);
    }
    this.#waiting = undefined;
    this.#pending = false;
  }
}

/** Topic → outlets. Holds nothing for a topic that nobody watches. */
export class NoticeFanout {
  readonly #outlets = new Map<Topic, Set<Outlet>>();

  watch(topic: Topic, outlet: Outlet): void {
    const outlets = this.#outlets.get(topic);
    if (outlets === undefined) this.#outlets.set(topic, new Set([outlet]));
    else outlets.add(outlet);
  }

  unwatch(topic: Topic, outlet: Outlet): void {
    const outlets = this.#outlets.get(topic);
    if (outlets?.delete(outlet) === true && outlets.size === 0) this.#outlets.delete(topic);
  }

  publish(notice: ChangeNotice): void {
    const topic = topicOf(notice);
    for (const outlet of this.#outlets.get(topic) ?? nobody) outlet.deliver(topic);
  }

  /** Topics that somebody watches. */
  get size(): number {
    return this.#outlets.size;
  }
}

const nobody: readonly Outlet[] = [];
