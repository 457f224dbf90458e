import { ProtocolError } from "@mcpwire/jsonrpc";
import type { RequestContext } from "@mcpwire/negotiation";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { serverUnderTest } from "../test-fixtures/fake-era.js";
import type { Middleware } from "./middleware.js";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("registration", () => {
  test.each(["tool", "resource", "prompt", "method", "onNotification"] as const)(
    "%s: a handler in place of the options is refused at once, not at the first call",
    (verb) => {
      const { server } = serverUnderTest();
      // A program that no compiler has seen.
      const register = server[verb] as (name: string, handler: () => string) => void;
      expect(() => register.call(server, "test://x", () => "")).toThrow(
        expect.objectContaining({ code: "no-handler", message: expect.stringContaining("test://x") }),
      );
    },
  );
});

test.each([
  ["nothing", []],
  ["a method without a function", ["tools/call"]],
  ["a method with something else", ["tools/call", {}]],
])("a middleware that is %s is refused, not left out", (_name, given) => {
  const { server } = serverUnderTest();
  // A program that no compiler has seen.
  const use = server.use as (...given: unknown[]) => void;
  expect(() => use(...given)).toThrow(expect.objectContaining({ code: "no-handler" }));
});

describe("capabilities", () => {
  // 2026-07-28/server/tools#capabilities/1, 2026-07-28/server/prompts#capabilities/1, 2026-07-28/server/resources#capabilities/1,
  // 2026-07-28/server/utilities/completion#capabilities/1, 2026-07-28/server/utilities/logging#capabilities/1
  test("2026-07-28/server/tools#capabilities/1: what is registered is declared", () => {
    const bare = serverUnderTest();
    expect(bare.host.capabilities).toEqual({ logging: {} });
    const full = serverUnderTest();
    full.server.tool("t", {}, () => "");
    full.server.prompt("p", { args: [{ name: "a" }], complete: { a: () => [] } }, () => "");
    full.server.resource("test://{a}", {}, () => "");
    expect(full.host.capabilities).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    });
  });

  test("what the author says goes before it", () => {
    const { server, host } = serverUnderTest({
      capabilities: {
        tools: { listChanged: false },
        prompts: false,
        resources: { subscribe: false },
        logging: false,
        completions: true,
        extensions: { "com.example/x": {} },
        experimental: { y: {} },
      },
    });
    server.tool("t", {}, () => "");
    expect(host.capabilities).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: true, subscribe: false },
      completions: {},
      extensions: { "com.example/x": {} },
      experimental: { y: {} },
    });
  });

  test("they are fixed when the first client arrives; later registrations must be covered", () => {
    const tested = serverUnderTest({ capabilities: { prompts: true } });
    const { server, attach } = tested;
    server.tool("t", {}, () => "");
    attach();
    server.tool("u", {}, () => "");
    server.prompt("p", {}, () => "");
    expect(() => server.resource("test://a", {}, () => "")).toThrow(/capabilities: \{ resources: true \}/);
    expect(tested.host.capabilities).not.toHaveProperty("resources");
  });

  test("completers that no client would ever ask are refused", () => {
    const { server, attach } = serverUnderTest({ capabilities: { prompts: true, resources: true } });
    attach();
    const undeclared = /capabilities: \{ completions: true \}/;
    const complete = { a: () => [] };
    expect(() => server.prompt("p", { args: [{ name: "a" }], complete }, () => "")).toThrow(undeclared);
    expect(() => server.resource("test://{a}", { complete }, () => "")).toThrow(undeclared);
  });

  test("only methods that belong to something declared are there", () => {
    const tested = serverUnderTest();
    tested.server.tool("t", {}, () => "");
    tested.server.method("example/hello", {}, () => ({}));
    const { host } = tested;
    expect(["tools/list", "tools/call", "example/hello"].filter((method) => !host.handles(method))).toEqual([]);
    const absent = ["prompts/list", "resources/read", "completion/complete", "constructor", "example/other", ""];
    expect(absent.filter((method) => host.handles(method))).toEqual([]);
  });
});

