import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { isUsageError } from "@mcpwire/jsonrpc";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileSchema, describeIssues, objectRoot } from "./schema.js";
import { compileWith } from "./validator.js";

const compile = compileWith(undefined);
const json = (schema: unknown, side: "input" | "output" = "input"): unknown =>
  compileSchema(schema, side, compile, "test").json;

/** The message of the UsageError that this throws. */
function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isUsageError(error)) return error.message;
    throw error;
  }
  throw new Error("expected a UsageError");
}

describe("each schema library gives JSON Schema and checks values", () => {
  const object = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  test.each([
    ["zod", z.object({ a: z.string() })],
    ["arktype", type({ a: "string" })],
    ["valibot through its adapter", toStandardJsonSchema(v.object({ a: v.string() }))],
    ["raw JSON Schema", object],
    [
      "a JSON Schema with a function beside it",
      {
        schema: object,
        validate: (value: unknown) =>
          typeof value === "object" && value !== null && "a" in value && typeof value.a === "string"
            ? { value }
            : { issues: [{ message: "no" }] },
      },
    ],
    ["a JSON Schema with a validator beside it", { schema: object, validate: v.object({ a: v.string() }) }],
  ])("%s", async (_name, schema) => {
    const compiled = compileSchema(schema, "input", compile, "test");
    expect(compiled.json).toEqual(object);
    expect((await compiled.check({ a: "x" })).issues).toBeUndefined();
    expect((await compiled.check({ a: 1 })).issues?.length).toBeGreaterThan(0);
    expect((await compiled.check("x")).issues?.length).toBeGreaterThan(0);
  });

  test("defaults stay optional in arguments and are there in results", () => {
    const schema = z.object({ a: z.string().default("x") });
    expect(json(schema)).not.toHaveProperty("required");
    expect(json(schema, "output")).toHaveProperty("required", ["a"]);
  });

  test("a transform shows its accepted side in arguments", () => {
    expect(json(z.object({ n: z.string().transform(Number) }))).toHaveProperty("properties.n.type", "string");
  });

  test("no keyword of OpenAPI reaches the wire for a nullable value", () => {
    const text = JSON.stringify([
      json(z.object({ a: z.string().nullable() })),
      json(type({ a: "string|null" })),
      json(toStandardJsonSchema(v.object({ a: v.nullable(v.string()) }))),
    ]);
    expect(text).not.toMatch(/nullable|discriminator|"example"/);
    expect(text).toContain('"null"');
  });

  test("the default dialect is not spelled out, a declared one of raw JSON Schema is kept", () => {
    expect(json(z.object({}))).not.toHaveProperty("$schema");
    const raw = { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
    expect(json(raw)).toEqual(raw);
  });

  test("raw JSON Schema is kept verbatim, anchors, conditions and all", () => {
    const raw = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" } } } },
      properties: { address: { $ref: "#/$defs/address" }, contactMethod: { enum: ["phone", "email"] } },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } } },
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    };
    expect(json(raw)).toEqual(raw);
  });
});

describe("what is no usable schema is refused at registration, with what to pass instead", () => {
  test.each<[string, unknown, RegExp]>([
    ["valibot without its adapter", v.object({ a: v.string() }), /toStandardJsonSchema/],
    ["a bare object of schemas", { a: z.string() }, /z\.object/],
    ["a function", () => true, /plain JSON Schema/],
    ["a class instance of a foreign library", new Map(), /instance of Map/],
    ["null", null, /got null/],
    ["text", "string", /got string/],
    ["an array", [z.string()], /got an array/],
    ["a type that JSON does not have", z.object({ at: z.date() }), /cannot write the input side/],
    [
      "an old zod",
      { "~standard": { version: 1, vendor: "zod", validate: () => ({ value: 1 }) }, _def: {} },
      /zod 4\.2 or newer/,
    ],
  ])("%s", (_name, schema, message) => {
    expect(refusal(() => json(schema))).toMatch(message);
  });
});

describe("2026-07-28/server/tools#tool/1: arguments always have an object at their root", () => {
  test("a union keeps its branches", () => {
    const union = json(z.union([z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]));
    const root = objectRoot(union as Record<string, unknown>, "test");
    expect(root).toHaveProperty("type", "object");
    expect(root).toHaveProperty("anyOf.length", 2);
  });

  test.each([
    ["a string", { type: "string" }],
    ["a list of types", { type: ["object", "null"] }],
    ["a union without an object", { anyOf: [{ type: "string" }, { type: "number" }] }],
    ["an enum", { enum: ["a"] }],
  ])("%s is refused", (_name, schema) => {
    expect(refusal(() => objectRoot(schema, "test"))).toMatch(/must have type "object"/);
  });

  test.each([
    ["an empty schema", {}],
    ["a reference", { $ref: "#/$defs/a", $defs: { a: { type: "object" } } }],
    ["a union with an object", { oneOf: [{ type: "object" }, { type: "string" }] }],
  ])("%s gets one", (_name, schema) => {
    expect(objectRoot(schema, "test")).toEqual({ ...schema, type: "object" });
  });
});

describe("issues are said in one line", () => {
  test.each([
    [[{ message: "Required", path: ["a", { key: 0 }, "b"] }], "a.0.b: Required"],
    [[{ message: "One" }, { message: "Two", path: [] }], "One; Two"],
    [Array.from({ length: 12 }, () => ({ message: "x" })), `${"x; ".repeat(9)}x; and 2 more`],
  ])("%#", (issues, text) => {
    expect(describeIssues(issues)).toBe(text);
  });
});
