/**
 * Types of 2025-11-25. Roots: where in the file system a server may work.
 * [2025-11-25 client/roots#data-types]
 */
import type { JSONRPCNotification, JSONRPCRequest, NotificationParams, RequestParams, Result } from "./messages.js";

/** The request `roots/list`. [2025-11-25 client/roots#listing-roots] */
export interface ListRootsRequest extends JSONRPCRequest {
  readonly method: "roots/list";
  readonly params?: RequestParams;
}

/** Result of `roots/list`. [2025-11-25 client/roots#listing-roots] */
export interface ListRootsResult extends Result {
  readonly roots: readonly Root[];
}

/** A directory or file. [2025-11-25 client/roots#root] */
export interface Root {
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** The notification `notifications/roots/list_changed`. [2025-11-25 client/roots#data-types] */
export interface RootsListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/roots/list_changed";
  readonly params?: NotificationParams;
}