describe("change notices", () => {
  test("changes of one turn are told once, those before the first client not at all", async () => {
    const { server, attach, notices } = serverUnderTest({ capabilities: { prompts: true, resources: true } });
    const handle = server.tool("t", {}, () => "");
    await turn();
    attach();
    handle.update({ title: "T" });
    handle.disable();
    server.prompt("p", {}, () => "");
    server.resource("test://a", {}, () => "");
    server.resource("test://{a}", {}, () => "");
    server.notify.resourceUpdated("test://a");
    server.notify.resourceUpdated("test://a");
    server.notify.resourceUpdated("test://b");
    expect(notices).toEqual([]);
    await turn();
    expect(notices).toEqual([
      { type: "tools" },
      { type: "prompts" },
      { type: "resources" },
      { type: "resource", uri: "test://a" },
      { type: "resource", uri: "test://b" },
    ]);
  });

  test("by hand", async () => {
    const { server, attach, notices } = serverUnderTest({
      capabilities: { tools: true, prompts: true, resources: true },
    });
    attach();
    server.notify.toolsChanged();
    server.notify.promptsChanged();
    server.notify.resourcesChanged();
    await turn();
    server.notify.toolsChanged();
    await turn();
    expect(notices.map((notice) => notice.type)).toEqual(["tools", "prompts", "resources", "tools"]);
  });

  test("what was declared not to change is not told", async () => {
    const silent = { listChanged: false, subscribe: false };
    const { server, attach, notices } = serverUnderTest({
      capabilities: { tools: silent, prompts: false, resources: silent },
    });
    attach();
    server.tool("t", {}, () => "");
    server.notify.promptsChanged();
    server.notify.resourcesChanged();
    server.notify.resourceUpdated("test://a");
    await turn();
    expect(notices).toEqual([]);
  });
});

describe("middleware", () => {
  test("wraps requests and notifications, the first one outermost", async () => {
    const { server, ask, host } = serverUnderTest({ capabilities: { tools: true } });
    const seen: string[] = [];
    const log =
      (name: string): Middleware =>
      async (exchange, next) => {
        seen.push(`${name} ${exchange.kind} ${exchange.method}`);
        const outcome = await next();
        seen.push(`${name} after`);
        return outcome;
      };
    server.use(log("a"));
    server.use(log("b"));
    server.tool("t", {}, () => {
      seen.push("tool");
      return "";
    });
    server.onNotification("example/note", {}, () => void seen.push("note"));
    await ask("tools/call", { name: "t" });
    expect(seen.splice(0)).toEqual(["a request tools/call", "b request tools/call", "tool", "b after", "a after"]);
    host.notified?.("example/note", {}, {} as never);
    await turn();
    expect(seen).toEqual(["a notification example/note", "b notification example/note", "note", "b after", "a after"]);
  });

  test("may answer by itself, change the outcome, or refuse", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => "inner");
    server.use(async (exchange, next) => {
      if (exchange.params?.["name"] === "limited") throw new ProtocolError(-32000, "slow down");
      if (exchange.params?.["name"] === "cached") return { content: [] };
      return { ...(await next()), _meta: { k: 1 } };
    });
    expect(await ask("tools/call", { name: "t" })).toMatchObject({ content: [{ text: "inner" }], _meta: { k: 1 } });
    expect(await ask("tools/call", { name: "cached" })).toEqual({ content: [] });
    await expect(ask("tools/call", { name: "limited" })).rejects.toMatchObject({ rpcCode: -32000 });
  });
});

describe("middleware for one method", () => {
  test("sees checked params of that method, and nothing else", async () => {
    const { server, ask } = serverUnderTest({ capabilities: { prompts: true } });
    const seen: unknown[] = [];
    server.use("tools/call", (exchange, next) => {
      expectTypeOf(exchange.params.name).toEqualTypeOf<string>();
      seen.push([exchange.method, exchange.params.name]);
      return next();
    });
    server.tool("t", {}, () => "inner");
    await ask("tools/list");
    await ask("prompts/list");
    expect(await ask("tools/call", { name: "t" })).toMatchObject({ content: [{ text: "inner" }] });
    expect(seen).toEqual([["tools/call", "t"]]);
  });

  test("params that are wrong are refused before it", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => "");
    server.use("tools/call", () => Promise.resolve({ content: [] }));
    await expect(ask("tools/call", { name: 7 })).rejects.toMatchObject({ rpcCode: -32602 });
    await expect(ask("tools/call")).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test("a method that the server does not answer from its registries is a type error", () => {
    const { server } = serverUnderTest();
    // @ts-expect-error -- the params of an author's own method are checked by that method's schema alone
    server.use("example/add", (_exchange, next) => next());
  });
});

