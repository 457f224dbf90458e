/** Which values keywords may have. The library takes any and fails later, or silently; a schema has to be valid in its dialect. */
import { unicodePattern } from "./pattern.js";
import { SchemaError } from "./schema-error.js";
import { isObject, ownValue, pointerStep, shown } from "./values.js";
import type { JsonObject } from "./values.js";

const types: ReadonlySet<unknown> = new Set(["null", "boolean", "number", "integer", "string", "array", "object"]);

const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");

interface Shape {
  readonly holds: (value: unknown) => boolean;
  readonly expected: string;
}

const number: Shape = { holds: (value) => typeof value === "number", expected: "must be a number" };
const count: Shape = {
  holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
  expected: "must be an integer from 0",
};
const text: Shape = { holds: (value) => typeof value === "string", expected: "must be a string" };
const lists: Shape = {
  holds: (value) => isObject(value) && Object.values(value).every(isStrings),
  expected: "must be an object of lists of strings",
};

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    "type",
    {
      holds: (value) => (Array.isArray(value) ? value.every((type) => types.has(type)) : types.has(value)),
      expected: `must name one or several of ${[...types].join(", ")}`,
    },
  ],
  ["enum", { holds: Array.isArray, expected: "must be a list" }],
  ["required", { holds: isStrings, expected: "must be a list of strings" }],
  ["dependentRequired", lists],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  ["multipleOf", { holds: (value) => typeof value === "number" && value > 0, expected: "must be a number above 0" }],
  ["minLength", count],
  ["maxLength", count],
  ["minItems", count],
  ["maxItems", count],
  ["minContains", count],
  ["maxContains", count],
  ["minProperties", count],
  ["maxProperties", count],
  ["uniqueItems", { holds: (value) => typeof value === "boolean", expected: "must be a boolean" }],
  ["format", text],
  ["pattern", text],
]);

/** Throws `malformed-schema` for the first keyword of this schema, its subschemas apart, whose value the dialects do not allow. */
export function checkShapes(schema: JsonObject, path: string): void {
  for (const [keyword, { holds, expected }] of shapes) {
    const value = ownValue(schema, keyword);
    if (value === undefined || holds(value)) continue;
    throw new SchemaError("malformed-schema", path + pointerStep(keyword), `${expected}, but is ${shown(value)}`);
  }
  const pattern = ownValue(schema, "pattern");
  if (typeof pattern === "string") checkedPattern(pattern, `${path}/pattern`);
}

/** The pattern as it can be run. Throws `malformed-schema` for one that cannot. */
export function checkedPattern(pattern: string, path: string): string {
  const usable = unicodePattern(pattern);
  if (usable !== undefined) return usable;
  throw new SchemaError("malformed-schema", path, `holds ${shown(pattern)}, which is not a regular expression`);
}
