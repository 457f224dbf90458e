/** What JSON-RPC demands of every message, at every revision, seen from both sides of the wire. */
import { connect } from "@mcpwire/client";
import type { Client } from "@mcpwire/client";
import { isRequestId, parseMessage } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { everyRevision, notesServer } from "./notes-server.js";
import { greeted, handClient, handServer, metadata, settled, tapped } from "./wire.js";
import type { HandClient } from "./wire.js";

const open = (server: ReturnType<typeof notesServer>, revision: string): Promise<HandClient> =>
  revision === "2026-07-28" ? Promise.resolve(handClient(server)) : greeted(server, revision);

const paramsAt = (revision: string, params: JSONObject): JSONObject =>
  revision === "2026-07-28" ? { ...params, _meta: metadata() } : params;

/** Uses everything that a client has verbs for, errors among it. */
async function exercise(client: Client): Promise<void> {
  await client.tools().all();
  await client.callTool("sum", { a: 1, b: 2 });
  await client.callTool("sum", { a: "no" });
  await client.callTool("nobody").catch(() => undefined);
  await client.callTool("steps", { n: 2 }, { onProgress: () => {} });
  await client.readResource("test://missing").catch(() => undefined);
  await client.request("no/such").catch(() => undefined);
  const abort = new AbortController();
  const waiting = client.callTool("wait", {}, { signal: abort.signal });
  await settled();
  abort.abort();
  await waiting.catch(() => undefined);
  const watching = await client.subscribe({ tools: true, resources: ["test://note"] });
  await watching.close();
}

