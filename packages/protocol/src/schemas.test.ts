import { describe, expect, it } from "vitest";
import type { Revision } from "./revision.js";
import { latest, newestLegacy, revisions } from "./revisions/index.js";
import { clientParams, schemasFor } from "./schemas.js";

describe("schemasFor", () => {
  it.each(revisions)(
    "$name: has a schema for the params of every method and the result of every request",
    (revision) => {
      const schemas = schemasFor(revision);
      for (const [method, { kind }] of revision.methods) {
        expect(schemas.params(method), method).toBeDefined();
        expect(schemas.result(method) !== undefined, method).toBe(kind === "request");
      }
      expect(schemasFor(revision).params("tools/call")).toBe(schemas.params("tools/call"));
    },
  );

  it.each(revisions)("$name: what a server checks is there apart, the handshake left out", (revision) => {
    for (const [method, { kind, from }] of revision.methods) {
      const isChecked = kind === "request" && from !== "server" && method !== "initialize";
      const schema = clientParams(revision, method);
      expect(schema !== undefined, method).toBe(isChecked);
      if (isChecked) expect(schemasFor(revision).params(method)).toBe(schema);
    }
    for (const name of ["constructor", "__proto__", "acme/do"]) expect(clientParams(revision, name)).toBeUndefined();
  });

  it("a revision has no schema for what it took away", () => {
    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "tasks/list"]) {
      expect(schemasFor(latest).params(method)).toBeUndefined();
      expect(schemasFor(latest).result(method)).toBeUndefined();
      expect(schemasFor(latest).items(method)).toBeUndefined();
      expect(schemasFor(newestLegacy).params(method)).toBeDefined();
    }
  });

  it.each(revisions)("$name: looks at `_meta` wherever a message may carry it", (revision) => {
    const schemas = schemasFor(revision);
    for (const [method, { kind }] of revision.methods) {
      for (const schema of kind === "request"
        ? [schemas.params(method), schemas.result(method)]
        : [schemas.params(method)]) {
        const paths = schema?.safeParse({ _meta: "x" }).issues?.map(({ path }) => path.join("."));
        expect(paths, method).toContain("_meta");
      }
    }
  });

  it.each([{ mode: "form" }, { mode: "url" }])("only 2025-11-25 asks its user by a task: $mode", ({ mode }) => {
    const params = {
      mode,
      message: "",
      url: "",
      elicitationId: "1",
      requestedSchema: { type: "object", properties: {} },
    };
    const outcome = (revision: Revision) => {
      const checked = schemasFor(revision)
        .params("elicitation/create")
        ?.safeParse({ ...params, task: { ttl: "x" } });
      return checked?.issues?.map(({ path }) => path.join("."));
    };
    expect(outcome(newestLegacy)).toEqual(["task.ttl"]);
    expect(outcome(latest)).toBeUndefined();
  });

  it("takes the contents of a resource for text where a `blob` is undefined", () => {
    const contents = [{ uri: "a:b", text: "x", blob: undefined }];
    expect(schemasFor(latest).result("resources/read")?.safeParse({ contents }).issues).toBeUndefined();
  });

  it("the value comes back as it is, not as a copy", () => {
    const params = { name: "t", arguments: { a: [1] }, "x-own": 1 };
    const checked = schemasFor(latest).params("tools/call")?.safeParse(params);
    expect(checked?.success === true && checked.data).toBe(params);
  });

  it("knows no other methods and no other revisions", () => {
    for (const name of ["constructor", "toString", "__proto__", "acme/do"]) {
      expect(schemasFor(latest).params(name)).toBeUndefined();
      expect(schemasFor(latest).result(name)).toBeUndefined();
      expect(schemasFor(latest).items(name)).toBeUndefined();
    }
    const other: Revision = { ...latest, name: "1999-01-01" };
    expect(schemasFor(other).params("tools/call")).toBeUndefined();
  });

  it.each(revisions)(
    "$name: unknown members survive, and unknown content blocks do not harm the result",
    (revision) => {
      const result = {
        content: [
          { type: "hologram", cubits: 3 },
          { type: "text", text: "x", "x-own": 1 },
        ],
        "x-own": { deep: [1] },
      };
      expect(schemasFor(revision).result("tools/call")?.safeParse(result)).toEqual({ success: true, data: result });
    },
  );

  it.each([
    ["a text block without text", "tools/call", { content: [{ type: "text" }] }, ["content", 0, "text"]],
    ["a block without a type", "tools/call", { content: [{ text: "x" }] }, ["content", 0, "type"]],
    ["a block that is no object", "tools/call", { content: ["x"] }, ["content", 0]],
    ["a resource without contents", "tools/call", { content: [{ type: "resource" }] }, ["content", 0, "resource"]],
    ["no content", "tools/call", {}, ["content"]],
    ["a tool without a schema", "tools/list", { tools: [{ name: "t" }] }, ["tools", 0, "inputSchema"]],
    [
      "a tool whose schema is no object's",
      "tools/list",
      { tools: [{ name: "t", inputSchema: { type: "string" } }] },
      ["tools", 0, "inputSchema", "type"],
    ],
    ["a list that is null", "tools/list", { tools: null }, ["tools"]],
    [
      "a role that nobody has",
      "prompts/get",
      { messages: [{ role: "system", content: { type: "text", text: "" } }] },
      ["messages", 0, "role"],
    ],
    ["an action that nobody takes", "elicitation/create", { action: "maybe" }, ["action"]],
  ])("refuses %s, and says where", (_title, method, value, path) => {
    for (const revision of [latest, newestLegacy]) {
      const outcome = schemasFor(revision).result(method)?.safeParse(value);
      expect(outcome?.issues?.map((issue) => issue.path)).toEqual([path]);
    }
  });

  it.each([
    ["the params of a call without a name", "tools/call", {}],
    ["arguments in a list", "tools/call", { name: "t", arguments: [] }],
    ["arguments that are null", "tools/call", { name: "t", arguments: null }],
    ["no params where some are needed", "tools/call", undefined],
    ["a level that does not exist", "notifications/message", { level: "loud", data: 1 }],
    [
      "a form field of a type that does not exist",
      "elicitation/create",
      { message: "", requestedSchema: { type: "object", properties: { a: { type: "object" } } } },
    ],
    [
      "a reference of a type that does not exist",
      "completion/complete",
      { ref: { type: "ref/tool" }, argument: { name: "", value: "" } },
    ],
  ])("refuses %s", (_title, method, value) => {
    for (const revision of [latest, newestLegacy]) {
      expect(schemasFor(revision).params(method)?.safeParse(value).success).toBe(false);
    }
  });

  it.each([
    ["params of a list may be absent", "tools/list", undefined],
    ["a cursor may be empty", "tools/list", { cursor: "" }],
    ["a progress token may be 0", "tools/list", { _meta: { progressToken: 0 } }],
    [
      "a form tolerates further keywords of JSON Schema",
      "elicitation/create",
      {
        message: "",
        requestedSchema: {
          type: "object",
          additionalProperties: false,
          properties: { a: { type: "string", pattern: "^a", format: "hostname" } },
        },
      },
    ],
    [
      "an accepted form may be empty",
      "elicitation/create",
      { message: "", requestedSchema: { type: "object", properties: {} } },
    ],
  ])("accepts that %s", (_title, method, value) => {
    for (const revision of [latest, newestLegacy]) {
      expect(schemasFor(revision).params(method)?.safeParse(value).issues).toBeUndefined();
    }
  });

  it("accepts an accepted form without content, and content in one block or several", () => {
    for (const revision of [latest, newestLegacy]) {
      const schemas = schemasFor(revision);
      const block = { type: "text", text: "x" };
      expect(schemas.result("elicitation/create")?.safeParse({ action: "accept" }).success).toBe(true);
      for (const content of [block, [block], []]) {
        const message = { role: "assistant", content, model: "m" };
        expect(schemas.result("sampling/createMessage")?.safeParse(message).success).toBe(true);
      }
    }
  });

  it("tells a request for input and a task from a result", () => {
    const asking = { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } };
    expect(schemasFor(latest).result("tools/call")?.safeParse(asking)).toEqual({ success: true, data: asking });
    const task = { taskId: "1", status: "working", createdAt: "", lastUpdatedAt: "", ttl: null };
    expect(schemasFor(newestLegacy).result("tools/call")?.safeParse({ task })).toEqual({
      success: true,
      data: { task },
    });
    expect(
      schemasFor(newestLegacy)
        .result("tools/call")
        ?.safeParse({ task: { taskId: 1 } }).success,
    ).toBe(false);
  });

  it("checks one element of a list, so that a bad one need not hide the others", () => {
    for (const revision of revisions) {
      const items = schemasFor(revision).items("tools/list");
      expect(items?.member).toBe("tools");
      expect(items?.schema.safeParse({ name: "t", inputSchema: { type: "object" } }).success).toBe(true);
      expect(items?.schema.safeParse({ name: 1 }).success).toBe(false);
    }
  });
});
