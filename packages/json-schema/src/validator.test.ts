import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { createJsonSchemaValidator, describeIssues } from "./index.js";

const validator = createJsonSchemaValidator();
const packageAt = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const check = (schema: unknown, value: unknown) => validator.compile(schema).validate(value);
const issues = (schema: unknown, value: unknown) => {
  const result = check(schema, value);
  return result.valid ? [] : result.errors.map(({ path, message }) => `${path} ${message}`);
};

describe("dialects", () => {
  // In 2020-12 `prefixItems` counts, in draft-07 it does not; a list of `items` is the other way round.
  // 2025-11-25/basic/index#implementation-requirements/1 2025-11-25/basic/index#schema-dialect/1
  // 2026-07-28/basic/index#schema-dialect/1
  it("takes 2020-12 where nothing is declared (2026-07-28/basic/index#implementation-requirements/1)", () => {
    expect(check({ prefixItems: [{ type: "string" }] }, [1]).valid).toBe(false);
  });

  it.each(["https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#"])(
    "takes 2020-12 where %s is declared",
    ($schema) => {
      expect(check({ $schema, dependentRequired: { a: ["b"] } }, { a: 1 }).valid).toBe(false);
    },
  );

  // 2025-11-25/basic/index#implementation-requirements/2
  it.each([
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema#",
  ])("takes draft-07 where %s is declared (2026-07-28/basic/index#implementation-requirements/2)", ($schema) => {
    expect(check({ $schema, prefixItems: [{ type: "string" }] }, [1]).valid).toBe(true);
    expect(check({ $schema, items: [{ type: "string" }], additionalItems: false }, [1]).valid).toBe(false);
    expect(
      check({ $schema, definitions: { a: { type: "string" } }, $ref: "#/definitions/a", type: "null" }, "x").valid,
    ).toBe(true);
  });
});

describe("references within a schema", () => {
  const tree = {
    type: "object",
    properties: { value: { type: "integer" }, children: { type: "array", items: { $ref: "#" } } },
  };

  it.each<[string, unknown, unknown, boolean]>([
    ["a cycle, as deep as the value goes", tree, { children: [{ children: [{ value: 1 }] }] }, true],
    ["a cycle, and a fault deep in the value", tree, { children: [{ children: [{ value: "1" }] }] }, false],
    ["a definition", { $ref: "#/$defs/a", $defs: { a: { type: "string" } } }, 1, false],
    ["an anchor", { $ref: "#here", $defs: { a: { $anchor: "here", type: "string" } } }, 1, false],
    ["a pointer with tildes", { $ref: "#/$defs/a~1b~0c", $defs: { "a/b~c": { type: "string" } } }, 1, false],
    ["a pointer with escapes", { $ref: "#/$defs/a%20%22b%25", $defs: { 'a "b%': { type: "string" } } }, 1, false],
    [
      "a pointer into a keyword that nobody knows",
      { $ref: "#/x-common/a", "x-common": { a: { type: "string" } } },
      1,
      false,
    ],
    [
      "an embedded identifier",
      { $ref: "https://example.com/a", $defs: { a: { $id: "https://example.com/a", type: "string" } } },
      1,
      false,
    ],
    [
      "its own identifier",
      {
        $id: "https://example.com/root",
        properties: { a: { $ref: "root#/$defs/s" } },
        $defs: { s: { type: "string" } },
      },
      { a: 1 },
      false,
    ],
  ])("follow %s", (_title, schema, value, valid) => {
    expect(check(schema, value).valid).toBe(valid);
  });

  it("follow documents that the caller knows", () => {
    const knowing = createJsonSchemaValidator({ knownSchemas: { "https://example.com/s": { type: "string" } } });
    expect(knowing.compile({ $ref: "https://example.com/s" }).validate(1).valid).toBe(false);
  });
});

