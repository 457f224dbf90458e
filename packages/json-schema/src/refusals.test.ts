import { describe, expect, it } from "vitest";

import { SchemaError, createJsonSchemaValidator } from "./index.js";
import type { JsonSchemaOptions, SchemaErrorCode } from "./index.js";

function refusal(schema: unknown, options: JsonSchemaOptions = {}): SchemaError {
  try {
    createJsonSchemaValidator(options).compile(schema);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error("The schema was accepted");
}

const nested = (depth: number): object => {
  let schema: object = { type: "string" };
  for (let i = 0; i < depth; i++) schema = { properties: { a: schema } };
  return schema;
};

describe("schemas that are refused", () => {
  // 2025-11-25/basic/index#implementation-requirements/3 2025-11-25/basic/index#schema-validation/1
  it.each<[string, SchemaErrorCode, string, unknown]>([
    // Dialects.
    [
      "another dialect (2026-07-28/basic/index#implementation-requirements/3)",
      "unsupported-dialect",
      "",
      { $schema: "https://json-schema.org/draft/2019-09/schema" },
    ],
    ["draft-04", "unsupported-dialect", "", { $schema: "http://json-schema.org/draft-04/schema#" }],
    ["a made-up dialect", "unsupported-dialect", "", { $schema: "https://example.com/mine" }],
    [
      "another dialect further in",
      "unsupported-dialect",
      "/properties/a",
      { properties: { a: { $id: "https://a.example/", $schema: "https://example.com/mine" } } },
    ],
    ["a dialect that is no string", "malformed-schema", "", { $schema: 7 }],
    // References.
    [
      "a reference to another host (2026-07-28/basic/index#ref-resolution/1, 2026-07-28/basic/index#ref-resolution/5)",
      "remote-reference",
      "/properties/a",
      { properties: { a: { $ref: "https://example.com/schema.json" } } },
    ],
    ["a reference to a neighbour that is not there", "remote-reference", "", { $ref: "other.json#/x" }],
    ["a reference to a file", "remote-reference", "", { $ref: "file:///etc/passwd" }],
    ["a dynamic reference to another host", "remote-reference", "", { $dynamicRef: "https://example.com/#node" }],
    [
      "a remote reference that nothing reaches",
      "remote-reference",
      "/$defs/unused",
      { $defs: { unused: { $ref: "https://example.com/x" } } },
    ],
    ["a pointer to nothing", "unresolved-reference", "", { $ref: "#/$defs/missing" }],
    ["a pointer into the prototype", "unresolved-reference", "", { $ref: "#/constructor" }],
    ["a pointer to something that is no schema", "unresolved-reference", "", { $ref: "#/$comment", $comment: "x" }],
    ["an anchor that is not there", "unresolved-reference", "", { $ref: "#nowhere" }],
    ["a malformed escape in a pointer", "unresolved-reference", "", { $ref: "#/%zz" }],
    ["an address that is no URI", "unresolved-reference", "", { $ref: "https://[" }],
    // Shapes.
    ["no schema at all (2026-07-28/basic/index#schema-validation/1)", "malformed-schema", "", undefined],
    ["null", "malformed-schema", "", null],
    ["a list", "malformed-schema", "", []],
    ["text", "malformed-schema", "", "{}"],
    ["a property that is no schema", "malformed-schema", "/properties/a~1b", { properties: { "a/b": 1 } }],
    ["properties that are a list", "malformed-schema", "/properties", { properties: [] }],
    ["an unknown type", "malformed-schema", "/type", { type: "float" }],
    ["a type that every object has", "malformed-schema", "/type", { type: "constructor" }],
    ["required: true, as draft-03 had it", "malformed-schema", "/required", { required: true }],
    ["a required name that is no string", "malformed-schema", "/required", { required: [1] }],
    ["an enumeration that is no list", "malformed-schema", "/enum", { enum: "a" }],
    ["a bound that is text", "malformed-schema", "/minimum", { minimum: "1" }],
    ["exclusiveMinimum: true, as draft-04 had it", "malformed-schema", "/exclusiveMinimum", { exclusiveMinimum: true }],
    ["a negative length", "malformed-schema", "/minLength", { minLength: -1 }],
    ["a multiple of nothing", "malformed-schema", "/multipleOf", { multipleOf: 0 }],
    ["alternatives that are no list", "malformed-schema", "/anyOf", { anyOf: {} }],
    ["items that are a list, in 2020-12", "malformed-schema", "/items", { items: [{}] }],
    ["a pattern that is no expression", "malformed-schema", "/pattern", { pattern: "(" }],
    [
      "a pattern for names that is no expression",
      "malformed-schema",
      "/patternProperties",
      { patternProperties: { "[": true } },
    ],
    ["a reference that is no string", "malformed-schema", "/$ref", { $ref: 1 }],
    // Bounds.
    [
      "nesting beyond the bound (2026-07-28/basic/index#composition-keyword-resource-use/1)",
      "too-deep",
      "/properties/a".repeat(65),
      nested(65),
    ],
    ["too many subschemas", "too-many-subschemas", "/anyOf/1999", { anyOf: Array.from({ length: 2001 }, () => ({})) }],
  ])("%s: %s", (_title, code, path, schema) => {
    const error = refusal(schema);
    expect(error).toMatchObject({ name: "SchemaError", code, path });
    expect(error.message).toContain(path === "" ? "The schema" : path);
  });

  it("a schema that contains itself as an object is too deep, not endless", () => {
    const schema: Record<string, unknown> = {};
    schema["not"] = schema;
    expect(refusal(schema).code).toBe("too-deep");
  });

  // 2025-11-25/basic/index#implementation-requirements/4 2026-07-28/basic/index#implementation-requirements/4
  it("names the dialects that are supported", () => {
    expect(refusal({ $schema: "urn:x" }).message).toMatch(/"urn:x".*2020-12\/schema and .*draft-07\/schema#/);
  });

  it("holds bounds that the caller sets", () => {
    expect(refusal(nested(3), { maxSchemaDepth: 2 }).code).toBe("too-deep");
    expect(refusal(nested(3), { maxSubschemas: 3 }).code).toBe("too-many-subschemas");
    expect(() => createJsonSchemaValidator({ maxSchemaDepth: 3, maxSubschemas: 4 }).compile(nested(3))).not.toThrow();
  });

  it("carries the brand of usage errors", () => {
    const family: unknown = Reflect.get(refusal(null), Symbol.for("mcpwire.error-family"));
    expect(family).toBe("usage");
  });

  it("refuses the same schema again, and is not poisoned by it", () => {
    const validator = createJsonSchemaValidator();
    const schema = { type: "nope" };
    expect(() => validator.compile(schema)).toThrow(SchemaError);
    expect(() => validator.compile(schema)).toThrow(SchemaError);
    expect(validator.compile({ type: "string" }).validate("x")).toEqual({ valid: true });
  });
});
