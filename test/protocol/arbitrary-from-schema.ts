/**
 * Arbitrary values of a JSON Schema, for the subset in which the specification's schemas are written.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as fc from "fast-check";

export type Definitions = Readonly<Record<string, JSONObject>>;

const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uri: fc.webUrl(),
  "uri-template": fc.constantFrom("file:///{path}", "db://{a}/{b}"),
  byte: fc.base64String({ maxLength: 16 }),
};

/** Values of one definition. `depth` bounds what is nested by reference. */
export function arbitrary(definitions: Definitions, name: string, depth = 6): fc.Arbitrary<unknown> {
  return ofSchema(definitions, definitions[name] ?? {}, depth);
}

function ofSchema(definitions: Definitions, schema: JSONObject, depth: number): fc.Arbitrary<unknown> {
  const of = (inner: unknown) => ofSchema(definitions, inner as JSONObject, depth - 1); // a schema holds schemas
  if (typeof schema.$ref === "string") {
    const target = schema.$ref.split("/").at(-1) ?? "";
    return fc.constant(undefined).chain(() => arbitrary(definitions, target, depth - 1));
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown[]>(...(schema.enum as unknown[])); // any JSON
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(of));
  if (Array.isArray(schema.allOf)) {
    return fc.tuple(...schema.allOf.map(of)).map((parts) => Object.assign({}, ...parts) as unknown);
  }
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: unknown) => of({ ...schema, type })));
  switch (schema.type) {
    case "string":
      return byFormat[String(schema.format)] ?? fc.string({ maxLength: 12 });
    case "integer":
      return fc.integer({ min: typeof schema.minimum === "number" ? schema.minimum : -1000, max: 100_000 });
    case "number":
      return fc.double({ min: Number(schema.minimum ?? -1e6), max: Number(schema.maximum ?? 1e6), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return depth <= 0 ? fc.constant([]) : fc.array(of(schema.items ?? {}), { maxLength: 2 });
    case "object":
      return ofObject(definitions, schema, depth, of);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function ofObject(
  definitions: Definitions,
  schema: JSONObject,
  depth: number,
  of: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Definitions; // a map of schemas
  const required = (schema.required ?? []) as string[]; // names
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (depth > 0 || required.includes(name)) fields[name] = ofSchema(definitions, inner, depth - 1);
  }
  const listed = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  const others = schema.additionalProperties;
  if (others === undefined || others === false) return listed;
  const values = typeof others === "object" && others !== null && depth > 0 ? of(others) : fc.constant({});
  const unlisted = fc.dictionary(fc.constantFrom("x-one", "x-two"), values, { maxKeys: 2 });
  return fc.tuple(unlisted, listed).map(([more, object]) => ({ ...more, ...(object as object) })); // both are records
}