describe("messages a model can act on", () => {
  it.each<[string, unknown, unknown, string[]]>([
    ["a type", { type: "string" }, 5, [" must be a string, but is 5"]],
    ["several types", { type: ["integer", "null"] }, "5", [' must be an integer or null, but is the string "5"']],
    ["a fraction", { type: "integer" }, 1.5, [" must be an integer, but is 1.5"]],
    ["an object", { type: "array" }, { a: 1 }, [' must be an array, but is an object: {"a":1}']],
    ["what is missing", { required: ["a"] }, {}, ["/a is required, but missing"]],
    [
      "what is too much",
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      [' must not have the property "b"; known are "a"'],
    ],
    [
      "every fault at once",
      { properties: { a: { minimum: 1 }, b: { maxLength: 1 } } },
      { a: 0, b: "xy" },
      ["/a must be at least 1, but is 0", "/b must have at most 1 character, but has 2"],
    ],
    ["an enumeration", { enum: ["a", 1, null] }, "c", [' must be one of "a", 1, null, but is "c"']],
    [
      "a long enumeration, cut",
      { enum: Array.from({ length: 25 }, (_, i) => i) },
      -1,
      [` must be one of ${Array.from({ length: 20 }, (_, i) => i).join(", ")} and 5 more, but is -1`],
    ],
    ["a constant", { const: { a: 1 } }, 2, [' must be exactly {"a":1}, but is 2']],
    ["a pattern", { pattern: "^a" }, "b", [' must match the pattern ^a, but is "b"']],
    [
      "a path with special characters",
      { properties: { "a/b~": { type: "null" } } },
      { "a/b~": 1 },
      ["/a~1b~0 must be null, but is 1"],
    ],
    ["a position", { items: { type: "string" } }, ["a", 1], ["/1 must be a string, but is 1"]],
    [
      "equal items",
      { uniqueItems: true },
      [{ a: 1, b: 2 }, 0, { b: 2, a: 1 }],
      [" must have items that differ, but items 0 and 2 are equal"],
    ],
    [
      "a name",
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      ["/ab has a name that is not allowed: the name must have at most 1 character, but has 2"],
    ],
    ["a dependency", { dependentRequired: { a: ["b"] } }, { a: 1 }, ['/b is required where "a" is given, but missing']],
    [
      "the closest alternative",
      { anyOf: [{ required: ["a", "b"] }, { required: ["c"] }] },
      {},
      [" must match one of 2 alternatives; the closest is number 2", "/c is required, but missing"],
    ],
    [
      "two alternatives at once",
      { oneOf: [{}, { type: "null" }, {}] },
      1,
      [" must match exactly one of 3 alternatives, but matches 2"],
    ],
    [
      "what must not be",
      { not: { type: "string" } },
      "x",
      [' must not be of the kind that "not" describes, but is "x"'],
    ],
    ["what nothing allows", { properties: { a: false } }, { a: 1 }, ["/a must not be there, but is 1"]],
    ["a long value, cut", { type: "null" }, "x".repeat(500), [` must be null, but is the string "${"x".repeat(79)}…`]],
  ])("%s", (_title, schema, value, expected) => {
    expect(issues(schema, value)).toEqual(expected);
  });

  it("become lines of text, each once", () => {
    const errors = [
      { path: "/a", message: "m" },
      { path: "/a", message: "m" },
      { path: "", message: "n" },
    ];
    expect(describeIssues(errors, "arguments")).toBe("arguments/a: m\narguments: n");
    expect(describeIssues([])).toBe("");
  });

  it("are at most as many as the bound says", () => {
    const found = issues(
      { items: { type: "string" } },
      Array.from({ length: 1000 }, () => 0),
    );
    expect(found).toHaveLength(20);
  });
});

describe("formats", () => {
  it("are hints, unless the caller asserts them", () => {
    expect(check({ format: "email" }, "nobody").valid).toBe(true);
    const strict = createJsonSchemaValidator({ assertFormats: true });
    expect(strict.compile({ format: "email" }).validate("nobody").valid).toBe(false);
    expect(strict.compile({ format: "email" }).validate("a@example.com").valid).toBe(true);
    expect(strict.compile({ format: "made-up" }).validate("x").valid).toBe(true);
  });
});

describe("patterns", () => {
  it.each<[string, string, boolean]>([
    ["^a\\-b$", "a-b", true],
    ["^a\\-b$", "axb", false],
    ["^[\\w\\-]+$", "a-b", true],
    ["^\\w+\\@\\w+\\.com$", "a@b.com", true],
    ["^.$", "😀", true],
    ["^\\d{2}\\/\\d{2}$", "01/02", true],
  ])("%j takes %j: %s, needless escapes or not", (pattern, text, valid) => {
    expect(check({ pattern }, text).valid).toBe(valid);
    expect(check({ patternProperties: { [pattern]: false } }, { [text]: 1 }).valid).toBe(!valid);
  });

  it("holds both schemas where two patterns are one without their needless escapes", () => {
    const patternProperties = { "\\-a": { type: "string" }, "-a": { minLength: 2 } };
    expect(issues({ patternProperties }, { "-a": 5 })).toEqual(["/-a must be a string, but is 5"]);
    expect(issues({ patternProperties }, { "-a": "x" })).toEqual(["/-a must have at least 2 characters, but has 1"]);
    expect(check({ patternProperties }, { "-a": "xy" }).valid).toBe(true);
  });
});

