import { ProtocolError, isProtocolError } from "@mcpwire/jsonrpc";
import { type } from "arktype";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { serverUnderTest } from "../test-fixtures/fake-era.js";
import { toolResult } from "./results.js";
import { ToolError } from "./tool-error.js";

const text = (value: string): unknown => ({ content: [{ type: "text", text: value }] });
const failed = (value: string): unknown => ({ content: [{ type: "text", text: value }], isError: true });

describe("a tool's result is as short to write as what it says", () => {
  const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
  test.each<[string, () => unknown, unknown]>([
    ["a string", () => "hi", text("hi")],
    ["an empty string", () => "", text("")],
    ["a block", () => image, { content: [image] }],
    ["a list of blocks", () => [image, { type: "text", text: "b" }], { content: [image, { type: "text", text: "b" }] }],
    ["an empty list", () => [], { content: [] }],
    ["nothing", () => undefined, { content: [] }],
    ["a whole result", () => ({ content: [image], _meta: { a: 1 } }), { content: [image], _meta: { a: 1 } }],
    ["a marked result", () => toolResult({ content: [image] }), { content: [image] }],
    ["a failure", () => ({ content: [], isError: true }), { content: [], isError: true }],
  ])("%s", async (_name, handler, result) => {
    const { server, ask } = serverUnderTest();
    // Handlers without types may return anything; here the table does.
    server.tool("t", {}, handler as () => string);
    expect(await ask("tools/call", { name: "t" })).toEqual(result);
  });

  test.each([
    ["a number", 1],
    ["a bare object", { a: 1 }],
    ["a list of strings", ["a"]],
    ["true", true],
  ])("%s without an output schema is the server's fault, reported and not leaked", async (_name, value) => {
    const { server, ask, reports } = serverUnderTest();
    server.tool("t", {}, (() => value) as unknown as () => string);
    await expect(ask("tools/call", { name: "t" })).rejects.toMatchObject({
      rpcCode: -32603,
      message: "Internal error",
    });
    expect(reports).toMatchObject([{ code: "bad-result" }]);
  });
});

test("a block written in place is typed as what it is, also where the handler takes no arguments", async () => {
  const { server, ask } = serverUnderTest();
  server.tool("image", {}, () => ({ type: "image", data: "AA==", mimeType: "image/png" }));
  server.tool("texts", { input: z.object({ n: z.int() }) }, async ({ n }) => [{ type: "text", text: String(n) }]);
  expect(await ask("tools/call", { name: "image" })).toEqual({
    content: [{ type: "image", data: "AA==", mimeType: "image/png" }],
  });
  expect(await ask("tools/call", { name: "texts", arguments: { n: 1 } })).toEqual(text("1"));
});

describe("structured results", () => {
  test.each<[string, z.ZodType, unknown]>([
    ["an object", z.object({ a: z.number() }), { a: 1 }],
    ["a list", z.array(z.string()), ["a"]],
    ["a number", z.number(), 0],
    ["a string", z.string(), ""],
    ["false", z.boolean(), false],
    ["null", z.null(), null],
  ])("2026-07-28/server/tools#output-schema/1: %s goes out with its text beside it", async (_name, output, value) => {
    const { server, ask } = serverUnderTest();
    server.tool("t", { output }, () => value);
    expect(await ask("tools/call", { name: "t" })).toEqual({
      content: [{ type: "text", text: JSON.stringify(value) }],
      structuredContent: value,
    });
  });

  test("a transform of the output schema decides what goes out", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", { output: type({ a: "string" }) }, () => ({ a: "x" }));
    expect(await ask("tools/call", { name: "t" })).toHaveProperty("structuredContent", { a: "x" });
  });

  test("a marked result says its own content", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", { output: z.object({ n: z.number() }) }, () =>
      toolResult({ content: [{ type: "text", text: "one" }], structuredContent: { n: 1 } }),
    );
    expect(await ask("tools/call", { name: "t" })).toEqual({
      content: [{ type: "text", text: "one" }],
      structuredContent: { n: 1 },
    });
  });

  test("the output schema is not held against a failure", async () => {
    const { server, ask } = serverUnderTest();
    const output = z.object({ n: z.number() });
    server.tool("thrown", { output }, (_args, ctx) => ctx.fail("no luck"));
    server.tool("returned", { output }, () => toolResult({ content: [], isError: true }));
    expect(await ask("tools/call", { name: "thrown" })).toEqual(failed("no luck"));
    expect(await ask("tools/call", { name: "returned" })).toEqual({ content: [], isError: true });
  });

  test.each([
    ["a wrong value", { n: "x" }],
    ["nothing", undefined],
  ])("%s where the output schema wants another is an internal error that leaks nothing", async (_name, value) => {
    const { server, ask, reports } = serverUnderTest();
    server.tool("t", { output: z.object({ n: z.number() }) }, (() => value) as unknown as () => { n: number });
    await expect(ask("tools/call", { name: "t" })).rejects.toMatchObject({
      rpcCode: -32603,
      message: "Internal error",
    });
    expect(reports).toMatchObject([{ code: "bad-result" }]);
  });
});

