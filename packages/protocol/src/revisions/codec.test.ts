import type { JSONObject } from "@mcpwire/jsonrpc";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Codec } from "../revision.js";
import { codecOf } from "./codecs.js";
import { findRevision, revisions } from "./index.js";

const names = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

function codecNamed(name: string): Codec {
  const revision = findRevision(name);
  if (revision === undefined) throw new Error(`no revision ${name}`);
  return codecOf(revision);
}

/** Frozen all the way down: a codec that wrote into its argument would throw. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe("capabilities", () => {
  // 2025-03-26/server/utilities/completion#capabilities/1, 2025-06-18/client/elicitation#capabilities/1
  const client = {
    experimental: { "example.com/x": {} },
    roots: { listChanged: true },
    sampling: { tools: {}, context: {} },
    elicitation: { form: {}, url: {} },
    extensions: { "io.modelcontextprotocol/ui": {} },
    "x-own": {},
  };
  const server = { completions: {}, logging: {}, tools: { listChanged: true }, extensions: {}, tasks: {}, "x-own": {} };
  const { experimental, roots } = client;
  const own = client["x-own"];
  it.each([
    ["2024-11-05", { experimental, roots, sampling: {}, "x-own": own }],
    ["2025-03-26", { experimental, roots, sampling: {}, "x-own": own }],
    ["2025-06-18", { experimental, roots, sampling: {}, elicitation: {}, "x-own": own }],
    ["2025-11-25", { experimental, roots, sampling: client.sampling, elicitation: client.elicitation, "x-own": own }],
    ["2026-07-28", { ...client, roots: {} }],
  ])("of a client are cut to %s", (name, declared) => {
    expect(codecNamed(name).encodeCapabilities("client", frozen(client))).toEqual(declared);
    const encoded = codecNamed(name).encodeParams("initialize", frozen({ capabilities: client }));
    if (name !== "2026-07-28") expect(encoded).toEqual({ capabilities: declared });
  });

  it.each([
    ["2024-11-05", { logging: {}, tools: { listChanged: true }, "x-own": {} }],
    ["2025-03-26", { completions: {}, logging: {}, tools: { listChanged: true }, "x-own": {} }],
    ["2025-06-18", { completions: {}, logging: {}, tools: { listChanged: true }, "x-own": {} }],
    ["2025-11-25", { completions: {}, logging: {}, tools: { listChanged: true }, tasks: {}, "x-own": {} }],
    ["2026-07-28", { completions: {}, logging: {}, tools: { listChanged: true }, extensions: {}, "x-own": {} }],
  ])("of a server are cut to %s", (name, declared) => {
    expect(codecNamed(name).encodeCapabilities("server", frozen(server))).toEqual(declared);
  });

  it.each([
    [{}, {}],
    [{ form: {} }, {}],
    [{ form: {}, url: {} }, {}],
    [{ url: {} }, undefined],
  ])("elicitation %j is %j to a peer that knows forms only", (elicitation, declared) => {
    const expected = declared === undefined ? {} : { elicitation: declared };
    expect(codecNamed("2025-06-18").encodeCapabilities("client", { elicitation })).toEqual(expected);
  });
});

describe("what comes in", () => {
  it.each([
    ["a null cursor ends a list", "tools/list", { tools: [], nextCursor: null }, { tools: [] }],
    ["an empty cursor continues it", "tools/list", { tools: [], nextCursor: "" }, { tools: [], nextCursor: "" }],
    [
      "content:null of who declined is no content",
      "elicitation/create",
      { action: "decline", content: null },
      { action: "decline" },
    ],
    [
      "a result of structured content alone has empty content",
      "tools/call",
      { structuredContent: { a: 1 } },
      { structuredContent: { a: 1 }, content: [] },
    ],
    ["a task is no such result", "tools/call", { task: { taskId: "1" } }, { task: { taskId: "1" } }],
    [
      "a request for input is no such result",
      "tools/call",
      { resultType: "input_required", inputRequests: {} },
      { resultType: "input_required", inputRequests: {} },
    ],
    ["unknown members survive", "tools/call", { content: [], "x-own": 1 }, { content: [], "x-own": 1 }],
  ])("%s", (_title, method, wire, decoded) => {
    for (const name of names) expect(codecNamed(name).decodeResult(method, frozen(wire)), name).toEqual(decoded);
  });
});

describe("what comes in with a question", () => {
  it("may hold a tool's answer without content", () => {
    const answer = { type: "tool_result", toolUseId: "1" };
    const repaired = { ...answer, content: [] };
    for (const name of names) {
      const { decodeParams, decodeResult } = codecNamed(name);
      const messages = [
        { role: "user", content: [answer] },
        { role: "user", content: answer },
      ];
      expect(decodeParams("sampling/createMessage", frozen({ messages })), name).toEqual({
        messages: [
          { role: "user", content: [repaired] },
          { role: "user", content: repaired },
        ],
      });
      expect(decodeResult("sampling/createMessage", frozen({ content: answer })), name).toEqual({ content: repaired });
    }
  });
});

describe("every codec", () => {
  it("lets custom methods and extensions pass unchanged, also where their results look like ours", () => {
    const message = frozen({ resultType: "complete", ttlMs: 1, content: [{ type: "audio" }], structuredContent: 1 });
    for (const revision of revisions) {
      const codec = codecOf(revision);
      const { methods } = revision;
      for (const method of ["acme/do", "constructor", "toString", "__proto__", ""]) {
        expect(methods.has(method)).toBe(false);
        expect(codec.encodeResult(method, message)).toBe(message);
        expect(codec.decodeResult(method, message)).toBe(message);
        expect(codec.encodeParams(method, message)).toBe(message);
        expect(codec.decodeParams(method, message)).toBe(message);
      }
    }
  });

  it("is total: no value of any shape makes it throw", () => {
    const keys = fc.constantFrom(
      "tools",
      "content",
      "type",
      "messages",
      "capabilities",
      "requestedSchema",
      "properties",
      "__proto__",
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown[]>(null, 0, "text", "audio", "tool_use", "resource_link", "url", true),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(keys, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keys, tree), (value) => {
        for (const revision of revisions) {
          const codec = codecOf(revision);
          const { methods } = revision;
          for (const method of methods.keys()) {
            expect(codec.encodeResult(method, value)).toBeTypeOf("object");
            expect(codec.decodeResult(method, value)).toBeTypeOf("object");
            expect(codec.encodeParams(method, value)).toBeTypeOf("object");
            expect(codec.decodeParams(method, value)).toBeTypeOf("object");
          }
          expect(codec.encodeCapabilities("client", value)).toBeTypeOf("object");
        }
      }),
      { numRuns: 100 },
    );
  });

  it("keeps a member called __proto__ an ordinary member", () => {
    // JSON.parse makes it an own member, as the wire does.
    const list = JSON.parse(
      '{"tools":[{"name":"t","title":"T","inputSchema":{"type":"object","properties":{"__proto__":true}}}]}',
    ) as JSONObject;
    const encoded = JSON.stringify(codecNamed("2024-11-05").encodeResult("tools/list", list));
    expect(encoded).toBe('{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"__proto__":{}}}}]}');
  });
});