describe("values from outside", () => {
  it.each<[string, unknown, unknown, boolean]>([
    ["a required name that only the prototype has", { required: ["toString"] }, {}, false],
    ["a property that only the prototype has", { properties: { constructor: { type: "null" } } }, {}, true],
    ["a key called __proto__", { additionalProperties: false }, JSON.parse('{"__proto__":1}'), false],
    ["an undefined member as absent", { required: ["a"] }, { a: undefined }, false],
    ["an undefined member beside a closed list", { additionalProperties: false }, { a: undefined }, true],
    ["undefined itself", { type: "string" }, undefined, false],
    ["a bigint", { type: "integer" }, 1n, false],
    ["a decimal that doubles get wrong", { multipleOf: 0.01 }, 4.35, true],
    ["a large number over a small one", { multipleOf: 1e-8 }, 12391239123, true],
    ["negative zero", { const: 0 }, -0, true],
    ["an empty key", { required: [""], properties: { "": { type: "null" } } }, { "": null }, true],
    ["characters, not code units", { maxLength: 1 }, "😀", true],
  ])("judges %s", (_title, schema, value, valid) => {
    expect(check(schema, value).valid).toBe(valid);
  });
});

describe("hostile schemas and values", () => {
  it("survive a schema that refers to itself and nothing else", () => {
    expect(check({ $ref: "#" }, 1)).toEqual({
      valid: false,
      errors: [{ path: "", message: expect.stringContaining("too complex, nests too deeply") }],
    });
  });

  it("give up on alternatives that multiply", () => {
    const schema = {
      anyOf: [{ type: "string" }, { items: { $ref: "#" } }, { items: { $ref: "#" } }],
      type: ["array", "string"],
    };
    let value: unknown = 5;
    for (let i = 0; i < 40; i++) value = [value];
    expect(check(schema, value)).toEqual({
      valid: false,
      errors: [{ path: "", message: expect.stringContaining("too complex") }],
    });
  });

  it("explain nested alternatives without checking them over and over", () => {
    const schema = { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#" } }] };
    let value: unknown = 5;
    for (let i = 0; i < 60; i++) value = [value];
    expect(issues(schema, value)[0]).toContain("must match one of 2 alternatives");
  });

  it("survive a value that contains itself", () => {
    const value: unknown[] = [];
    value.push(value);
    expect(check({ $defs: {}, items: { $ref: "#" } }, value).valid).toBe(false);
    expect(check({ uniqueItems: true }, [value, value]).valid).toBe(false);
  });

  it("survive a value whose members throw", () => {
    const value = {
      get a(): never {
        throw new Error("secret");
      },
    };
    const result = check({ properties: { a: { type: "string" } } }, value);
    expect(result.valid).toBe(false);
    expect(JSON.stringify(result)).not.toContain("secret");
  });
});

describe("compiling", () => {
  it("happens once for one object, and once for one text", () => {
    const schema = { type: "string", minLength: 1 };
    const compiled = validator.compile(schema);
    expect(validator.compile(schema)).toBe(compiled);
    expect(validator.compile({ type: "string", minLength: 1 })).toBe(compiled);
    expect(validator.compile({ minLength: 1, type: "string" })).not.toBe(compiled);
  });

  it("leaves the schema as it was, frozen or not", () => {
    const schema = Object.freeze({
      properties: Object.freeze({ a: Object.freeze({ $ref: "#/$defs/x" }) }),
      $defs: { x: {} },
    });
    validator.compile(schema);
    expect(Object.getOwnPropertyNames(schema.properties.a)).toEqual(["$ref"]);
  });

  it("forgets the text that was not used for longest", () => {
    const small = createJsonSchemaValidator({ maxCached: 2 });
    const a = small.compile({ const: "a" });
    const b = small.compile({ const: "b" });
    expect(small.compile({ const: "a" })).toBe(a);
    small.compile({ const: "c" });
    expect(small.compile({ const: "a" })).toBe(a);
    expect(small.compile({ const: "b" })).not.toBe(b);
  });

  it("remembers no text when told so", () => {
    const none = createJsonSchemaValidator({ maxCached: 0 });
    expect(none.compile({ const: 1 })).not.toBe(none.compile({ const: 1 }));
  });

  it("takes boolean schemas", () => {
    expect(check(true, 1).valid).toBe(true);
    expect(issues(false, 1)).toEqual([" must not be there, but is 1"]);
  });

  it("gives a schema that can be used again after a fault", () => {
    const compiled = validator.compile({ type: "integer" });
    expect(compiled.validate("x").valid).toBe(false);
    expect(compiled.validate(1)).toEqual({ valid: true });
  });
});

// 4.1.1, which an older lockfile may hold, takes `toString` for a member of every object.
it("is never installed with an older library than the one that these tests judge", () => {
  const range: unknown = packageAt("../package.json").dependencies["@cfworker/json-schema"];
  const tested: unknown = packageAt("../node_modules/@cfworker/json-schema/package.json").version;
  expect(range).toBe(`^${String(tested)}`);
});