describe("methods of the author's own", () => {
  test("params and result go through their schemas", async () => {
    const { server, ask } = serverUnderTest();
    server.method(
      "example/add",
      { params: z.object({ a: z.number(), b: z.number().default(1) }), result: z.object({ sum: z.number() }) },
      ({ a, b }, ctx) => ({ sum: a + b, auth: ctx.auth }),
    );
    expect(await ask("example/add", { a: 2 })).toEqual({ sum: 3 });
    await expect(ask("example/add", { a: "x" })).rejects.toMatchObject({
      rpcCode: -32602,
      message: expect.stringContaining("a:"),
    });
    await expect(ask("example/add")).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test("nothing returned is {}, a wrong result is the server's fault", async () => {
    const { server, ask, reports } = serverUnderTest();
    server.method("example/void", {}, () => undefined);
    server.method("example/wrong", { result: z.object({ a: z.number() }) }, () => ({ a: "x" }) as never);
    expect(await ask("example/void")).toEqual({});
    await expect(ask("example/wrong")).rejects.toMatchObject({ rpcCode: -32603, message: "Internal error" });
    expect(reports).toMatchObject([{ code: "bad-result" }]);
  });

  test.each(["tools/call", "ping", "tasks/get", "notifications/cancelled"])("%s cannot be taken over", (name) => {
    const { server } = serverUnderTest();
    expect(() => server.method(name, {}, () => ({}))).toThrow(/belongs to the protocol/);
    expect(() => server.onNotification(name, {}, () => undefined)).toThrow(/belongs to the protocol/);
  });

  test("a notification that does not fit, or whose handler throws, is reported and survived", async () => {
    const { server, host, reports } = serverUnderTest();
    const heard: unknown[] = [];
    server.onNotification("example/a", { params: z.object({ n: z.number() }) }, (params) => void heard.push(params));
    server.onNotification("example/b", {}, () => {
      throw undefined;
    });
    for (const [method, params] of [
      ["example/a", { n: 1 }],
      ["example/a", { n: "x" }],
      ["example/b", undefined],
      ["example/c", {}],
    ] as const) {
      host.notified?.(method, params, {} as never);
    }
    await turn();
    expect(heard).toEqual([{ n: 1 }]);
    expect(reports.map((report) => report.code).sort()).toEqual(["bad-notification", "handler-error"]);
  });
});

describe("params that break a method's schema are -32602 with a reason", () => {
  test.each<[string, Record<string, unknown> | undefined, string]>([
    ["tools/call", undefined, "expected an object, but it is missing"],
    ["tools/call", {}, "name: expected a string, but it is missing"],
    ["tools/call", { name: 1 }, "name: expected a string, got 1"],
    ["tools/call", { name: "t", arguments: [] }, "arguments: expected an object, got a list"],
    ["prompts/get", { name: "p", arguments: { a: 1 } }, "arguments.a: expected a string, got 1"],
    ["resources/read", {}, "uri: expected a string, but it is missing"],
    ["tools/list", { cursor: 1 }, "cursor: expected a string, got 1"],
    [
      "completion/complete",
      { ref: { type: "ref/other" }, argument: { name: "a" } },
      'ref.type: expected one of "ref/prompt", "ref/resource", got "ref/other"; argument.value: expected a string, but it is missing',
    ],
  ])("%s with %j", async (method, params, reason) => {
    const { ask } = serverUnderTest({
      capabilities: { tools: true, prompts: true, resources: true, completions: true },
    });
    await expect(ask(method, params)).rejects.toMatchObject({
      rpcCode: -32602,
      message: `Invalid params for ${method}: ${reason}`,
    });
  });

  test("unknown members are let through", async () => {
    const { server, ask } = serverUnderTest();
    server.tool("t", {}, () => "ok");
    expect(await ask("tools/call", { name: "t", other: 1 })).toMatchObject({ content: [{ text: "ok" }] });
  });
});

test.each([0, -1, 1.5, Number.NaN])("a page size of %s is refused", (pageSize) => {
  expect(() => serverUnderTest({ pageSize })).toThrow(/pageSize/);
});

test("the caller of one request is never seen by another", async () => {
  const { server, ask } = serverUnderTest();
  server.tool("whoami", {}, async (_args, ctx) => {
    await turn();
    return String(ctx.auth);
  });
  const callers = Array.from({ length: 50 }, (_, at) => `caller ${String(at)}`);
  const results = await Promise.all(
    callers.map((caller) => ask("tools/call", { name: "whoami" }, { auth: caller } satisfies Partial<RequestContext>)),
  );
  expect(results).toEqual(callers.map((caller) => ({ content: [{ type: "text", text: caller }] })));
});
