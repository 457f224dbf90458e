/** The server behind a real era and a real transport: the same definition, spoken to by clients of both generations. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { rawClient } from "../test-fixtures/raw-client.js";
import { createServer } from "./create-server.js";
import { inputRequired } from "./input/rounds.js";
import { elicitation } from "./input/questions.js";
import type { Server } from "./server.js";

const both = ["2025-11-25", "2026-07-28"] as const;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

function notes(): Server {
  const server = createServer({ name: "notes", version: "1.0.0", instructions: "Read notes." });
  server.tool(
    "read_note",
    { description: "Read a teaching note", input: z.object({ source_id: z.string().min(1).max(64) }) },
    ({ source_id }, ctx) => (source_id === "control_flow" ? "if, while, for" : ctx.fail("no such note")),
  );
  return server;
}

describe.each(both)("%s", (revision) => {
  test("lists and calls a tool; both kinds of failure arrive as such", async () => {
    const client = await rawClient(notes(), revision);
    expect(await client.call("tools/list")).toMatchObject({
      tools: [{ name: "read_note", inputSchema: { type: "object" } }],
    });
    const call = (source_id: unknown): Promise<JSONObject> =>
      client.call("tools/call", { name: "read_note", arguments: { source_id } });
    expect(await call("control_flow")).toMatchObject({ content: [{ type: "text", text: "if, while, for" }] });
    expect(await call("missing")).toMatchObject({ content: [{ text: "no such note" }], isError: true });
    expect(await call("")).toMatchObject({ isError: true });
    await expect(client.call("tools/call", { name: "nobody" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.call("prompts/list")).rejects.toMatchObject({ code: -32601 });
    await client.close();
  });

  test.each([undefined, null, "secret text", new Error("secret path")])(
    "a handler that throws %s yields one -32603 that leaks nothing, and a report",
    async (thrown) => {
      const reports: string[] = [];
      const server = createServer({ name: "n", version: "1", report: (report) => reports.push(report.code) });
      server.tool("t", {}, () => {
        throw thrown;
      });
      const client = await rawClient(server, revision);
      await expect(client.call("tools/call", { name: "t" })).rejects.toEqual({
        code: -32603,
        message: "Internal error",
      });
      expect(reports).toContain("handler-error");
      await client.close();
    },
  );

  test("a missing resource has this revision's code and its URI", async () => {
    const server = createServer({ name: "n", version: "1" });
    server.resource("test://{id}", {}, ({ id }) => (id === "1" ? "one" : undefined));
    const client = await rawClient(server, revision);
    expect(await client.call("resources/read", { uri: "test://1" })).toMatchObject({
      contents: [{ uri: "test://1", text: "one" }],
    });
    const code = revision === "2026-07-28" ? -32602 : -32002;
    await expect(client.call("resources/read", { uri: "test://2" })).rejects.toMatchObject({
      code,
      data: { uri: "test://2" },
    });
    await client.close();
  });

  test("progress and log messages arrive before the result, on the call that they belong to", async () => {
    const server = createServer({ name: "n", version: "1" });
    server.tool("t", {}, async (_args, ctx) => {
      for (const value of [0, 50, 100]) await ctx.progress(value, 100);
      await ctx.log("info", "done");
      return "ok";
    });
    const client = await rawClient(server, revision);
    if (revision === "2025-11-25") await client.call("logging/setLevel", { level: "debug" });
    const progressToken = client.nextId;
    const _meta = { progressToken, "io.modelcontextprotocol/logLevel": "debug" };
    await client.call("tools/call", { name: "t", _meta });
    expect(client.notified).toMatchObject([
      ...[0, 50, 100].map((progress) => ({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      })),
      { method: "notifications/message", params: { level: "info", data: "done" } },
    ]);
    await client.close();
  });

  test("a cancellation reaches the handler's signal", async () => {
    const server = createServer({ name: "n", version: "1" });
    let isAborted = false;
    server.tool("t", {}, async (_args, ctx) => {
      await new Promise<void>((resolve) => {
        ctx.signal.addEventListener("abort", () => {
          isAborted = true;
          resolve();
        });
      });
      return "late";
    });
    const client = await rawClient(server, revision);
    client.call("tools/call", { name: "t" }).catch(() => undefined);
    await turn();
    client.cancel();
    await turn();
    expect(isAborted).toBe(true);
    await client.close();
  });

  test("the same handler asks its client, by awaiting or by returning", async () => {
    const server = createServer({ name: "n", version: "1" });
    let charged = 0;
    const schema = z.object({ name: z.string() });
    server.tool("await", {}, async (_args, ctx) => {
      await ctx.once("charge", () => (charged += 1));
      const answer = await ctx.elicit("who", { message: "Name?", schema });
      const reply = await ctx.sample("model", {
        messages: [{ role: "user", content: { type: "text", text: "?" } }],
        maxTokens: 9,
      });
      const list = await ctx.roots();
      return `${answer.action === "accept" ? answer.content.name : ""} ${reply.model} ${String(list.length)}`;
    });
    server.tool("return", {}, (_args, ctx) => {
      if (ctx.state === 1) return JSON.stringify(ctx.inputs.get("who"));
      return inputRequired({ requests: { who: elicitation({ message: "Name?", schema }) }, state: 1 });
    });
    const answers: Record<string, JSONObject> = {
      "elicitation/create": { action: "accept", content: { name: "Ann" } },
      "sampling/createMessage": { role: "assistant", content: { type: "text", text: "!" }, model: "m" },
      "roots/list": { roots: [{ uri: "file:///a" }] },
    };
    const answer = (method: string): JSONObject => answers[method] ?? {};
    const client = await rawClient(server, revision, { elicitation: {}, sampling: {}, roots: {} }, answer);
    const play = async (name: string): Promise<unknown> => {
      let params: JSONObject = { name };
      for (let round = 0; round < 9; round += 1) {
        const result = await client.call("tools/call", params);
        if (result["resultType"] !== "input_required") return (result["content"] as { text: string }[])[0]?.text;
        const asked = Object.entries((result["inputRequests"] ?? {}) as Record<string, { method: string }>);
        const inputResponses = Object.fromEntries(asked.map(([key, { method }]) => [key, answer(method)]));
        params = {
          name,
          inputResponses,
          ...("requestState" in result ? { requestState: result["requestState"] } : {}),
        };
      }
      return "too many rounds";
    };
    expect(await play("await")).toBe("Ann m 1");
    expect(charged).toBe(1);
    expect(await play("return")).toBe('{"action":"accept","content":{"name":"Ann"}}');
    await client.close();
  });

  test("a client that declared nothing is asked nothing", async () => {
    const server = createServer({ name: "n", version: "1" });
    server.tool("t", {}, async (_args, ctx) => (await ctx.roots()).length.toString());
    const client = await rawClient(server, revision);
    await expect(client.call("tools/call", { name: "t" })).rejects.toMatchObject({
      // Older revisions have no code of their own for it.
      code: revision === "2026-07-28" ? -32021 : -32602,
    });
    await client.close();
  });
});

test("what a structured result of any kind becomes for each generation", async () => {
  const server = createServer({ name: "n", version: "1" });
  server.tool("list", { output: z.array(z.number()) }, () => [1, 2]);
  const newest = await rawClient(server, "2026-07-28");
  expect(await newest.call("tools/call", { name: "list" })).toMatchObject({
    structuredContent: [1, 2],
    resultType: "complete",
  });
  const older = await rawClient(server, "2025-11-25");
  const result = await older.call("tools/call", { name: "list" });
  expect(result).toEqual({ content: [{ type: "text", text: "[1,2]" }] });
  await Promise.all([newest.close(), older.close()]);
});

test("one definition serves a hundred clients of both generations at once, each as itself", async () => {
  const server = notes();
  server.tool("revision", {}, async (_args, ctx) => {
    await turn();
    return ctx.revision;
  });
  const wanted = Array.from({ length: 100 }, (_, at) => both[at % 2] ?? "2026-07-28");
  const seen = await Promise.all(
    wanted.map(async (revision) => {
      const client = await rawClient(server, revision);
      const { content } = await client.call("tools/call", { name: "revision" });
      await client.close();
      return (content as { text: string }[])[0]?.text;
    }),
  );
  expect(seen).toEqual(wanted);
});

test("a change of the registry reaches a client that holds a link", async () => {
  const server = notes();
  const client = await rawClient(server, "2025-11-25");
  server.tool("more", {}, () => "");
  server.tool("still-more", {}, () => "");
  await turn();
  expect(client.notified.map((n) => n.method)).toEqual(["notifications/tools/list_changed"]);
  await client.close();
});

test("cache hints, instructions and identity reach the newest clients", async () => {
  const server = createServer({
    name: "n",
    version: "1",
    title: "N",
    instructions: "Hi",
    cache: { tools: { ttlMs: 7, cacheScope: "public" } },
  });
  server.tool("t", {}, () => "");
  const client = await rawClient(server, "2026-07-28");
  expect(await client.call("tools/list")).toMatchObject({ ttlMs: 7, cacheScope: "public", resultType: "complete" });
  expect(await client.call("server/discover")).toMatchObject({
    instructions: "Hi",
    capabilities: { tools: { listChanged: true }, logging: {} },
    ttlMs: 0,
    cacheScope: "private",
  });
  await client.close();
});

test("close is idempotent, and nothing runs after it", async () => {
  const server = notes();
  const client = await rawClient(server, "2026-07-28");
  await Promise.all([server.close(), server.close()]);
  const after = await client.call("tools/list").catch((error: unknown) => error);
  expect(after).not.toHaveProperty("tools");
  await client.close();
});
