import { describe, expect, it } from "vitest";

import { decodeBase64, encodeBase64 } from "./base64.js";
import {
  checkMirrored,
  decodeHeaderValue,
  encodeHeaderValue,
  headerParametersOf,
  mirrorHeaders,
} from "./param-headers.js";

const region = { type: "string", "x-mcp-header": "Region" };
const withProperty = (schema: unknown): object => ({ type: "object", properties: { at: schema } });

describe("annotations", () => {
  it("finds parameters at any depth of properties, in order", () => {
    const schema = {
      type: "object",
      properties: {
        region,
        query: { type: "string" },
        where: { type: "object", properties: { zone: { type: "integer", "x-mcp-header": "Zone" } } },
        dry: { type: "boolean", "x-mcp-header": "Dry" },
      },
    };
    expect(headerParametersOf(schema)).toEqual({
      parameters: [
        { path: ["region"], header: "Region", type: "string" },
        { path: ["where", "zone"], header: "Zone", type: "integer" },
        { path: ["dry"], header: "Dry", type: "boolean" },
      ],
    });
  });

  it.each<[string, unknown]>([
    ["a property that is called x-mcp-header", { properties: { "x-mcp-header": { type: "number" } } }],
    ["a default that holds the key", withProperty({ type: "object", default: { "x-mcp-header": "" } })],
    ["an enumeration of such objects", withProperty({ enum: [{ "x-mcp-header": 1 }] })],
    ["no schema at all", undefined],
    ["a boolean schema", true],
  ])("takes %s for no annotation", (_title, schema) => {
    expect(headerParametersOf(schema)).toEqual({ parameters: [] });
  });

  it("accepts a type that also allows null, since a null is never mirrored", () => {
    expect(headerParametersOf(withProperty({ type: ["integer", "null"], "x-mcp-header": "N" }))).toEqual({
      parameters: [{ path: ["at"], header: "N", type: "integer" }],
    });
  });

  // 2026-07-28/server/tools#x-mcp-header/1 2026-07-28/server/tools#x-mcp-header/2 2026-07-28/server/tools#x-mcp-header/3
  // 2026-07-28/server/tools#x-mcp-header/4 2026-07-28/server/tools#x-mcp-header/5 2026-07-28/server/tools#x-mcp-header/7
  it.each<[string, unknown]>([
    [
      "an empty name (2026-07-28/basic/transports/streamable-http#schema-extension/1)",
      withProperty({ type: "string", "x-mcp-header": "" }),
    ],
    [
      "a blank in the name (2026-07-28/basic/transports/streamable-http#schema-extension/2)",
      withProperty({ type: "string", "x-mcp-header": "a b" }),
    ],
    ["a colon in the name", withProperty({ type: "string", "x-mcp-header": "a:b" })],
    ["a name outside ASCII", withProperty({ type: "string", "x-mcp-header": "Région" })],
    ["a letter that only case folding makes ASCII", withProperty({ type: "string", "x-mcp-header": "\u212aey" })],
    [
      "a line break in the name (2026-07-28/basic/transports/streamable-http#schema-extension/3)",
      withProperty({ type: "string", "x-mcp-header": "a\r\nb" }),
    ],
    ["a trailing line feed in the name", withProperty({ type: "string", "x-mcp-header": "a\n" })],
    ["a name that is no string", withProperty({ type: "string", "x-mcp-header": 7 })],
    ["a null name", withProperty({ type: "string", "x-mcp-header": null })],
    [
      "two names that differ in case alone (2026-07-28/basic/transports/streamable-http#schema-extension/4)",
      { properties: { a: region, b: { type: "string", "x-mcp-header": "REGION" } } },
    ],
    [
      "the type number (2026-07-28/basic/transports/streamable-http#schema-extension/5)",
      withProperty({ type: "number", "x-mcp-header": "N" }),
    ],
    ["the type object", withProperty({ type: "object", "x-mcp-header": "N" })],
    ["the type array", withProperty({ type: "array", "x-mcp-header": "N" })],
    ["the type null", withProperty({ type: "null", "x-mcp-header": "N" })],
    ["a union of two allowed types", withProperty({ type: ["string", "integer"], "x-mcp-header": "N" })],
    ["no type", withProperty({ "x-mcp-header": "N" })],
    ["a type that only the prototype has", withProperty({ type: "constructor", "x-mcp-header": "N" })],
    [
      "the root (2026-07-28/basic/transports/streamable-http#schema-extension/7)",
      { type: "string", "x-mcp-header": "Root" },
    ],
    ...["items", "not", "if", "then", "else", "additionalProperties", "contains", "propertyNames", "made-up"].map(
      (keyword): [string, unknown] => [
        `a chain through ${keyword} (2026-07-28/basic/transports/streamable-http#schema-extension/8)`,
        withProperty({ [keyword]: { properties: { region } } }),
      ],
    ),
    ...["oneOf", "anyOf", "allOf", "prefixItems"].map((keyword): [string, unknown] => [
      `a chain through ${keyword} (2026-07-28/basic/transports/streamable-http#schema-extension/8)`,
      withProperty({ [keyword]: [{ properties: { region } }] }),
    ]),
    ...["$defs", "definitions", "patternProperties", "dependentSchemas"].map((keyword): [string, unknown] => [
      `a schema under ${keyword}, which only a reference or a pattern reaches (2026-07-28/basic/transports/streamable-http#schema-extension/8)`,
      { $ref: "#/$defs/x", [keyword]: { x: { properties: { region } } } },
    ]),
  ])("refuses %s", (_title, schema) => {
    expect(headerParametersOf(schema)).toEqual({ problem: expect.stringContaining("x-mcp-header") });
  });

  it("survives a schema that nests deeper than the stack", () => {
    let schema: object = { type: "object", "x-mcp-header": "Deep" };
    for (let i = 0; i < 50_000; i++) schema = { not: schema };
    expect(headerParametersOf(schema)).toHaveProperty("problem");
  });
});

