import { describe, expect, it } from "vitest";
import {
  anyObject,
  anyOf,
  anything,
  boolean,
  branch,
  finite,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  something,
  string,
  stringOrNumber,
  tagged,
  type Check,
} from "./check.js";

/** One of each kind of value, by name. */
const values = new Map<string, unknown>([
  ["nothing", undefined],
  ["null", null],
  ["a string", "x"],
  ["a number", 1.5],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["true", true],
  ["a list", []],
  ["an object", {}],
  ["a bigint", 1n],
  ["a symbol", Symbol("x")],
  ["a function", () => {}],
]);

describe("single values", () => {
  it.each<[string, Check, readonly string[]]>([
    ["anything", anything, [...values.keys()]],
    ["something", something, [...values.keys()].slice(1)],
    ["string", string, ["a string"]],
    ["finite", finite, ["a number"]],
    ["boolean", boolean, ["true"]],
    ["stringOrNumber", stringOrNumber, ["a string", "a number"]],
    ["anyObject", anyObject, ["an object"]],
    ["oneOf", oneOf("x", "y"), ["a string"]],
    ["anyOf", anyOf("a string or a boolean", string, boolean), ["a string", "true"]],
    ["optional", optional(string), ["nothing", "a string"]],
    ["nullable", nullable(string), ["null", "a string"]],
    ["listOf", listOf(string), ["a list"]],
    ["mapOf", mapOf(string), ["an object"]],
    ["object", object({ a: optional(string) }), ["an object"]],
  ])("%s accepts exactly what it says", (_name, check, accepted) => {
    expect([...values].filter(([, value]) => check(value) === undefined).map(([name]) => name)).toEqual(accepted);
  });
});

describe("what an issue says", () => {
  it.each<[unknown, Check, unknown, string, readonly (string | number)[]]>([
    ["a missing member", object({ name: string }), {}, "expected a string, but it is missing", ["name"]],
    ["a member of another type", object({ name: string }), { name: 5 }, "expected a string, got 5", ["name"]],
    ["a null", object({ name: string }), { name: null }, "expected a string, got null", ["name"]],
    ["a list in place of an object", object({}), [], "expected an object, got a list", []],
    ["an object in place of a list", listOf(string), {}, "expected a list, got an object", []],
    ["an element", listOf(object({ a: boolean })), [{ a: true }, { a: 0 }], "expected a boolean, got 0", [1, "a"]],
    ["a value of a map", mapOf(finite), { b: "1" }, 'expected a number, got "1"', ["b"]],
    ["a foreign choice", oneOf("x", "y"), "z", 'expected one of "x", "y", got "z"', []],
    ["the one choice", oneOf("x"), "z", 'expected "x", got "z"', []],
    ["no such alternative", anyOf("a or b", string, finite), false, "expected a or b, got false", []],
    ["a long string", finite, "z".repeat(1e6), `expected a number, got "${"z".repeat(40)}…"`, []],
    ["a value that JSON does not have", string, 1n, "expected a string, got a bigint", []],
  ])("%s", (_title, check, value, message, path) => {
    expect(check(value)).toEqual([{ message, path }]);
  });

  it("names everything that is wrong, in the order of the shape", () => {
    const check = object({ a: string, b: object({ c: finite }), d: flagged });
    expect(check({ b: {}, d: 1 })?.map(({ path }) => path.join("."))).toEqual(["a", "b.c", "d"]);
  });

  it("stops at a hundred issues, however long the value is", () => {
    const long = Array.from({ length: 1_000_000 }, () => ({}));
    const check = listOf(object({ a: string, b: string }));
    expect(check(long)).toHaveLength(100);
    const wide = Object.fromEntries(long.slice(0, 1000).map((_, at) => [`k${at}`, 1]));
    expect(mapOf(string)(wide)).toHaveLength(100);
    expect(object({ first: mapOf(string), second: mapOf(string) })({ first: wide, second: wide })).toHaveLength(100);
  });
});

const flagged = optional(boolean);

describe("choices", () => {
  const shapes = { text: object({ text: string }), count: object({ n: finite }) };

  it("a branch gives the issues of the shape that was meant", () => {
    const check = branch((value) => (Array.isArray(value) ? listOf(string) : string));
    expect(check([1])).toEqual([{ message: "expected a string, got 1", path: [0] }]);
    expect(check("x")).toBeUndefined();
  });

  it.each<[string, unknown, readonly (readonly (string | number)[])[] | undefined]>([
    ["a known tag, right", { type: "text", text: "" }, undefined],
    ["a known tag, wrong", { type: "text" }, [["text"]]],
    ["an unknown tag", { type: "hologram" }, undefined],
    ["a name that every object inherits", { type: "constructor" }, undefined],
    ["no tag", { text: "" }, [["type"]]],
    ["no object", "text", [[]]],
  ])("where unknown tags pass: %s", (_title, value, paths) => {
    expect(tagged(shapes, "pass")(value)?.map(({ path }) => path)).toEqual(paths);
  });

  it("where unknown tags are refused, the known ones are listed", () => {
    expect(tagged(shapes, "refuse")({ type: "toString" })).toEqual([
      { message: 'expected one of "text", "count", got "toString"', path: ["type"] },
    ]);
  });
});

describe("foreign values", () => {
  it("keep members that are not named, and are neither copied nor changed", () => {
    const value = Object.freeze({ a: "x", own: Object.freeze({ b: 1 }) });
    expect(object({ a: string })(value)).toBeUndefined();
  });

  it("cannot pass as a map or an object by a member called __proto__", () => {
    const value: unknown = JSON.parse('{"__proto__": 1}');
    expect(mapOf(string)(value)).toEqual([{ message: "expected a string, got 1", path: ["__proto__"] }]);
    expect(object({ a: optional(string) })(value)).toBeUndefined();
  });
});
