/**
 * The codec of every revision. Apart from `index.ts`, so that who only asks what a revision is, as the transports do, does not
 * carry what translates its messages.
 */
import type { Codec, Revision } from "../revision.js";
import { codec as codec20241105 } from "./2024-11-05/codec.js";
import { codec as codec20250326 } from "./2025-03-26/codec.js";
import { codec as codec20250618 } from "./2025-06-18/codec.js";
import { codec as codec20251125 } from "./2025-11-25/codec.js";
import { codec as codec20260728 } from "./2026-07-28/codec.js";

const byName: ReadonlyMap<string, Codec> = new Map([
  ["2026-07-28", codec20260728],
  ["2025-11-25", codec20251125],
  ["2025-06-18", codec20250618],
  ["2025-03-26", codec20250326],
  ["2024-11-05", codec20241105],
  // The same shapes under an older name.
  ["2024-10-07", codec20241105],
]);

/**
 * What translates between the neutral model and this revision's wire. Look it up once for a connection and keep it; each lookup
 * gives the same object. A revision of your own, under a name that is not in `revisions`, gets that of the newest in its era.
 */
export function codecOf(revision: Revision): Codec {
  return byName.get(revision.name) ?? (revision.era === "modern" ? codec20260728 : codec20251125);
}
