/** Several servers seen as one: names, routing, and failures that stay where they are. */
import { connectAll, memoryStore } from "@mcpwire/client";
import type { ConnectAllOptions } from "@mcpwire/client";
import { TransportError } from "@mcpwire/jsonrpc";
import type { ClientTransport, Report } from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { everyRevision } from "./notes-server.js";

/** A server that says its own name. */
function named(name: string) {
  const server = createServer({ name, version: "1.0.0" });
  server.tool("who", { description: "Who is it?" }, () => name);
  server.tool("a__b", { description: "A name with the separator in it" }, () => `${name}, a__b`);
  server.prompt("greet", { args: z.object({ to: z.string() }) }, ({ to }) => `${name} greets ${to}`);
  return server;
}

const unreachable: ClientTransport = {
  kind: "test",
  scope: "process",
  open: () => Promise.reject(new TransportError("unreachable", "nobody is there")),
};
const silent: ClientTransport = { kind: "test", scope: "process", open: () => new Promise(() => {}) };

const textOf = (result: { readonly content: readonly object[] }) => (result.content[0] as { text?: string }).text;

describe.each(everyRevision)("many servers at %s", (revision) => {
  const open = (names: readonly string[], options: ConnectAllOptions = {}) =>
    connectAll(
      names.map((name) => [name, memory(named(name))] as const),
      { client: { revisions: [revision] }, ...options },
    );

  it("are listed as one, in their order, each tool under its server's name", async () => {
    const servers = await open(["zoo", "files"]);
    const names = ["zoo__who", "zoo__a__b", "files__who", "files__a__b"];
    expect((await servers.tools().all()).map(({ name }) => name)).toEqual(names);
    const seen: string[] = [];
    for await (const { name } of servers.prompts()) seen.push(name);
    expect(seen).toEqual(["zoo__greet", "files__greet"]);
    await servers.close();
  });

  it("get the calls that their names say, without a listing first", async () => {
    const servers = await open(["zoo", "files"]);
    expect(textOf(await servers.callTool("files__who"))).toBe("files");
    expect(textOf(await servers.callTool("zoo__a__b"))).toBe("zoo, a__b");
    const { messages } = await servers.getPrompt("zoo__greet", { to: "Ada" });
    expect(messages).toMatchObject([{ content: { text: "zoo greets Ada" } }]);
    expect(servers.route("zoo__a__b")).toMatchObject({ server: "zoo", name: "a__b" });
    await servers.close();
    await expect(servers.callTool("zoo__who")).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a server that cannot be reached", () => {
  it("harms no other, and is told with its reason", async () => {
    const servers = await connectAll({ bad: unreachable, good: memory(named("good")) });
    expect([...servers.clients.keys()]).toEqual(["good"]);
    expect(servers.failures.get("bad")).toMatchObject({ code: "unreachable" });
    expect(textOf(await servers.callTool("good__who"))).toBe("good");
    await expect(servers.callTool("bad__who")).rejects.toMatchObject({ code: "unknown-server" });
    await servers.close();
  });

  it("delays the others no longer than it may", async () => {
    const servers = await connectAll({ slow: silent, good: memory(named("good")) }, { maxWaitMs: 20 });
    expect(servers.failures.get("slow")).toMatchObject({ code: "timeout" });
    await servers.close();
  });

  it("is closed when it connects too late, instead of running on unseen", async () => {
    let closes = 0;
    const inner = memory(named("late"));
    const late: ClientTransport = {
      ...inner,
      open: async (on) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        const link = await inner.open(on);
        return Object.assign(Object.create(link) as typeof link, {
          close: () => (closes++, link.close()),
          begin: link.begin.bind(link),
          settle: link.settle.bind(link),
          notify: link.notify.bind(link),
        });
      },
    };
    const servers = await connectAll({ late }, { maxWaitMs: 5 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([servers.failures.size, closes]).toEqual([1, 1]);
    await servers.close();
  });

  it("may be added again under its name, and removed", async () => {
    const servers = await connectAll({ x: unreachable });
    await servers.add("x", memory(named("x")));
    expect([servers.failures.size, textOf(await servers.callTool("x__who"))]).toEqual([0, "x"]);
    await expect(servers.add("x", memory(named("x")))).rejects.toMatchObject({ code: "server-name" });
    await servers.remove("x");
    expect(servers.clients.size).toBe(0);
    expect(servers.route("x__who")).toBeUndefined();
  });

  it("that fails while it is listed is left out of the list, with a report", async () => {
    const reports: Report[] = [];
    const dying = named("dying");
    const servers = await connectAll(
      { dying: memory(dying), good: memory(named("good")) },
      { report: (r) => reports.push(r) },
    );
    await servers.clients.get("dying")?.close();
    expect((await servers.tools().all()).map(({ name }) => name)).toEqual(["good__who", "good__a__b"]);
    expect(reports).toMatchObject([{ code: "server-failed", data: { server: "dying" } }]);
    await servers.close();
  });
});

describe("the names of servers", () => {
  it.each(["", "a__b", "a_", "__"])("refuse %j, which could not be told from another", async (name) => {
    await expect(connectAll({ [name]: memory(named("x")) })).rejects.toMatchObject({ code: "server-name" });
  });

  it("refuse the same one twice, before anything is started", async () => {
    let opened = 0;
    const transport: ClientTransport = { ...silent, open: () => (opened++, new Promise(() => {})) };
    const twice = [
      ["a", transport],
      ["a", transport],
    ] as const;
    await expect(connectAll(twice)).rejects.toMatchObject({ code: "server-name" });
    expect(opened).toBe(0);
  });

  it("may be joined by another separator", async () => {
    const servers = await connectAll({ a_: memory(named("a")) }, { separator: "/" });
    expect(textOf(await servers.callTool("a_/who"))).toBe("a");
    await servers.close();
  });

  it("are known to the options of each client, so that a host can say who asks", async () => {
    const asked: string[] = [];
    const asking = () => {
      const server = createServer({ name: "asking", version: "1" });
      server.tool("ask", {}, async (_, ctx) => (await ctx.elicit("k", { message: "?", schema: z.object({}) })).action);
      return memory(server);
    };
    const servers = await connectAll(
      { one: asking(), two: asking() },
      { client: (server) => ({ elicit: () => (asked.push(server), { action: "decline" }) }) },
    );
    expect(textOf(await servers.callTool("two__ask"))).toBe("decline");
    expect(asked).toEqual(["two"]);
    await servers.close();
  });
});

describe("a cache that servers share", () => {
  it("never gives one server's list to another, even under one partition", async () => {
    const cached = (name: string) => {
      const server = createServer({ name, version: "1", cache: { all: { ttlMs: 60_000, cacheScope: "public" } } });
      server.tool(name, {}, () => name);
      return memory(server);
    };
    const store = memoryStore();
    const servers = await connectAll(
      { a: cached("x"), b: cached("y") },
      { client: { cache: { store, partition: "me" } } },
    );
    for (let n = 0; n < 2; n++) expect((await servers.tools().all()).map(({ name }) => name)).toEqual(["a__x", "b__y"]);
    await servers.close();
  });
});
