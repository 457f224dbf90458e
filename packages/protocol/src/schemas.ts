/**
 * The entry `@mcpwire/protocol/schemas`: zod schemas of the params and results of every method, by revision. Apart from the main
 * entry, so that nobody loads zod who does not check payloads.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type * as z from "zod";
import type { Revision } from "./revision.js";
import { buildSchemas as build20241105 } from "./revisions/2024-11-05/schemas.js";
import { buildSchemas as build20250326 } from "./revisions/2025-03-26/schemas.js";
import { buildSchemas as build20250618 } from "./revisions/2025-06-18/schemas.js";
import { buildSchemas as build20251125 } from "./revisions/2025-11-25/schemas.js";
import { buildSchemas as build20260728 } from "./revisions/2026-07-28/schemas.js";
import type { ListItems, SchemaTable } from "./schemas/building-blocks.js";

export type { ListItems } from "./schemas/building-blocks.js";

/** The schemas of one revision. Each lookup gives the same object every time; undefined for a method without a schema. */
export interface RevisionSchemas {
  /** Of a request's or a notification's params; accepts `undefined` where the revision lets them be absent. */
  params(method: string): z.ZodType<JSONObject | undefined> | undefined;
  /**
   * Of a request's result. Envelopes are not its business: `resultType`, `ttlMs`, `cacheScope` and request metadata may be absent,
   * because the layer that stamps them has taken them off.
   */
  result(method: string): z.ZodType<JSONObject> | undefined;
  /** Of one element of a list result, so that one bad element need not hide the others. */
  items(method: string): ListItems | undefined;
}

const builders: ReadonlyMap<string, () => SchemaTable> = new Map([
  ["2026-07-28", build20260728],
  ["2025-11-25", build20251125],
  ["2025-06-18", build20250618],
  ["2025-03-26", build20250326],
  ["2024-11-05", build20241105],
  // The same shapes under an older name.
  ["2024-10-07", build20241105],
]);

const built = new Map<string, RevisionSchemas>();

/**
 * The schemas of a revision, built when they are first asked for and kept. They check shapes as the revision has them on its
 * wire; the neutral model, decoded from that revision, passes as well.
 */
export function schemasFor(revision: Revision): RevisionSchemas {
  let schemas = built.get(revision.name);
  if (schemas === undefined) {
    schemas = lookups(builders.get(revision.name)?.() ?? { params: {}, results: {}, items: {} });
    built.set(revision.name, schemas);
  }
  return schemas;
}

function lookups(table: SchemaTable): RevisionSchemas {
  const params = new Map(Object.entries(table.params));
  const results = new Map(Object.entries(table.results));
  const items = new Map(Object.entries(table.items));
  return {
    params: (method) => params.get(method),
    result: (method) => results.get(method),
    items: (method) => items.get(method),
  };
}
