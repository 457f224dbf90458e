import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isErrorResponse, isNotification, isRequest, isResponse } from "./message.js";
import type { JSONRPCRequest } from "./message.js";
import { failureResponse, parseMessage } from "./parse.js";
import type { Parsed } from "./parse.js";

const head = '"jsonrpc":"2.0"';

/** `request`, `failure -32600 about request id 1`: what a row of the tables says. */
function short(parsed: Parsed): string {
  if (parsed.type === "batch") return `batch [${parsed.items.map(short).join("; ")}]`;
  if (parsed.type !== "failure") return parsed.type;
  const id = parsed.id === undefined ? "no id" : `id ${JSON.stringify(parsed.id)}`;
  return `${parsed.code} ${parsed.about}, ${id}`;
}

describe("a request", () => {
  // 2025-11-25/basic/index#messages/1
  // 2025-11-25/basic/index#requests/1
  // 2025-11-25/basic/index#requests/2
  it.each([
    ["id 0 is a real id", `{${head},"id":0,"method":"m"}`, "request"],
    ['id "" is a real id', `{${head},"id":"","method":"m"}`, "request"],
    ['id "1" is a string and stays one', `{${head},"id":"1","method":"m"}`, "request"],
    ["1.0 is the integer 1", `{${head},"id":1.0,"method":"m"}`, "request"],
    ["-7 is an integer", `{${head},"id":-7,"method":"m"}`, "request"],
    ["the largest safe integer", `{${head},"id":9007199254740991,"method":"m"}`, "request"],
    [
      "an unsafe integer is refused instead of being answered under an altered id",
      `{${head},"id":9007199254740993,"method":"m"}`,
      "-32600 request, no id",
    ],
    ["1e400 is no number that can be echoed", `{${head},"id":1e400,"method":"m"}`, "-32600 request, no id"],
    ["a fraction", `{${head},"id":1.5,"method":"m"}`, "-32600 request, no id"],
    [
      "id null is neither a request to run nor a notification",
      `{${head},"id":null,"method":"m"}`,
      "-32600 request, no id",
    ],
    ["id true", `{${head},"id":true,"method":"m"}`, "-32600 request, no id"],
    ["id as an object", `{${head},"id":{},"method":"m"}`, "-32600 request, no id"],
    ["id as an array", `{${head},"id":[1],"method":"m"}`, "-32600 request, no id"],
    ['method "" is an unknown method, not a malformed message', `{${head},"id":1,"method":""}`, "request"],
    ["method __proto__ is just an unknown name", `{${head},"id":1,"method":"__proto__"}`, "request"],
    ["method constructor is just an unknown name", `{${head},"id":"constructor","method":"constructor"}`, "request"],
    ["a number as method echoes the id", `{${head},"id":1,"method":5}`, "-32600 message, id 1"],
    ["null as method echoes the id", `{${head},"id":1,"method":null}`, "-32600 message, id 1"],
    ["Method is not method", `{${head},"id":1,"Method":"m"}`, "-32600 message, id 1"],
    ["Id is not id: a notification", `{${head},"Id":1,"method":"m"}`, "notification"],
    ["params null", `{${head},"id":1,"method":"m","params":null}`, "-32602 request, id 1"],
    ["params as an array", `{${head},"id":"a","method":"m","params":[1]}`, '-32602 request, id "a"'],
    ["params as a string", `{${head},"id":0,"method":"m","params":"x"}`, "-32602 request, id 0"],
    ["params as a number", `{${head},"id":"","method":"m","params":3}`, '-32602 request, id ""'],
    ["no version echoes the id", `{"id":1,"method":"m"}`, "-32600 message, id 1"],
    ["another version echoes the id", `{"jsonrpc":"1.0","id":1,"method":"m"}`, "-32600 message, id 1"],
    ["2.0 as a number", `{"jsonrpc":2.0,"id":1,"method":"m"}`, "-32600 message, id 1"],
    [
      "a method beside a result is two messages in one",
      `{${head},"id":1,"method":"m","result":{}}`,
      "-32600 request, id 1",
    ],
    [
      "a method beside an error is two messages in one",
      `{${head},"id":1,"method":"m","error":{"code":1,"message":""}}`,
      "-32600 request, id 1",
    ],
    [
      "the last of two equal members counts",
      `{${head},"id":1,"id":2,"method":"m","params":[]}`,
      "-32602 request, id 2",
    ],
  ])("%s", (_, text, expected) => {
    expect(short(parseMessage(text))).toBe(expected);
    // A value that was parsed elsewhere is judged alike.
    expect(short(parseMessage(JSON.parse(text)))).toBe(expected);
  });
});