describe("values", () => {
  it.each<[string, string | number | boolean, string]>([
    ["plain ASCII as it is", "us-west1", "us-west1"],
    ["inner blanks as they are", "a b  c", "a b  c"],
    ["an empty string as an empty value", "", ""],
    ["an integer in decimal", -7, "-7"],
    ["a large integer without an exponent", 1e21, "1000000000000000000000"],
    ["a boolean in lower case", true, "true"],
    [
      "non-ASCII in base64 (2026-07-28/basic/transports/streamable-http#value-encoding/2)",
      "Hello, 世界",
      "=?base64?SGVsbG8sIOS4lueVjA==?=",
    ],
    ["blanks around the value in base64", " padded ", "=?base64?IHBhZGRlZCA=?="],
    [
      "a line break in base64 (2026-07-28/basic/transports/streamable-http#value-encoding/1)",
      "line1\nline2",
      "=?base64?bGluZTEKbGluZTI=?=",
    ],
    ["a tab in base64", "a\tb", "=?base64?YQli?="],
    [
      "what looks encoded already (2026-07-28/basic/transports/streamable-http#value-encoding/7)",
      "=?base64?literal?=",
      "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
    ],
    ["the markers overlapping", "=?base64?=", `=?base64?${encodeBase64("=?base64?=")}?=`],
    ["a sentinel in capitals as it is", "=?BASE64?x?=", "=?BASE64?x?="],
    ["half a sentinel as it is", "=?base64?x", "=?base64?x"],
    ["a lone surrogate as U+FFFD", "\ud800", "=?base64?77+9?="],
  ])("writes %s", (_title, value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
  });

  it.each<[string, string, string]>([
    ["plain text", "us-west1", "us-west1"],
    ["blanks and tabs around the value as none of it", " \t x y\t ", "x y"],
    [
      "the sentinel decoded (2026-07-28/basic/transports/streamable-http#value-encoding/6)",
      "=?base64?SGVsbG8=?=",
      "Hello",
    ],
    ["an empty payload", "=?base64??=", ""],
    [
      "a sentinel in another case as text (2026-07-28/basic/transports/streamable-http#value-encoding/5)",
      "=?Base64?SGVsbG8=?=",
      "=?Base64?SGVsbG8=?=",
    ],
    ["an incomplete sentinel as text", "=?base64?SGVsbG8=", "=?base64?SGVsbG8="],
    ["overlapping markers as text", "=?base64?=", "=?base64?="],
    ["a byte order mark kept", `=?base64?${encodeBase64("\ufeffx")}?=`, "\ufeffx"],
    ["a percent escape untouched", "file%20name", "file%20name"],
  ])("reads %s", (_title, raw, value) => {
    expect(decodeHeaderValue(raw)).toEqual({ value });
  });

  it.each<[string, string]>([
    ["missing padding", "=?base64?SGVsbG8?="],
    ["too much padding", "=?base64?SGVsbG8==?="],
    ["padding alone", "=?base64?====?="],
    ["padding in the middle", "=?base64?SG=sbG8=?="],
    ["the URL alphabet", "=?base64?_-__?="],
    ["a blank in the payload", "=?base64?SGVs bG8=?="],
    ["unused bits that are set", "=?base64?SGVsbG9=?="],
    ["bytes that are not UTF-8", "=?base64?/w==?="],
    ["an encoded surrogate", "=?base64?7aCA?="],
    [
      "bytes beyond ASCII (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/2)",
      "Wien \u00fcber",
    ],
    ["a control character", "a\u0001b"],
    ["a DEL", "a\u007f"],
  ])("refuses %s", (_title, raw) => {
    expect(decodeHeaderValue(raw)).toHaveProperty("problem");
  });

  it("brings every text back through header and base64", () => {
    for (const text of ["", "a", "ab", "abc", "abcd", "\0", "é", "😀", " ", "=?base64??=", "x".repeat(1000)]) {
      expect(decodeBase64(encodeBase64(text))).toBe(text);
      expect(decodeHeaderValue(encodeHeaderValue(text))).toEqual({ value: text });
    }
  });
});

