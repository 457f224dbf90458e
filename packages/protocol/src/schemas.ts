/**
 * The entry `@mcpwire/protocol/schemas`: schemas of the params and results of every method, by revision. Apart from the main entry,
 * because not everybody checks payloads; and in two parts, because a server checks what clients ask and nothing else.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { Revision } from "./revision.js";
import { clientRequests as requests20241105 } from "./revisions/2024-11-05/client-requests.js";
import { Schemas as Schemas20241105 } from "./revisions/2024-11-05/schemas.js";
import { clientRequests as requests20250326 } from "./revisions/2025-03-26/client-requests.js";
import { Schemas as Schemas20250326 } from "./revisions/2025-03-26/schemas.js";
import { clientRequests as requests20250618 } from "./revisions/2025-06-18/client-requests.js";
import { Schemas as Schemas20250618 } from "./revisions/2025-06-18/schemas.js";
import { clientRequests as requests20251125 } from "./revisions/2025-11-25/client-requests.js";
import { Schemas as Schemas20251125 } from "./revisions/2025-11-25/schemas.js";
import { clientRequests as requests20260728 } from "./revisions/2026-07-28/client-requests.js";
import { Schemas as Schemas20260728 } from "./revisions/2026-07-28/schemas.js";
import { listOf, object, type Check, type Checks, type SchemaIssue } from "./schemas/check.js";
import { meta, text } from "./schemas/building-blocks.js";

export type { SchemaIssue } from "./schemas/check.js";

/** What a payload must look like. */
export interface PayloadSchema<T> {
  /**
   * The value itself where it has the shape, neither copied nor changed; otherwise what is wrong with it, a hundred issues at most.
   * Never throws.
   */
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T; readonly issues?: undefined }
    | { readonly success: false; readonly issues: readonly SchemaIssue[] };
}

/** Where a result has its list, and what one element of it looks like. */
export interface ListItems {
  readonly member: string;
  readonly schema: PayloadSchema<JSONObject>;
}

/** The schemas of one revision. Each lookup gives the same object every time; undefined for a method without a schema. */
export interface RevisionSchemas {
  /** Of a request's or a notification's params; accepts `undefined` where the revision lets them be absent. */
  params(method: string): PayloadSchema<JSONObject | undefined> | undefined;
  /**
   * Of a request's result. Envelopes are not its business: `resultType`, `ttlMs`, `cacheScope` and request metadata may be absent,
   * because the layer that stamps them has taken them off.
   */
  result(method: string): PayloadSchema<JSONObject> | undefined;
  /** Of one element of a list result, so that one bad element need not hide the others. */
  items(method: string): ListItems | undefined;
}

/** The params of clients' requests, by revision. The shapes of 2024-10-07 are those of 2024-11-05 under an older name. */
const clientRequests: ReadonlyMap<string, () => Checks> = new Map([
  ["2026-07-28", requests20260728],
  ["2025-11-25", requests20251125],
  ["2025-06-18", requests20250618],
  ["2025-03-26", requests20250326],
  ["2024-11-05", requests20241105],
  ["2024-10-07", requests20241105],
]);

/** Everything else. */
const shapes: ReadonlyMap<string, new () => Schemas20241105> = new Map([
  ["2026-07-28", Schemas20260728],
  ["2025-11-25", Schemas20251125],
  ["2025-06-18", Schemas20250618],
  ["2025-03-26", Schemas20250326],
  ["2024-11-05", Schemas20241105],
  ["2024-10-07", Schemas20241105],
]);

type ParamsTable = ReadonlyMap<string, PayloadSchema<JSONObject | undefined>>;

const builtRequests = new Map<string, ParamsTable>();
const built = new Map<string, RevisionSchemas>();

/**
 * The schema of the params of a client's request, as a server checks them: `schemasFor(revision).params(method)`, without bundling
 * the other schemas. Undefined for `initialize`, for what servers send, and for a method or a revision that is unknown.
 */
export function clientParams(revision: Revision, method: string): PayloadSchema<JSONObject | undefined> | undefined {
  let table = builtRequests.get(revision.name);
  if (table === undefined) {
    table = paramsOf(revision, clientRequests.get(revision.name)?.() ?? {});
    builtRequests.set(revision.name, table);
  }
  return table.get(method);
}

/**
 * The schemas of a revision, built when they are first asked for and kept. They check shapes as the revision has them on its
 * wire; the neutral model, decoded from that revision, passes as well.
 */
export function schemasFor(revision: Revision): RevisionSchemas {
  let schemas = built.get(revision.name);
  if (schemas === undefined) {
    schemas = schemasOf(revision);
    built.set(revision.name, schemas);
  }
  return schemas;
}

function schemasOf(revision: Revision): RevisionSchemas {
  const Shapes = shapes.get(revision.name);
  const results = new Map<string, PayloadSchema<JSONObject>>();
  const items = new Map<string, ListItems>();
  const others = Shapes === undefined ? undefined : new Shapes();
  for (const [method, check] of known(revision, others?.results())) {
    results.set(method, schemaOf(others?.answerTo(method, check) ?? check));
  }
  for (const [method, [member, element]] of known(revision, others?.lists())) {
    // What a client lists, it lists at once.
    const page = revision.methods.get(method)?.from === "server" ? {} : { nextCursor: text };
    items.set(method, { member, schema: schemaOf(element) });
    results.set(method, schemaOf(object({ _meta: meta, ...page, [member]: listOf(element) })));
  }
  const params = paramsOf(revision, others?.params() ?? {});
  return {
    params: (method) => clientParams(revision, method) ?? params.get(method),
    result: (method) => results.get(method),
    items: (method) => items.get(method),
  };
}

function paramsOf(revision: Revision, checks: Checks): ParamsTable {
  return new Map(
    known(revision, checks).map(([method, check]) => [method, schemaOf<JSONObject | undefined>(check)] as const),
  );
}

/** The methods of a table that the revision still has: what it took away its successors need not take out of each table. */
function known<T>(revision: Revision, table: Readonly<Record<string, T>> = {}): readonly (readonly [string, T])[] {
  return Object.entries(table).filter(([method]) => revision.methods.has(method));
}

function schemaOf<T extends JSONObject | undefined = JSONObject>(check: Check): PayloadSchema<T> {
  return {
    safeParse(value) {
      const issues = check(value);
      // The check let it through: an object, or undefined where that is allowed.
      return issues === undefined ? { success: true, data: value as T } : { success: false, issues };
    },
  };
}
