/**
 * Types of 2025-03-26. Roots: where in the file system a server may work.
 * [2025-03-26 client/roots#data-types]
 */
import type { Notification, Request, Result } from "./messages.js";

/** The request `roots/list`. [2025-03-26 client/roots#listing-roots] */
export interface ListRootsRequest extends Request {
  readonly method: "roots/list";
}

/** Result of `roots/list`. [2025-03-26 client/roots#listing-roots] */
export interface ListRootsResult extends Result {
  readonly roots: readonly Root[];
}

/** A directory or file. [2025-03-26 client/roots#root] */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The notification `notifications/roots/list_changed`. [2025-03-26 client/roots#data-types] */
export interface RootsListChangedNotification extends Notification {
  readonly method: "notifications/roots/list_changed";
}
