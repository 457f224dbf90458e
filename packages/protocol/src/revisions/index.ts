/**
 * Every revision, newest first: a new one is a folder beside this file, a line below, and one in the lists of codecs and schemas.
 */
import type { Revision } from "../revision.js";
import { revision as r20241007 } from "./2024-10-07/index.js";
import { revision as r20241105 } from "./2024-11-05/index.js";
import { revision as r20250326 } from "./2025-03-26/index.js";
import { revision as r20250618 } from "./2025-06-18/index.js";
import { revision as r20251125 } from "./2025-11-25/index.js";
import { revision as r20260728 } from "./2026-07-28/index.js";

/** Every revision that mcpwire understands, newest first. */
export const revisions: readonly Revision[] = [r20260728, r20251125, r20250618, r20250326, r20241105, r20241007];

/** The newest revision. */
export const latest: Revision = r20260728;

/** The newest revision that opens with a handshake: what `initialize` offers first. */
export const newestLegacy: Revision = r20251125;

/** The revisions that we offer or choose, newest first: all but those that are only accepted. */
export const offeredRevisions: readonly Revision[] = /* @__PURE__ */ revisions.filter(
  (revision) => !revision.traits.acceptedOnly,
);

const byName = /* @__PURE__ */ new Map(/* @__PURE__ */ revisions.map((revision) => [revision.name, revision]));

/** The revision of this name; undefined for one that mcpwire does not know. */
export function findRevision(name: string): Revision | undefined {
  return byName.get(name);
}
