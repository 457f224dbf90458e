/**
 * Watches on a legacy server: list changes come unasked, resources are subscribed to one by one, and several watches share them.
 * Pure; the driver sends what the outputs say. [2025-11-25 server/resources#subscriptions]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ServerCapabilities } from "@mcpwire/protocol";
import type { WatchFilter } from "../era.js";
import { declares } from "../read-peer.js";

/** What the server will announce of what a watch asks for: only what it declared. */
export function honoredBy(capabilities: ServerCapabilities, filter: WatchFilter): WatchFilter {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions = [] } = filter;
  const uris = [...new Set(resourceSubscriptions)];
  return {
    ...(toolsListChanged === true && declares(capabilities, ["tools", "listChanged"]) ? { toolsListChanged } : {}),
    ...(promptsListChanged === true && declares(capabilities, ["prompts", "listChanged"])
      ? { promptsListChanged }
      : {}),
    ...(resourcesListChanged === true && declares(capabilities, ["resources", "listChanged"])
      ? { resourcesListChanged }
      : {}),
    ...(uris.length > 0 && declares(capabilities, ["resources", "subscribe"]) ? { resourceSubscriptions: uris } : {}),
  };
}

/** True where a watch of this filter waits for this notification. */
export function isWatched(filter: WatchFilter, method: string, params: JSONObject | undefined): boolean {
  switch (method) {
    case "notifications/tools/list_changed":
      return filter.toolsListChanged === true;
    case "notifications/prompts/list_changed":
      return filter.promptsListChanged === true;
    case "notifications/resources/list_changed":
      return filter.resourcesListChanged === true;
    case "notifications/resources/updated":
      return typeof params?.uri === "string" && covers(filter.resourceSubscriptions ?? [], params.uri);
    default:
      return false;
  }
}

/** An update may name a sub-resource of what was subscribed to. [2025-11-25 schema#resourceupdatednotificationparams] */
function covers(uris: readonly string[], updated: string): boolean {
  return uris.some((uri) => updated === uri || updated.startsWith(uri.endsWith("/") ? uri : `${uri}/`));
}

/** How many watches want each resource: the first subscribes, the last unsubscribes. */
export class ResourceInterest {
  readonly #count = new Map<string, number>();

  /** The resources that nobody wanted before. */
  add(uris: readonly string[]): readonly string[] {
    return uris.filter((uri) => {
      const count = this.#count.get(uri) ?? 0;
      this.#count.set(uri, count + 1);
      return count === 0;
    });
  }

  /** The resources that nobody wants any more. */
  remove(uris: readonly string[]): readonly string[] {
    return uris.filter((uri) => {
      const count = this.#count.get(uri) ?? 0;
      if (count > 1) this.#count.set(uri, count - 1);
      else this.#count.delete(uri);
      return count === 1;
    });
  }

  clear(): void {
    this.#count.clear();
  }
}