describe("arguments", () => {
  test("the handler sees what the schema made of them", async () => {
    const { server, ask } = serverUnderTest();
    const input = z.object({ a: z.string().default("dflt"), n: z.coerce.number().optional() });
    server.tool("t", { input }, (args) => JSON.stringify(args));
    expect(await ask("tools/call", { name: "t", arguments: { n: "3" } })).toEqual(text('{"a":"dflt","n":3}'));
  });

  test("absent arguments are {}", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("none", {}, (args) => JSON.stringify(args));
    server.tool("all-optional", { input: z.object({ a: z.string().optional() }) }, (args) => JSON.stringify(args));
    expect(await ask("tools/call", { name: "none" })).toEqual(text("{}"));
    expect(await ask("tools/call", { name: "all-optional" })).toEqual(text("{}"));
  });

  // 2026-07-28/server/tools#security-considerations/1
  test.each<[string, unknown]>([
    ["missing", {}],
    ["of the wrong type", { source_id: 1 }],
    ["too long", { source_id: "x".repeat(65) }],
  ])("an argument that is %s comes back as a failure that the model can read", async (_name, given) => {
    const { server, ask } = serverUnderTest();
    let calls = 0;
    server.tool("read_note", { input: z.object({ source_id: z.string().max(64) }) }, () => {
      calls += 1;
      return "";
    });
    const result = await ask("tools/call", { name: "read_note", arguments: given });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("source_id");
    expect(calls).toBe(0);
  });

  test("an asynchronous validation is waited for", async () => {
    const { server, ask } = serverUnderTest();
    const input = z.object({ a: z.string().refine((a) => Promise.resolve(a !== "no"), "not that") });
    server.tool("t", { input }, ({ a }) => a);
    expect(await ask("tools/call", { name: "t", arguments: { a: "yes" } })).toEqual(text("yes"));
    expect(await ask("tools/call", { name: "t", arguments: { a: "no" } })).toMatchObject({ isError: true });
  });

  test("a validation that promises in its own way is waited for too, and never passes before it has said so", async () => {
    const { server, ask } = serverUnderTest();
    const refused = Promise.resolve({ issues: [{ message: "not that" }] });
    // As the promises of libraries and of other realms are: no `Promise` of ours.
    const later = { then: refused.then.bind(refused) } as typeof refused;
    let calls = 0;
    server.tool("t", { input: { schema: { type: "object" }, validate: () => later } }, () => {
      calls += 1;
      return "";
    });
    expect(await ask("tools/call", { name: "t" })).toEqual(failed("Invalid arguments for t: not that"));
    expect(calls).toBe(0);
  });

  test.each<[string, unknown]>([
    ["a list", []],
    ["text", "x"],
    ["null", null],
  ])("arguments that are %s are invalid params, not an internal error", async (_name, given) => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => "");
    await expect(ask("tools/call", { name: "t", arguments: given })).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test.each(["nobody", "constructor", "__proto__", "toString", ""])("the unknown tool %j is -32602", async (name) => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => "");
    await expect(ask("tools/call", { name })).rejects.toMatchObject({ rpcCode: -32602 });
  });
});