describe("a notification", () => {
  // 2025-11-25/basic/index#notifications/1
  // 2025-11-25/basic/index#notifications/2
  it.each([
    ["a request method sent without an id", `{${head},"method":"tools/call","params":{}}`, "notification"],
    ["params null is never answered", `{${head},"method":"m","params":null}`, "-32602 notification, no id"],
    ["params as an array is never answered", `{${head},"method":"m","params":[]}`, "-32602 notification, no id"],
    [
      "a result beside the method is never answered",
      `{${head},"method":"m","result":{}}`,
      "-32600 notification, no id",
    ],
    ["a number as method is no notification", `{${head},"method":5}`, "-32600 message, no id"],
    ["without a version it is no notification of JSON-RPC 2.0", `{"method":"m"}`, "-32600 message, no id"],
  ])("%s", (_, text, expected) => {
    const parsed = parseMessage(text);
    expect(short(parsed)).toBe(expected);
    if (expected.includes("notification,") && parsed.type === "failure") {
      expect(failureResponse(parsed, { nullIds: true })).toBeUndefined();
    }
  });
});

describe("a response", () => {
  // 2025-11-25/basic/index#result-responses/1
  // 2025-11-25/basic/index#result-responses/2
  // 2025-11-25/basic/index#error-responses/1
  // 2025-11-25/basic/index#error-responses/2
  // 2025-11-25/basic/index#error-responses/3
  // 2025-03-26/basic/index#responses/2
  // 2025-03-26/basic/index#responses/3
  // 2025-03-26/basic/index#responses/5
  // 2025-03-26/basic/index#responses/6
  const ok = '"result":{}';
  const err = '"error":{"code":-1,"message":"no"}';
  it.each([
    ["a result", `{${head},"id":1,${ok}}`, "response"],
    ["an error", `{${head},"id":1,${err}}`, "response"],
    ["an error with id null, from older peers", `{${head},"id":null,${err}}`, "response"],
    ["an error without an id", `{${head},${err}}`, "response"],
    ["both a result and an error", `{${head},"id":1,${ok},${err}}`, "-32600 response, id 1"],
    ["neither", `{${head},"id":1}`, "-32600 message, id 1"],
    ["a result with id null", `{${head},"id":null,${ok}}`, "-32600 response, no id"],
    ["a result without an id", `{${head},${ok}}`, "-32600 response, no id"],
    ["a result with a fraction as id", `{${head},"id":0.5,${ok}}`, "-32600 response, no id"],
    ["an error with a fraction as id", `{${head},"id":0.5,${err}}`, "-32600 response, no id"],
    ["a result that is null", `{${head},"id":1,"result":null}`, "-32600 response, id 1"],
    ["a result that is an array", `{${head},"id":1,"result":[]}`, "-32600 response, id 1"],
    ["an error that is null", `{${head},"id":1,"error":null}`, "-32600 response, id 1"],
    ["an error without a code", `{${head},"id":1,"error":{"message":"no"}}`, "-32600 response, id 1"],
    [
      "an error whose code is a string",
      `{${head},"id":1,"error":{"code":"-1","message":"no"}}`,
      "-32600 response, id 1",
    ],
    [
      "an error whose code is a fraction",
      `{${head},"id":1,"error":{"code":0.5,"message":"no"}}`,
      "-32600 response, id 1",
    ],
    ["an error without a message", `{${head},"id":1,"error":{"code":1}}`, "-32600 response, id 1"],
    ["no version", `{"id":1,${ok}}`, "-32600 response, id 1"],
  ])("%s", (_, text, expected) => {
    const parsed = parseMessage(text);
    expect(short(parsed)).toBe(expected);
    // Two sides that answer each other's broken answers would never stop.
    if (parsed.type === "failure" && parsed.about === "response") expect(failureResponse(parsed)).toBeUndefined();
  });
});

