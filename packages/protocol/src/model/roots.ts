/**
 * Roots: where in the file system a server may work.
 * [2026-07-28 client/roots#data-types]
 *
 * All of it is deprecated as of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
import type { MetaObject, Result } from "./base.js";

/**
 * [2026-07-28 client/roots#root]
 * @deprecated As of 2026-07-28.
 */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: MetaObject;
}

/**
 * Result of `roots/list`. [2026-07-28 client/roots#listing-roots]
 * @deprecated As of 2026-07-28.
 */
export interface ListRootsResult extends Result {
  readonly roots: readonly Root[];
}