describe.each(everyRevision)("at %s", (revision) => {
  // 2024-11-05/basic/messages#top/1 2024-11-05/basic/index#top/1 2025-03-26/basic/index#messages/1
  // 2025-06-18/basic/index#messages/1 2026-07-28/basic/index#messages/1
  // 2024-11-05/basic/messages#requests/1 2024-11-05/basic/messages#requests/2 2024-11-05/basic/messages#requests/3
  // 2025-03-26/basic/index#requests/1 2025-03-26/basic/index#requests/2 2025-03-26/basic/index#requests/3
  // 2025-06-18/basic/index#requests/1 2025-06-18/basic/index#requests/2 2025-06-18/basic/index#requests/3
  // 2025-11-25/basic/index#requests/3 2026-07-28/basic/index#requests/1 2026-07-28/basic/index#requests/2
  // 2024-11-05/basic/messages#responses/1 2024-11-05/basic/messages#responses/2 2024-11-05/basic/messages#responses/3
  // 2024-11-05/basic/messages#responses/4 2025-03-26/basic/index#responses/1
  // 2025-06-18/basic/index#responses/1 2025-06-18/basic/index#responses/2 2025-06-18/basic/index#responses/3
  // 2025-06-18/basic/index#responses/5 2025-06-18/basic/index#responses/6
  // 2026-07-28/basic/index#result-responses/1 2026-07-28/basic/index#result-responses/2
  // 2026-07-28/basic/index#error-responses/1 2026-07-28/basic/index#error-responses/2 2026-07-28/basic/index#error-responses/3
  // 2024-11-05/basic/messages#notifications/1 2025-03-26/basic/index#notifications/2
  // 2025-06-18/basic/index#notifications/2 2026-07-28/basic/index#notifications/2
  it("all that either side says is JSON-RPC: ids are fresh and never null, answers have one id and one of result and error", async () => {
    const wire = tapped(notesServer());
    const client = await connect(wire, { revisions: [revision] });
    await exercise(client);
    await client.close();

    const asked = new Set<unknown>();
    for (const message of wire.up) {
      expect(parseMessage(JSON.stringify(message)).type).toMatch(/^(request|notification)$/);
      if (!("id" in message)) {
        expect(message["method"]).toMatch(/^notifications\//);
        continue;
      }
      expect(isRequestId(message["id"])).toBe(true);
      expect(asked.has(message["id"])).toBe(false);
      asked.add(message["id"]);
    }
    expect(asked.size).toBeGreaterThan(8);

    const answered = new Set<unknown>();
    let errors = 0;
    for (const message of wire.down) {
      if ("method" in message) {
        expect(message).toMatchObject({ jsonrpc: "2.0", method: expect.stringMatching(/^notifications\//) as string });
        expect(message).not.toHaveProperty("id");
        continue;
      }
      expect(message["jsonrpc"]).toBe("2.0");
      expect(asked).toContain(message["id"]);
      expect(answered.has(message["id"])).toBe(false);
      answered.add(message["id"]);
      expect("result" in message).not.toBe("error" in message);
      if (!("error" in message)) continue;
      errors++;
      expect(message["error"]).toMatchObject({ message: expect.any(String) as string });
      expect(Number.isInteger((message["error"] as JSONObject)["code"])).toBe(true);
    }
    expect(errors).toBeGreaterThanOrEqual(3);
  });

  // 2025-03-26/basic/index#notifications/1 2025-06-18/basic/index#notifications/1 2026-07-28/basic/index#notifications/1
  it("a notification is never answered: unknown, known, malformed, or a request's method without id", async () => {
    let ran = 0;
    const server = notesServer();
    server.tool("count", {}, () => String(++ran));
    const client = await open(server, revision);
    const before = client.heard.length;
    for (const notification of [
      { method: "notifications/nobody/knows" },
      { method: "notifications/initialized" },
      { method: "notifications/cancelled", params: { requestId: 77 } },
      { method: "notifications/cancelled", params: "nonsense" },
      { method: "notifications/progress", params: null },
      { method: "tools/call", params: paramsAt(revision, { name: "count" }) },
      { method: "no/such" },
    ]) {
      client.say({ jsonrpc: "2.0", ...notification });
    }
    await settled();
    expect(client.heard.slice(before)).toEqual([]);
    expect(ran).toBe(0);

    // A client does not answer them either.
    const peer = handServer(revision);
    const other = await connect(peer, { revisions: [revision] });
    const said = peer.heard.length;
    for (const method of ["notifications/nobody/knows", "notifications/cancelled", "roots/list"]) {
      peer.say({ jsonrpc: "2.0", method });
    }
    await settled();
    expect(peer.heard).toHaveLength(said);
    await other.close();
    client.leave();
  });

  it.each([
    ["params that are an array", { params: [1] }, -32602],
    ["params that are text", { params: "x" }, -32602],
    ["a method that is no text", { method: 7 }, -32600],
    ["no jsonrpc", { jsonrpc: undefined }, -32600],
    ["jsonrpc in other letters", { jsonrpc: undefined, JSONRPC: "2.0" }, -32600],
    ["method in other letters", { method: undefined, Method: "tools/list" }, -32600],
    ["an unknown method", { method: "no/such", params: paramsAt(revision, {}) }, -32601],
    ["a method named like a member of every object", { method: "constructor", params: paramsAt(revision, {}) }, -32601],
    ["a method in other letters", { method: "Tools/List", params: paramsAt(revision, {}) }, -32601],
    [
      "params that break the method's schema",
      { method: "tools/call", params: paramsAt(revision, { name: 7 }) },
      -32602,
    ],
  ])("a request with %s gets an error with its id", async (_, broken, code) => {
    const client = await open(notesServer(), revision);
    client.say({ jsonrpc: "2.0", id: "odd", method: "tools/list", ...broken });
    const answer = await client.until((message) => message["id"] === "odd");
    expect(answer).toMatchObject({ error: { code } });
    client.leave();
  });

  it("params that are null never crash, and ids 0 and empty are answered as what they are", async () => {
    const client = await open(notesServer(), revision);
    client.say({ jsonrpc: "2.0", id: 0, method: "tools/list", params: null });
    client.say({ jsonrpc: "2.0", id: "", method: "tools/list", params: paramsAt(revision, {}) });
    expect(await client.until((message) => message["id"] === 0)).toHaveProperty("jsonrpc", "2.0");
    expect(await client.until((message) => message["id"] === "")).toHaveProperty("result.tools");
    client.leave();
  });

  // 2025-06-18/basic/index#meta/1 2025-11-25/basic/index#meta/1 2026-07-28/basic/index#meta/1
  it("unknown and odd _meta keys change nothing, and reach the handler as they came", async () => {
    const server = createServer({ name: "n", version: "1" });
    server.tool("echo", {}, (_, ctx) => JSON.stringify(ctx.meta["io.modelcontextprotocol/of-tomorrow"]));
    const client = await open(server, revision);
    const odd = { "io.modelcontextprotocol/of-tomorrow": { any: ["thing", 1] }, "": null, "a/b/c": 7, __proto__x: [] };
    const params = paramsAt(revision, { name: "echo" });
    const answer = await client.ask("tools/call", { ...params, _meta: { ...(params["_meta"] as object), ...odd } });
    expect(answer).toMatchObject({ result: { content: [{ text: '{"any":["thing",1]}' }] } });
    client.leave();
  });

  it("a batch is refused with one error and runs nothing, but at the one revision that has batches", async () => {
    let ran = 0;
    const server = createServer({ name: "n", version: "1" });
    server.tool("count", {}, () => String(++ran));
    const client = await open(server, revision);
    const before = client.heard.length;
    const call = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: paramsAt(revision, { name: "count" }),
    });
    client.say([call(1), call(2)]);
    await settled();
    const said = client.heard.slice(before);
    expect(said).toHaveLength(1);
    if (revision === "2025-03-26") {
      expect(said[0]).toMatchObject([{ id: 1 }, { id: 2 }]);
      expect(ran).toBe(2);
    } else {
      expect(said[0]).toMatchObject({ error: { code: -32600 } });
      expect(ran).toBe(0);
    }
    client.leave();
  });

  it("an error of a server whose id is null or missing is reported, and neither closes nor throws", async () => {
    const reports: string[] = [];
    const server = handServer(revision, {
      capabilities: { tools: {} },
      answers: { "tools/list": () => ({ tools: [], ttlMs: 0, cacheScope: "private" }) },
    });
    const client = await connect(server, { revisions: [revision], report: ({ code }) => reports.push(code) });
    server.say({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "what?" } });
    server.say({ jsonrpc: "2.0", error: { code: -32700, message: "what?" } });
    await settled();
    expect(reports).toEqual(["error-without-id", "error-without-id"]);
    expect(await client.tools().all()).toEqual([]);
    await client.close();
  });
});
