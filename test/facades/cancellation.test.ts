/** Cancelling on one channel, at every revision, seen from both sides of the wire. */
import { connect } from "@mcpwire/client";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { everyRevision } from "./notes-server.js";
import { greeted, handClient, handServer, legacyRevisions, metadata, settled, tapped } from "./wire.js";

/** A server with a tool that ends when it is told to, and says what became of it. */
function slowServer() {
  const log: string[] = [];
  const server = createServer({ name: "slow", version: "1" });
  let finish = (): void => {};
  server.tool("slow", {}, async (_, ctx) => {
    ctx.signal.addEventListener("abort", () => log.push(`aborted: ${ctx.aborted?.reason ?? ctx.aborted?.code}`));
    log.push("began");
    await new Promise<void>((resolve) => (finish = resolve));
    await ctx.progress(1);
    return "finished";
  });
  return { server, log, finish: () => finish() };
}

const paramsAt = (revision: string, params: JSONObject): JSONObject =>
  revision === "2026-07-28"
    ? { ...params, _meta: { ...metadata(), progressToken: "t" } }
    : { ...params, _meta: { progressToken: "t" } };

describe.each(everyRevision)("at %s", (revision) => {
  const open = (server: ReturnType<typeof slowServer>["server"]) =>
    revision === "2026-07-28" ? Promise.resolve(handClient(server)) : greeted(server, revision);
  const call = (id: unknown) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: paramsAt(revision, { name: "slow" }),
  });
  const cancel = (requestId: unknown, reason?: string) => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId, ...(reason === undefined ? {} : { reason }) },
  });

  // 2024-11-05/basic/utilities/cancellation#behavior-requirements/3 2025-03-26/basic/utilities/cancellation#behavior-requirements/3
  // 2025-06-18/basic/utilities/cancellation#behavior-requirements/3
  // 2026-07-28/basic/transports/stdio#cancellation/2 2026-07-28/basic/transports/stdio#cancellation/3
  it.each([7, 0, "", "7"])("a cancelled request %j stops its handler and is never heard of again", async (id) => {
    const { server, log, finish } = slowServer();
    const client = await open(server);
    const before = client.heard.length;
    client.say(call(id));
    await settled();
    // Another type of id is another request.
    client.say(cancel(typeof id === "number" ? String(id) : Number(id) + 1));
    await settled();
    expect(log).toEqual(["began"]);
    client.say(cancel(id, "changed my mind"));
    await settled();
    expect(log).toEqual(["began", "aborted: changed my mind"]);
    finish();
    await settled();
    expect(client.heard.slice(before)).toEqual([]);
    client.leave();
  });

  // 2024-11-05/basic/utilities/cancellation#behavior-requirements/4 2025-03-26/basic/utilities/cancellation#behavior-requirements/4
  // 2025-06-18/basic/utilities/cancellation#behavior-requirements/4
  // 2024-11-05/basic/utilities/cancellation#error-handling/1 2025-03-26/basic/utilities/cancellation#error-handling/1
  // 2025-06-18/basic/utilities/cancellation#error-handling/1
  // 2024-11-05/basic/utilities/cancellation#timing-considerations/1 2025-03-26/basic/utilities/cancellation#timing-considerations/1
  // 2025-06-18/basic/utilities/cancellation#timing-considerations/1
  it("a cancellation that is unknown, malformed, or comes after the answer is ignored", async () => {
    const { server, log, finish } = slowServer();
    const client = await open(server);
    client.say(call(1));
    await settled();
    for (const params of [{}, null, { requestId: null }, { requestId: {} }, { requestId: 99 }, { reason: "x" }, [1]]) {
      client.say({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    }
    finish();
    const answer = await client.until((message) => message["id"] === 1);
    expect(answer).toMatchObject({ result: { content: [{ text: "finished" }] } });
    client.say(cancel(1));
    await settled();
    expect(client.heard.filter((message) => message["id"] === 1)).toEqual([answer]);
    expect(log).toEqual(["began"]);
    client.leave();
  });

  // 2024-11-05/basic/utilities/cancellation#behavior-requirements/1 2025-03-26/basic/utilities/cancellation#behavior-requirements/1
  // 2025-06-18/basic/utilities/cancellation#behavior-requirements/1
  // 2024-11-05/basic/utilities/cancellation#behavior-requirements/5 2025-03-26/basic/utilities/cancellation#behavior-requirements/5
  // 2025-06-18/basic/utilities/cancellation#behavior-requirements/5
  // 2025-03-26/basic/lifecycle#timeouts/1 2025-03-26/basic/lifecycle#timeouts/2
  // 2025-06-18/basic/lifecycle#timeouts/1 2025-06-18/basic/lifecycle#timeouts/2
  // 2024-11-05/basic/lifecycle#error-handling/2 2026-07-28/basic/transports/stdio#cancellation/1
  // 2026-07-28/basic/patterns/cancellation#top/1 2026-07-28/basic/patterns/cancellation#behavior-requirements/5
  it.each(["signal", "timeout"] as const)(
    "a client that gives up by %s cancels that request once, and ignores the late answer",
    async (how) => {
      const reports: string[] = [];
      const server = handServer(revision, {
        capabilities: { tools: {} },
        answers: {
          "tools/call": () => "silence",
          "tools/list": () => ({ tools: [], ttlMs: 0, cacheScope: "private" }),
        },
      });
      const client = await connect(server, { revisions: [revision], report: ({ code }) => reports.push(code) });
      await client.tools().all();
      const abort = new AbortController();
      const calling = client.callTool("slow", {}, how === "signal" ? { signal: abort.signal } : { timeoutMs: 20 });
      const failed = expect(calling).rejects.toMatchObject({ code: how === "signal" ? "aborted" : "timeout" });
      await settled();
      abort.abort();
      await failed;
      await settled();
      const id = server.of("tools/call")[0]?.["id"];
      expect(server.of("notifications/cancelled")).toMatchObject([{ params: { requestId: id } }]);
      server.say({ jsonrpc: "2.0", id, result: { resultType: "complete", content: [] } });
      await settled();
      expect(reports).toEqual(["late-reply"]);
      // What has been answered is not cancelled by a signal that fires later.
      const late = new AbortController();
      await client.tools({ signal: late.signal, refresh: true }).all();
      late.abort();
      await settled();
      expect(server.of("notifications/cancelled")).toHaveLength(1);
      await client.close();
    },
  );

  it("closing rejects what is pending, and the handlers hear that their client is gone", async () => {
    const { server, log } = slowServer();
    const wire = tapped(server);
    const client = await connect(wire, { revisions: [revision] });
    const calling = expect(client.callTool("slow")).rejects.toMatchObject({ code: "closed" });
    await settled();
    await client.close();
    await calling;
    await settled();
    expect(log).toEqual(["began", "aborted: disconnected"]);
  });
});