describe("text", () => {
  it.each([
    ["nothing", "", "-32700 text, no id"],
    ["words", "Server listening on port 3000", "-32700 text, no id"],
    ["half a message", `{${head},"id":1`, "-32700 text, no id"],
    ["a raw NUL inside a string", `{${head},"id":1,"method":"a\u0000b"}`, "-32700 text, no id"],
    ["a message behind a NUL", `\u0000{${head},"id":1,"method":"m"}`, "-32700 text, no id"],
    ["an escaped NUL", `{${head},"id":1,"method":"a\\u0000b"}`, "request"],
    ["one byte order mark is stripped", `\ufeff{${head},"id":1,"method":"m"}`, "request"],
    ["two byte order marks are no JSON", `\ufeff\ufeff{${head},"id":1,"method":"m"}`, "-32700 text, no id"],
    ["white space around a message", ` \t{${head},"id":1,"method":"m"}\r`, "request"],
    ["a string", '"hello"', "-32600 message, no id"],
    ["a number", "1", "-32600 message, no id"],
    ["null", "null", "-32600 message, no id"],
    ["an empty object", "{}", "-32600 message, no id"],
    ["a Content-Length header is no JSON", "Content-Length: 20", "-32700 text, no id"],
  ])("%s", (_, text, expected) => {
    expect(short(parseMessage(text))).toBe(expected);
  });

  it("keeps extra members, at the envelope and below", () => {
    const text = `{${head},"id":1,"method":"m","params":{"_meta":{"x":1},"y":[]},"trace":"t"}`;
    const parsed = parseMessage(text);
    expect(parsed).toEqual({ type: "request", message: JSON.parse(text) as unknown });
  });

  it("keeps lone surrogates as they are", () => {
    const parsed = parseMessage(`{${head},"id":"\\ud800","method":"m","params":{"x":"\\udc00"}}`);
    expect(parsed).toMatchObject({ type: "request", message: { id: "\ud800", params: { x: "\udc00" } } });
    expect(JSON.stringify(parsed)).toContain("\\ud800");
  });

  it("a __proto__ member lends no members to the message and pollutes nothing", () => {
    const parsed = parseMessage(`{"__proto__":{${head},"id":1,"method":"m","polluted":1}}`);
    expect(short(parsed)).toBe("-32600 message, no id");
    expect("polluted" in {}).toBe(false);
    const inParams = parseMessage(`{${head},"id":1,"method":"m","params":{"__proto__":{"polluted":1}}}`);
    expect(inParams.type === "request" && Object.hasOwn(inParams.message.params ?? {}, "__proto__")).toBe(true);
    expect("polluted" in {}).toBe(false);
  });

  it.each([
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000), "-32600 batch, no id"],
    ["arrays left open", "[".repeat(100_000), "-32700 text, no id"],
    ["objects", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000), "-32600 message, no id"],
    [
      "params of a request, whose id is echoed",
      `{${head},"id":5,"method":"m","params":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
      "-32600 request, id 5",
    ],
    [
      "params of a notification, which is not answered",
      `{${head},"method":"m","params":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
      "-32600 notification, no id",
    ],
    [
      "a result",
      `{${head},"id":6,"result":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
      "-32600 response, id 6",
    ],
  ])("100 000 levels of nesting: %s", (_, text, expected) => {
    expect(short(parseMessage(text))).toBe(expected);
  });

  it("accepts nesting up to the limit and refuses one level more", () => {
    // The message and its params are two levels.
    const nested = (levels: number) =>
      `{${head},"id":1,"method":"m","params":{"a":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}}}`;
    expect(short(parseMessage(nested(512)))).toBe("request");
    expect(short(parseMessage(nested(513)))).toBe("-32600 request, id 1");
    expect(short(parseMessage(nested(10), { maxDepth: 10 }))).toBe("request");
    expect(short(parseMessage(nested(30), { maxDepth: 10 }))).toBe("-32600 request, id 1");
    expect(short(parseMessage(nested(5000), { maxDepth: Infinity }))).toBe("request");
  });
});

describe("a value", () => {
  it("with an undefined member is read as JSON would leave it out, but for a request's id", () => {
    expect(short(parseMessage({ jsonrpc: "2.0", id: 1, method: "m", params: undefined }))).toBe("request");
    expect(short(parseMessage({ jsonrpc: "2.0", id: 1, result: {}, error: undefined }))).toBe("response");
    expect(short(parseMessage({ jsonrpc: "2.0", id: undefined, method: "m" }))).toBe("-32600 request, no id");
  });

  it("whose getters throw is a failure", () => {
    const value = {
      get method(): string {
        throw new Error("no");
      },
    };
    expect(short(parseMessage(value))).toBe("-32600 message, no id");
  });

  it.each([[undefined], [Symbol("x")], [() => {}], [10n]])("that JSON does not know (%s) is a failure", (value) => {
    expect(short(parseMessage(value))).toBe("-32600 message, no id");
  });

  it("is handed on as it is, not copied", () => {
    const value = { jsonrpc: "2.0", id: 1, method: "m" };
    const parsed = parseMessage(value);
    expect(parsed.type === "request" && parsed.message).toBe(value);
  });
});

describe("a batch", () => {
  const batches = { max: 3, isHandshake: (q: JSONRPCRequest) => q.method === "initialize" };
  const r1 = `{${head},"id":1,"method":"m"}`;
  const n1 = `{${head},"method":"n"}`;
  const a1 = `{${head},"id":1,"result":{}}`;
  // 2025-03-26/basic/index#batching/2
  // 2025-03-26/basic/lifecycle#initialization/3
  it.each([
    ["of all three kinds", `[${r1},${n1},${a1}]`, "batch [request; notification; response]"],
    ["of one", `[${r1}]`, "batch [request]"],
    [
      "with broken members answers each by itself",
      `[1,${r1},{}]`,
      "batch [-32600 message, no id; request; -32600 message, no id]",
    ],
    ["within a batch is no message", `[[${r1}]]`, "batch [-32600 message, no id]"],
    ["that is empty", "[]", "-32600 batch, no id"],
    ["that is longer than allowed is refused as a whole", `[${n1},${n1},${n1},${n1}]`, "-32600 batch, no id"],
    [
      "that holds the handshake is refused as a whole",
      `[${r1},{${head},"id":9,"method":"initialize"}]`,
      "-32600 batch, id 9",
    ],
  ])("%s", (_, text, expected) => {
    expect(short(parseMessage(text, { batches }))).toBe(expected);
  });

  it("is refused where the caller does not ask for batches", () => {
    expect(short(parseMessage(`[${r1}]`))).toBe("-32600 batch, no id");
    expect(short(parseMessage(`[${r1}]`, { batches: false }))).toBe("-32600 batch, no id");
  });
});

describe("failureResponse", () => {
  it("echoes a readable id, leaves an unreadable one out, or says null where the revision wants it", () => {
    const readable = parseMessage(`{${head},"id":0,"method":"m","params":[]}`);
    const unreadable = parseMessage("{");
    if (readable.type !== "failure" || unreadable.type !== "failure") throw new Error("both must be failures");
    expect(failureResponse(readable, { nullIds: true })?.id).toBe(0);
    expect(failureResponse(unreadable)).not.toHaveProperty("id");
    expect(failureResponse(unreadable, { nullIds: true })?.id).toBeNull();
  });
});

describe("for anything at all", () => {
  const known = new Set(["request", "notification", "response", "batch", "failure"]);

  it("parseMessage never throws, and its failures carry one of three codes", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.anything({ withNullPrototype: true })),
        (input) => {
          const parsed = parseMessage(input, { batches: { max: 10 } });
          expect(known.has(parsed.type)).toBe(true);
          if (parsed.type === "failure") expect([-32700, -32600, -32602]).toContain(parsed.code);
        },
      ),
    );
  });

  it("what was parsed satisfies exactly one of the guards of message.ts", () => {
    const member = fc.oneof(fc.constant("2.0"), fc.integer(), fc.string(), fc.constant(null), fc.object());
    const message = fc.record(
      {
        jsonrpc: fc.constant("2.0"),
        id: member,
        method: fc.oneof(fc.string(), member),
        params: member,
        result: fc.object(),
        error: fc.record({ code: fc.integer(), message: fc.string() }),
      },
      { requiredKeys: ["jsonrpc"] },
    );
    fc.assert(
      fc.property(message, (value) => {
        const parsed = parseMessage(JSON.stringify(value));
        if (parsed.type === "failure" || parsed.type === "batch") return;
        const guards = [isRequest, isNotification, isResponse].filter((guard) => guard(parsed.message));
        expect(guards).toHaveLength(1);
        if (parsed.type === "response") expect(isErrorResponse(parsed.message)).toBe(Object.hasOwn(value, "error"));
      }),
    );
  });

  it("a valid request survives its trip through text", () => {
    const id = fc.oneof(fc.string(), fc.maxSafeInteger());
    const params = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(id, fc.string(), params, (id, method, params) => {
        const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
        expect(parseMessage(text)).toEqual({ type: "request", message: JSON.parse(text) as unknown });
      }),
    );
  });
});
