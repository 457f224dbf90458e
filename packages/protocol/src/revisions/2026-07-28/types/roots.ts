/**
 * Types of 2026-07-28. Roots: where in the file system a server may work. Deprecated as a whole. [2026-07-28 deprecated#deprecated]
 * [2026-07-28 client/roots#data-types]
 */
import type { MetaObject } from "./messages.js";

/**
 * The request `roots/list`. [2026-07-28 client/roots#listing-roots]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ListRootsRequest {
  readonly method: "roots/list";
  readonly params?: {
    readonly _meta?: MetaObject;
  };
}

/**
 * Result of `roots/list`. [2026-07-28 client/roots#listing-roots]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ListRootsResult {
  readonly roots: readonly Root[];
}

/**
 * A directory or file. [2026-07-28 client/roots#root]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface Root {
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: MetaObject;
}