describe.each(legacyRevisions)("at %s", (revision) => {
  // 2024-11-05/basic/utilities/cancellation#behavior-requirements/2 2025-03-26/basic/utilities/cancellation#behavior-requirements/2
  // 2025-06-18/basic/utilities/cancellation#behavior-requirements/2
  it("initialize is never cancelled, however long it takes", async () => {
    const server = handServer(revision, { answers: { initialize: () => "silence" } });
    await expect(connect(server, { revisions: [revision], timeoutMs: 20 })).rejects.toMatchObject({ code: "timeout" });
    await settled();
    expect(server.heard.map(({ method }) => method)).toEqual(["initialize"]);
  });

  it("a question of the server that is withdrawn aborts its answer, and is not answered", async () => {
    const log: string[] = [];
    const server = handServer(revision);
    const client = await connect(server, {
      revisions: [revision],
      sample: (_, { signal }) =>
        new Promise((resolve) => {
          log.push("asked");
          signal.addEventListener("abort", () => {
            log.push("withdrawn");
            resolve({ role: "assistant", content: { type: "text", text: "late" }, model: "m" });
          });
        }),
    });
    server.say({ jsonrpc: "2.0", id: 0, method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } });
    await settled();
    server.say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } });
    await settled();
    expect(log).toEqual(["asked", "withdrawn"]);
    expect(server.heard.some((message) => message["id"] === 0 && !("method" in message))).toBe(false);
    await client.close();
  });
});
