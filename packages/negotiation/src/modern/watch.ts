/**
 * The client's side of one `subscriptions/listen`: acknowledged first, then tagged notices, then an end. Pure.
 * [2026-07-28 basic/patterns/subscriptions#acknowledgment] [2026-07-28 basic/patterns/subscriptions#cancellation]
 */
import {
  TransportError,
  isErrorResponse,
  type JSONObject,
  type JSONRPCNotification,
  type JSONRPCResponse,
} from "@mcpwire/jsonrpc";
import { protocolErrorOf } from "@mcpwire/protocol";
import type { WatchFilter } from "../era.js";
import { isObject } from "../read-peer.js";

export type ListenInput =
  | { readonly type: "notice"; readonly notification: JSONRPCNotification }
  | { readonly type: "answer"; readonly response: JSONRPCResponse }
  | { readonly type: "lost"; readonly error: Error }
  /** Our side ends it. */
  | { readonly type: "close" };

export type ListenOutput =
  | { readonly type: "acknowledged"; readonly honored: WatchFilter }
  | { readonly type: "deliver"; readonly method: string; readonly params: JSONObject | undefined }
  /** Before the acknowledgement: the watch could not be opened. */
  | { readonly type: "refused"; readonly error: Error }
  /** After it: ended by the server (no error), or broken. */
  | { readonly type: "ended"; readonly error?: Error }
  /** Stop waiting and tell the server. */
  | { readonly type: "abandon" }
  | { readonly type: "ignored"; readonly method: string };

export type ListenState = "opening" | "open" | "ended";

export class ListenStream {
  #state: ListenState = "opening";

  get state(): ListenState {
    return this.#state;
  }

  handle(input: ListenInput): readonly ListenOutput[] {
    if (this.#state === "ended") {
      return input.type === "notice" ? [{ type: "ignored", method: input.notification.method }] : [];
    }
    switch (input.type) {
      case "notice":
        return this.#notice(input.notification);
      case "answer":
        if (isErrorResponse(input.response)) return this.#end(protocolErrorOf(input.response.error));
        // Nothing honoured, or the server goes away: the graceful end. [2026-07-28 basic/patterns/subscriptions#graceful-closure]
        return this.#end(undefined);
      case "lost":
        return this.#end(input.error);
      case "close":
        this.#state = "ended";
        return [{ type: "abandon" }];
      default:
        return input satisfies never;
    }
  }

  #notice({ method, params }: JSONRPCNotification): readonly ListenOutput[] {
    if (method === "notifications/subscriptions/acknowledged") {
      if (this.#state !== "opening") return [{ type: "ignored", method }];
      this.#state = "open";
      return [{ type: "acknowledged", honored: readFilter(params?.notifications) }];
    }
    // The server's word that it tears the stream down; the result that should follow says nothing more.
    if (method === "notifications/cancelled") return this.#end(undefined);
    // The acknowledgement must come first. [2026-07-28 basic/patterns/subscriptions#acknowledgment]
    if (this.#state === "opening") return [{ type: "ignored", method }];
    return [{ type: "deliver", method, params }];
  }

  #end(error: Error | undefined): readonly ListenOutput[] {
    const wasOpen = this.#state === "open";
    this.#state = "ended";
    if (wasOpen) return [error === undefined ? { type: "ended" } : { type: "ended", error }];
    const refusal = new TransportError("malformed", "The server ended the subscription without acknowledging it");
    return [{ type: "refused", error: error ?? refusal }];
  }
}

/** Reads a filter as a peer sent it; members of another type are as good as absent. */
export function readFilter(value: unknown): WatchFilter {
  if (!isObject(value)) return {};
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } = value;
  return {
    ...(toolsListChanged === true ? { toolsListChanged } : {}),
    ...(promptsListChanged === true ? { promptsListChanged } : {}),
    ...(resourcesListChanged === true ? { resourcesListChanged } : {}),
    ...(Array.isArray(resourceSubscriptions)
      ? { resourceSubscriptions: resourceSubscriptions.filter((uri): uri is string => typeof uri === "string") }
      : {}),
  };
}
