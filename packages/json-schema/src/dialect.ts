/**
 * The two dialects, and where each keeps its subschemas. 2020-12 is what a schema speaks that does not say otherwise.
 * [2026-07-28 basic/index#schema-dialect]
 */
import { SchemaError } from "./schema-error.js";
import { ownValue } from "./values.js";
import type { JsonObject } from "./values.js";

export type Dialect = "2020-12" | "draft-07";

const dialects = new Map<string, Dialect>([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
]);

/** The dialects by the URI that `$schema` names; an empty fragment at its end makes no difference. */
export const supportedDialects: readonly string[] = [
  "https://json-schema.org/draft/2020-12/schema",
  "http://json-schema.org/draft-07/schema#",
];

/** The dialect that `$schema` declares, else `inherited`. Throws `unsupported-dialect`, naming those that are supported. */
export function dialectOf(schema: JsonObject, path = "", inherited: Dialect = "2020-12"): Dialect {
  const declared = ownValue(schema, "$schema");
  if (declared === undefined) return inherited;
  if (typeof declared !== "string") throw new SchemaError("malformed-schema", path, "has a $schema that is no string");
  const dialect = dialects.get(declared.endsWith("#") ? declared.slice(0, -1) : declared);
  if (dialect !== undefined) return dialect;
  const shown = declared.length > 100 ? `${declared.slice(0, 100)}…` : declared;
  throw new SchemaError(
    "unsupported-dialect",
    path,
    `is written in the dialect ${JSON.stringify(shown)}, which is not supported; supported are ${supportedDialects.join(" and ")}`,
  );
}

/** How a keyword holds schemas: one, a list, by name, or (draft-07) one or a list, or by name next to lists of strings. */
export type Holding = "one" | "list" | "map" | "one-or-list" | "map-or-strings";

const shared: readonly (readonly [string, Holding])[] = [
  ["$defs", "map"],
  // Kept by 2020-12 for schemas that were written before it.
  ["definitions", "map"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["additionalProperties", "one"],
  ["propertyNames", "one"],
  ["contains", "one"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["not", "one"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
];

/** The keywords that hold subschemas, by dialect. */
export const holdings: Readonly<Record<Dialect, ReadonlyMap<string, Holding>>> = {
  "2020-12": new Map([
    ...shared,
    ["prefixItems", "list"],
    ["items", "one"],
    ["dependentSchemas", "map"],
    ["unevaluatedItems", "one"],
    ["unevaluatedProperties", "one"],
    ["contentSchema", "one"],
  ]),
  "draft-07": new Map([
    ...shared,
    ["items", "one-or-list"],
    ["additionalItems", "one"],
    ["dependencies", "map-or-strings"],
  ]),
};
