/** The client's verbs against one server definition, at every revision, over memory. The same code, the same outcomes. */
import { connect } from "@mcpwire/client";
import type { ClientOptions, LogMessage } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { everyRevision, notesServer } from "./notes-server.js";

describe.each(everyRevision)("at %s, the client", (revision) => {
  const open = (options: ClientOptions = {}, server = notesServer()) =>
    connect(memory(server, { serialize: true }), { revisions: [revision], ...options });

  it("learns who the server is", async () => {
    const client = await open();
    expect(client.revision).toBe(revision);
    expect(client.serverInfo).toMatchObject({ name: "notes", version: "1.0.0" });
    expect(client.instructions).toBe("Read before you write.");
    expect(client.serverCapabilities).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    await client.close();
  });

  it("lists over several pages", async () => {
    const client = await open({}, notesServer({ pageSize: 2 }));
    expect((await client.tools().all()).map((tool) => tool.name)).toEqual(["sum", "steps", "wait", "greet", "chatter"]);
    expect((await client.resources().all()).map((resource) => resource.uri)).toEqual(["test://note"]);
    expect((await client.resourceTemplates().all()).map((t) => t.uriTemplate)).toEqual(["test://notes/{id}"]);
    expect((await client.prompts().all()).map((prompt) => prompt.name)).toEqual(["explain"]);
    await client.close();
  });

  it("calls a tool, and reads and prompts", async () => {
    const client = await open();
    const sum = await client.callTool("sum", { a: 1, b: 2 });
    expect(sum.content).toEqual([{ type: "text", text: '{"sum":3}' }]);
    if (revision >= "2025-06-18") expect(sum.structuredContent).toEqual({ sum: 3 });
    expect((await client.readResource("test://notes/7")).contents).toMatchObject([
      { uri: "test://notes/7", text: "note 7" },
    ]);
    expect((await client.getPrompt("explain", { topic: "eras" })).messages).toMatchObject([
      { content: { text: "Explain eras" } },
    ]);
    await client.close();
  });

  it("completes an argument of a prompt and a variable of a template, with what was settled before", async () => {
    const server = createServer({ name: "rooms", version: "1" });
    const context: unknown[] = [];
    server.prompt(
      "tour",
      { args: [{ name: "room" }], complete: { room: (value) => ["east", "west"].filter((r) => r.startsWith(value)) } },
      () => "",
    );
    server.resource(
      "test://{room}/{picture}",
      {
        name: "pictures",
        complete: {
          picture: (value, _ctx, given) => {
            context.push(given);
            return [`${value}1`];
          },
        },
      },
      () => "",
    );
    const client = await open({}, server);
    expect(
      await client.complete({ ref: { type: "ref/prompt", name: "tour" }, argument: { name: "room", value: "e" } }),
    ).toMatchObject({ values: ["east"] });
    const picture = await client.complete({
      ref: { type: "ref/resource", uri: "test://{room}/{picture}" },
      argument: { name: "picture", value: "a" },
      context: { arguments: { room: "west" } },
    });
    expect(picture).toMatchObject({ values: ["a1"] });
    if (revision >= "2025-06-18") expect(context).toEqual([{ room: "west" }]);
    await client.close();
  });
  it("rejects with the server's error for an unknown tool, and a resource that is not there", async () => {
    const client = await open();
    await expect(client.callTool("constructor")).rejects.toMatchObject({ rpcCode: -32602 });
    await expect(client.readResource("test://missing")).rejects.toMatchObject({
      rpcCode: revision === "2026-07-28" ? -32602 : -32002,
      data: { uri: "test://missing" },
    });
    await client.close();
  });

  it("gets input errors as results that a model can read", async () => {
    const client = await open();
    const result = await client.callTool("sum", { a: "one" });
    expect(result.isError).toBe(true);
    expect(result.content).toMatchObject([{ type: "text", text: expect.stringContaining("sum") as string }]);
    await client.close();
  });

  it("hears of progress in order, and of none that it did not ask for", async () => {
    const client = await open();
    const seen: number[] = [];
    await client.callTool("steps", { n: 5 }, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    await client.callTool("steps", { n: 5 });
    expect(seen).toHaveLength(5);
    await client.close();
  });

  it("cancels a call by its signal, by timeout, and by closing, each told apart", async () => {
    const client = await open();
    const abort = new AbortController();
    const aborted = client.callTool("wait", {}, { signal: abort.signal });
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    await expect(client.callTool("wait", {}, { timeoutMs: 20 })).rejects.toMatchObject({ code: "timeout" });
    const closed = client.callTool("wait", {});
    await client.close();
    await expect(closed).rejects.toMatchObject({ code: "closed" });
  });

  it("enforces the cap on the whole call even while progress keeps coming", async () => {
    const client = await open();
    const call = client.callTool("steps", { n: 1_000_000 }, { maxTotalMs: 50, onProgress: () => {} });
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    await client.close();
  });

  if (revision >= "2025-06-18") {
    it("answers what a tool asks of the person, with the form's defaults filled in", async () => {
      const client = await open({ elicit: () => ({ action: "accept", content: { name: "Ada" } }) });
      expect((await client.callTool("greet")).content).toEqual([{ type: "text", text: "hello Ada, true" }]);
      await client.close();
    });

    it("passes a declined question on without content", async () => {
      const client = await open({ elicit: () => ({ action: "decline" }) });
      expect((await client.callTool("greet")).content).toEqual([{ type: "text", text: "decline" }]);
      await client.close();
    });
  }

  it("is not asked what it did not declare", async () => {
    const client = await open();
    await expect(client.callTool("greet")).rejects.toMatchObject({ rpcCode: expect.any(Number) as number });
    await client.close();
  });

  it("gets log messages at the level it set, and none before", async () => {
    const client = await open();
    const seen: LogMessage[] = [];
    client.on("log", (message) => seen.push(message));
    const onLog = (message: LogMessage) => seen.push(message);
    if (revision === "2026-07-28") {
      await client.callTool("chatter", {}, { onLog });
      expect(seen).toEqual([]);
    }
    await client.setLogLevel("warning");
    await client.callTool("chatter", {}, { onLog });
    expect(seen).toEqual([{ level: "error", logger: "chatter", data: { what: "loud" } }]);
    await client.close();
  });

  it("hears of changes through one verb, and of nothing that it did not ask for", async () => {
    const server = notesServer();
    const client = await open({}, server);
    const watching = await client.subscribe({ tools: true, resources: ["test://note"] });
    expect(watching.honored).toEqual({ tools: true, resources: ["test://note"] });
    server.notify.promptsChanged();
    server.notify.resourceUpdated("test://other");
    server.notify.resourceUpdated("test://note");
    const reader = watching[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual({ type: "resource", uri: "test://note" });
    server.tool("late", { description: "Added while clients watch" }, () => "here");
    expect((await reader.next()).value).toEqual({ type: "tools" });
    await watching.close();
    expect(await reader.next()).toMatchObject({ done: true });
    await client.close();
  });

  it("tells a listener of a changed list once", async () => {
    const server = notesServer();
    const client = await open({}, server);
    let heard = 0;
    const changed = new Promise<void>((resolve) => client.on("toolsChanged", () => (heard++, resolve())));
    await new Promise((resolve) => setTimeout(resolve, 10));
    server.tool("late", { description: "Added" }, () => "here");
    await changed;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard).toBe(1);
    await client.close();
  });

  it("stops watching with the last listener, and watches again with the next", async () => {
    const server = notesServer();
    const client = await open({}, server);
    let heard = 0;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    const stops = [client.on("toolsChanged", () => heard++), client.on("toolsChanged", () => heard++)];
    await pause();
    stops[0]?.();
    server.tool("one", {}, () => "1");
    await pause();
    expect(heard).toBe(1);
    stops[1]?.();
    await pause();
    server.tool("two", {}, () => "2");
    await pause();
    expect(heard).toBe(1);
    client.on("toolsChanged", () => heard++);
    await pause();
    server.tool("three", {}, () => "3");
    await pause();
    expect(heard).toBe(2);
    await client.close();
  });

  it("reports where a listener listens for what the server does not announce", async () => {
    const codes: string[] = [];
    const server = notesServer({ capabilities: { tools: { listChanged: false } } });
    const client = await open({ report: ({ code }) => codes.push(code) }, server);
    client.on("toolsChanged", () => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(codes).toEqual(["not-watched"]);
    await client.close();
  });

  it("ends a subscription when the server closes, and says that it closed", async () => {
    const server = notesServer();
    const client = await open({}, server);
    const watching = await client.subscribe({ tools: true });
    const ended = watching[Symbol.asyncIterator]().next();
    await server.close();
    if (revision === "2026-07-28") expect(await ended).toMatchObject({ done: true });
    await client.close();
    await expect(ended).resolves.toMatchObject({ done: true });
  });

  it("serves many connections at once from one definition", async () => {
    const server = notesServer();
    const clients = await Promise.all(Array.from({ length: 20 }, () => open({}, server)));
    const sums = await Promise.all(clients.map((client, i) => client.callTool("sum", { a: i, b: i })));
    expect(sums.map((sum) => sum.content)).toEqual(clients.map((_, i) => [{ type: "text", text: `{"sum":${2 * i}}` }]));
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe("a typed call", () => {
  it("gives structured content the type of the caller's schema, and refuses content that does not match", async () => {
    const client = await connect(memory(notesServer()));
    const sum = await client.callTool("sum", { a: 1, b: 2 }, { output: z.object({ sum: z.number() }) });
    expect(sum.structuredContent?.sum).toBe(3);
    const wrong = client.callTool("sum", { a: 1, b: 2 }, { output: z.object({ sum: z.string() }) });
    await expect(wrong).rejects.toMatchObject({ code: "malformed" });
    await client.close();
  });
});

describe("a client that is disposed of", () => {
  it("closes at the end of its block", async () => {
    const client = await connect(memory(notesServer()));
    const dispose = Reflect.get(client, Symbol.asyncDispose) as () => Promise<void>;
    await dispose.call(client);
    await expect(client.callTool("sum", { a: 1, b: 2 })).rejects.toMatchObject({ code: "closed" });
  });
});