describe("mirroring", () => {
  const parameters = [
    { path: ["region"], header: "Region", type: "string" },
    { path: ["where", "zone"], header: "Zone", type: "integer" },
    { path: ["dry"], header: "Dry", type: "boolean" },
  ] as const;

  it.each<[string, unknown, object]>([
    [
      "every value (2026-07-28/basic/transports/streamable-http#client-behavior/1, 2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/5)",
      { region: "us", where: { zone: 0 }, dry: false },
      { "Mcp-Param-Region": "us", "Mcp-Param-Zone": "0", "Mcp-Param-Dry": "false" },
    ],
    ["an empty string", { region: "" }, { "Mcp-Param-Region": "" }],
    [
      "nothing for null (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/7)",
      { region: null, where: { zone: null } },
      {},
    ],
    [
      "nothing for what is absent (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/9)",
      {},
      {},
    ],
    ["nothing without arguments", undefined, {}],
    ["nothing through an array", { where: [{ zone: 1 }] }, {}],
    ["nothing for what only the prototype has", Object.create({ region: "us" }), {}],
    ["nothing for what no header can say", { region: { a: 1 } }, {}],
  ])("sends %s", (_title, args, headers) => {
    expect(mirrorHeaders(parameters, args)).toEqual(headers);
  });

  const lookupIn = (headers: Record<string, string>) => (name: string) => headers[name];

  it.each<[string, unknown, Record<string, string>]>([
    ["equal values", { region: "us" }, { "Mcp-Param-Region": "us" }],
    ["no header for null", { region: null }, {}],
    ["no header for what is absent", {}, {}],
    [
      "an encoded value (2026-07-28/basic/transports/streamable-http#server-validation/5)",
      { region: "é" },
      { "Mcp-Param-Region": "=?base64?w6k=?=" },
    ],
    ["an encoded value that needed no encoding", { region: "us" }, { "Mcp-Param-Region": "=?base64?dXM=?=" }],
    ["blanks around the value", { region: "us" }, { "Mcp-Param-Region": "  us " }],
    ["a lone surrogate", { region: "a\ud800" }, { "Mcp-Param-Region": encodeHeaderValue("a\ud800") }],
    [
      "an integer in another spelling (2026-07-28/basic/transports/streamable-http#server-validation/2)",
      { where: { zone: 42 } },
      { "Mcp-Param-Zone": "42.0" },
    ],
    ["a negative zero", { where: { zone: 0 } }, { "Mcp-Param-Zone": "-0" }],
    ["the largest safe integer", { where: { zone: 9007199254740991 } }, { "Mcp-Param-Zone": "9007199254740991" }],
    ["a boolean", { dry: true }, { "Mcp-Param-Dry": "true" }],
    ["a value of another type that the schema will refuse", { region: 5 }, { "Mcp-Param-Region": "5" }],
  ])("lets %s pass", (_title, args, headers) => {
    expect(checkMirrored(parameters, args, lookupIn(headers))).toBeUndefined();
  });

  it.each<[string, unknown, Record<string, string>, string]>([
    [
      "a missing header (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/11)",
      { region: "us" },
      {},
      "is missing",
    ],
    ["a missing header of an empty string", { region: "" }, {}, "is missing"],
    ["a header for a null", { region: null }, { "Mcp-Param-Region": "us" }, "has none"],
    ["a header for nothing", {}, { "Mcp-Param-Region": "us" }, "has none"],
    [
      "another value (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers/3)",
      { region: "us" },
      { "Mcp-Param-Region": "eu" },
      "match",
    ],
    ["another case", { region: "us" }, { "Mcp-Param-Region": "US" }, "match"],
    ["bad padding", { region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVsbG8?=" }, "base64"],
    ["bytes beyond ASCII", { region: "é" }, { "Mcp-Param-Region": "é" }, "characters"],
    ["another integer", { where: { zone: 42 } }, { "Mcp-Param-Zone": "43" }, "match"],
    ["a fraction for an integer", { where: { zone: 42 } }, { "Mcp-Param-Zone": "42.00000000000000000001" }, "match"],
    ["no number for an integer", { where: { zone: 0 } }, { "Mcp-Param-Zone": "" }, "match"],
    ["a hexadecimal integer", { where: { zone: 16 } }, { "Mcp-Param-Zone": "0x10" }, "match"],
    [
      // 2026-07-28/server/tools#x-mcp-header/6
      "an integer that doubles cannot tell from its neighbour (2026-07-28/basic/transports/streamable-http#schema-extension/6)",
      { where: { zone: 9007199254740992 } },
      { "Mcp-Param-Zone": "9007199254740993" },
      "match",
    ],
    ["a boolean in another case", { dry: true }, { "Mcp-Param-Dry": "True" }, "match"],
    ["an object behind a header", { region: { a: 1 } }, { "Mcp-Param-Region": "us" }, "match"],
  ])("refuses %s", (_title, args, headers, reason) => {
    expect(checkMirrored(parameters, args, lookupIn(headers))).toContain(reason);
  });
});