describe("what a handler throws", () => {
  test("ToolError and ctx.fail reach the model as they are", async () => {
    const { server, ask } = serverUnderTest();
    const block = { type: "image", data: "AA==", mimeType: "image/png" } as const;
    server.tool("a", {}, () => {
      throw new ToolError([block]);
    });
    server.tool("b", {}, async (_args, ctx) => ctx.fail("no such note"));
    expect(await ask("tools/call", { name: "a" })).toEqual({ content: [block], isError: true });
    expect(await ask("tools/call", { name: "b" })).toEqual(failed("no such note"));
  });

  test("a ProtocolError becomes the error of the response", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => {
      throw new ProtocolError(-32000, "mine", { data: { a: 1 } });
    });
    await expect(ask("tools/call", { name: "t" })).rejects.toMatchObject({ rpcCode: -32000, data: { a: 1 } });
  });

  test.each([undefined, null, "text", new Error("secret path /etc")])(
    "%s goes up as it is, for the layer below to answer with one -32603",
    async (thrown) => {
      const { server, ask } = serverUnderTest();
      server.tool("t", {}, () => {
        throw thrown;
      });
      const caught: unknown = await ask("tools/call", { name: "t" }).catch((error: unknown) => [error]);
      expect(caught).toEqual([thrown]);
      expect(isProtocolError(thrown)).toBe(false);
    },
  );
});

describe("the list", () => {
  test("an item has what was registered and nothing that is null or undefined", async () => {
    const { server, ask } = serverUnderTest();
    const icons = [{ src: "https://example.com/i.png" }];
    const annotations = { readOnlyHint: true };
    server.tool(
      "t",
      { title: "T", description: "D", annotations, icons, _meta: { k: 1 }, output: z.array(z.string()) },
      () => [],
    );
    expect(await ask("tools/list")).toEqual({
      tools: [
        {
          name: "t",
          title: "T",
          description: "D",
          annotations,
          icons,
          _meta: { k: 1 },
          inputSchema: { type: "object", additionalProperties: false },
          outputSchema: { type: "array", items: { type: "string" } },
        },
      ],
    });
  });

  test("an empty list is [], where tools are declared", async () => {
    const { ask } = serverUnderTest({ capabilities: { tools: true } });
    expect(await ask("tools/list")).toEqual({ tools: [] });
  });

  test("2026-07-28/server/tools#capabilities/7: the order is that of registration, each time", async () => {
    const { server, ask } = serverUnderTest();
    for (const name of ["z", "a", "m"]) server.tool(name, {}, () => "");
    const first = await ask("tools/list");
    expect(first).toMatchObject({ tools: [{ name: "z" }, { name: "a" }, { name: "m" }] });
    expect(await ask("tools/list")).toEqual(first);
    expect(await ask("tools/list")).toEqual(first);
  });
});

describe("registration", () => {
  const rejects = (...args: Parameters<ReturnType<typeof serverUnderTest>["server"]["tool"]>): string => {
    const { server } = serverUnderTest();
    try {
      server.tool(...args);
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    return "accepted";
  };

  // 2025-11-25/server/tools#tool-names/2 2025-11-25/server/tools#tool-names/5 2026-07-28/server/tools#tool-names/2
  // 2026-07-28/server/tools#tool-names/5
  test("a name that is taken is refused, and free again after removal", () => {
    const { server } = serverUnderTest();
    const handle = server.tool("t", {}, () => "");
    expect(() => server.tool("t", {}, () => "")).toThrow(/registered already/);
    handle.remove();
    handle.remove();
    server.tool("t", {}, () => "");
    // Letters of another case make another name.
    server.tool("T", {}, () => "");
  });

  // 2025-11-25/server/tools#tool-names/1 2025-11-25/server/tools#tool-names/3 2025-11-25/server/tools#tool-names/4
  // 2026-07-28/server/tools#tool-names/3 2026-07-28/server/tools#tool-names/4
  test.each(["", "a b", "a/b", "x".repeat(129), "ü"])(
    "2026-07-28/server/tools#tool-names/1: %j is no good name",
    (name) => {
      const { server, reports } = serverUnderTest();
      if (name === "") expect(() => server.tool(name, {}, () => "")).toThrow(/needs a name/);
      else {
        server.tool(name, {}, () => "");
        expect(reports).toMatchObject([{ code: "tool-name" }]);
      }
    },
  );

  test.each(["getUser", "DATA_EXPORT_v2", "admin.tools.list", "x".repeat(128)])("%s is a good name", (name) => {
    const { server, reports } = serverUnderTest();
    server.tool(name, {}, () => "");
    expect(reports).toEqual([]);
  });

  test.each([
    ["an empty header name", z.string().meta({ "x-mcp-header": "" })],
    ["a header name with a blank", z.string().meta({ "x-mcp-header": "a b" })],
    ["a number", z.number().meta({ "x-mcp-header": "A" })],
  ])("a mirrored parameter that breaks the rules is refused: %s", (_name, field) => {
    expect(rejects("t", { input: z.object({ a: field }) }, () => "")).toMatch(/x-mcp-header/);
  });

  test("mirrored parameters are found by the transport, unknown tools have none", () => {
    const { server } = serverUnderTest();
    server.tool("t", { input: z.object({ region: z.string().meta({ "x-mcp-header": "Region" }) }) }, () => "");
    expect(server.facts.headerParameters("t", "ann")).toEqual([{ path: ["region"], header: "Region", type: "string" }]);
    expect(server.facts.headerParameters("constructor", "ann")).toEqual([]);
  });

  test("a tool that is hidden from a caller, or disabled, asks that caller for no header", () => {
    const { server } = serverUnderTest();
    const input = z.object({ region: z.string().meta({ "x-mcp-header": "Region" }) });
    server.tool("anns", { input, visible: (caller) => caller === "ann" }, () => "");
    server.tool("nobodys", { input }, () => "").disable();
    const visible = (): boolean => {
      throw new Error("the store of rights is away");
    };
    server.tool("broken", { input, visible }, () => "");
    const asked = (tool: string, caller: string) => server.facts.headerParameters(tool, caller).length;
    expect([asked("anns", "ann"), asked("anns", "bob"), asked("nobodys", "ann"), asked("broken", "ann")]).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test("update, disable, enable and remove change what is listed and what can be called", async () => {
    const { server, ask } = serverUnderTest();
    const handle = server.tool("t", { description: "one" }, () => "ok");
    handle.update({ description: "two" });
    expect(await ask("tools/list")).toMatchObject({ tools: [{ description: "two" }] });
    handle.disable();
    expect(await ask("tools/list")).toEqual({ tools: [] });
    await expect(ask("tools/call", { name: "t" })).rejects.toMatchObject({ rpcCode: -32602 });
    handle.enable();
    expect(await ask("tools/call", { name: "t" })).toEqual(text("ok"));
    handle.remove();
    await expect(ask("tools/call", { name: "t" })).rejects.toMatchObject({ rpcCode: -32602 });
    expect(() => handle.enable()).toThrow(/was removed/);
  });

  test("an update that cannot be served changes nothing", async () => {
    const { server, ask } = serverUnderTest();
    const handle = server.tool("t", { description: "one" }, () => "ok");
    expect(() => handle.update({ description: "two", input: { type: "string" } })).toThrow();
    expect(await ask("tools/list")).toMatchObject({ tools: [{ description: "one" }] });
  });

  test("a tool that some callers may not see does not exist for them, and the list is private", async () => {
    const { server, ask, host } = serverUnderTest({
      cache: { tools: { ttlMs: 1000, cacheScope: "public" } },
      capabilities: { tools: true },
    });
    const context = { auth: "bob" };
    server.tool("all", {}, () => "ok");
    const hint = (): unknown => host.cacheHints("tools/list", {}, { auth: "bob" } as never);
    expect(hint()).toEqual({ ttlMs: 1000, cacheScope: "public" });
    server.tool("admin", { visible: (caller) => caller === "alice" }, () => "ok");
    expect(hint()).toEqual({ ttlMs: 1000, cacheScope: "private" });
    expect(await ask("tools/list", {}, context)).toMatchObject({ tools: [{ name: "all" }] });
    await expect(ask("tools/call", { name: "admin" }, context)).rejects.toMatchObject({ rpcCode: -32602 });
    expect(await ask("tools/call", { name: "admin" }, { auth: "alice" })).toEqual(text("ok"));
  });
});
