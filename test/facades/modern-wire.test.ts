/** What the newest generation demands of every message on one channel, seen from both sides of the wire. */
import { connect } from "@mcpwire/client";
import type { Change } from "@mcpwire/client";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { notesServer } from "./notes-server.js";
import { handClient, handServer, metadata, settled, tapped } from "./wire.js";

const revisions = ["2026-07-28"];
const metaOf = (message: JSONObject | undefined): JSONObject =>
  ((message?.["params"] ?? message?.["result"]) as { _meta?: JSONObject } | undefined)?._meta ?? {};
const subscriptionIdOf = (message: JSONObject): unknown => metaOf(message)["io.modelcontextprotocol/subscriptionId"];

describe("a whole conversation", () => {
  const talk = async () => {
    const server = notesServer();
    server.prompt(
      "hint",
      { args: z.object({ what: z.string() }), complete: { what: () => ["a"] } },
      ({ what }) => what,
    );
    const wire = tapped(server);
    const elicit = () => ({ action: "accept" as const, content: { name: "Ada" } });
    const info = { name: "talker", version: "1" };
    const client = await connect(wire, { revisions, elicit, info });
    await client.tools().all();
    await client.prompts().all();
    await client.resources().all();
    await client.resourceTemplates().all();
    await client.callTool("sum", { a: 1, b: 2 });
    await client.callTool("greet");
    await client.getPrompt("hint", { what: "x" });
    await client.readResource("test://note");
    await client.complete({ ref: { type: "ref/prompt", name: "hint" }, argument: { name: "what", value: "" } });
    await client.subscribe({ tools: true });
    await client.request("no/such").catch(() => undefined);
    const abort = new AbortController();
    const waiting = client.callTool("wait", {}, { signal: abort.signal }).catch(() => undefined);
    await settled();
    abort.abort();
    await waiting;
    await server.close();
    await settled();
    await client.close();
    return wire;
  };

  // 2026-07-28/basic/index#top/1 2026-07-28/basic/index#meta/5 2026-07-28/basic/index#meta/8
  // 2026-07-28/basic/patterns/mrtr#top/2 2026-07-28/server/tools#top/1 2026-07-28/server/prompts#top/1
  // 2026-07-28/server/resources#top/1
  // 2026-07-28/server/utilities/completion#top/1 2026-07-28/server/utilities/pagination#top/1
  it("has version, capabilities and name in every request, and no handshake", async () => {
    const { up } = await talk();
    const requests = up.filter((message) => "id" in message);
    expect(requests.length).toBeGreaterThan(12);
    for (const request of requests) {
      expect(metaOf(request)).toMatchObject({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
        "io.modelcontextprotocol/clientInfo": { name: "talker", version: "1" },
      });
    }
    expect(up.map(({ method }) => method)).not.toContain("initialize");
    expect(up.map(({ method }) => method)).not.toContain("notifications/initialized");
  });

  // 2026-07-28/basic/transports/stdio#sending-messages/1 2026-07-28/basic/transports/stdio#receiving-messages/2
  // 2026-07-28/basic/transports/index#messages/2 2026-07-28/basic/patterns/mrtr#top/1
  // 2026-07-28/basic/patterns/cancellation#behavior-requirements/2
  it("has requests and notifications one way, answers and notifications the other, and cancels of listen streams alone from the server", async () => {
    const { up, down } = await talk();
    for (const message of up) expect(message).toHaveProperty("method");
    for (const message of down) expect("method" in message && "id" in message).toBe(false);
    // The question of a tool came in a result, not as a request.
    const questions = down.filter(
      ({ result }) => (result as JSONObject | undefined)?.["resultType"] === "input_required",
    );
    expect(questions).toMatchObject([{ result: { inputRequests: { name: { method: "elicitation/create" } } } }]);
    const listens = up.filter(({ method }) => method === "subscriptions/listen").map(({ id }) => id);
    const cancels = down.filter(({ method }) => method === "notifications/cancelled");
    expect(cancels.map(({ params }) => (params as JSONObject)["requestId"])).toEqual(listens);
  });

  // 2026-07-28/server/tools#input-required-tool-results/2
  it("has a fresh id for the call that brings the answers", async () => {
    const { up } = await talk();
    const greets = up.filter(({ params }) => (params as JSONObject | undefined)?.["name"] === "greet");
    expect(greets).toMatchObject([{ params: {} }, { params: { inputResponses: { name: { action: "accept" } } } }]);
    expect(greets[0]?.["id"]).not.toBe(greets[1]?.["id"]);
  });
});

describe("a subscription", () => {
  // 2026-07-28/basic/patterns/subscriptions#acknowledgment/2
  it("is acknowledged before anything is said on it, also when a change comes at the same moment", async () => {
    const server = notesServer();
    const client = handClient(server);
    for (const id of [0, "0"]) {
      const params = { notifications: { toolsListChanged: true }, _meta: metadata() };
      client.say({ jsonrpc: "2.0", id, method: "subscriptions/listen", params });
      server.tool(`added-${typeof id}`, {}, () => "");
    }
    await settled();
    for (const id of [0, "0"]) {
      const own = client.heard.filter((message) => subscriptionIdOf(message) === id).map(({ method }) => method);
      expect(own[0]).toBe("notifications/subscriptions/acknowledged");
      expect(own.slice(1)).toContain("notifications/tools/list_changed");
    }
    client.leave();
  });

  const listening = () =>
    handServer("2026-07-28", {
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } },
      answers: {
        "subscriptions/listen"({ notifications }, { id }) {
          const _meta = { "io.modelcontextprotocol/subscriptionId": id };
          server.say({
            jsonrpc: "2.0",
            method: "notifications/subscriptions/acknowledged",
            params: { notifications, _meta },
          });
          return "silence";
        },
      },
    });
  let server = listening();
  const tell = (method: string, listen: JSONObject | undefined) =>
    server.say({
      jsonrpc: "2.0",
      method,
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": listen?.["id"] } },
    });

  // 2026-07-28/basic/transports/stdio#receiving-messages/1
  it("hears what carries its own id, and not what another one's carries", async () => {
    server = listening();
    const client = await connect(server, { revisions });
    const heard: Change[][] = [[], []];
    const both = [await client.subscribe({ tools: true }), await client.subscribe({ tools: true })];
    const reading = both.map(async (subscription, i) => {
      for await (const change of subscription) heard[i]?.push(change);
    });
    const [first, second] = server.of("subscriptions/listen");
    tell("notifications/tools/list_changed", second);
    await settled();
    expect(heard).toEqual([[], [{ type: "tools" }]]);
    tell("notifications/tools/list_changed", first);
    tell("notifications/tools/list_changed", { id: "nobody's" });
    await settled();
    expect(heard).toEqual([[{ type: "tools" }], [{ type: "tools" }]]);
    await client.close();
    await Promise.all(reading);
  });

  // 2026-07-28/basic/patterns/subscriptions#graceful-closure/3
  it("is asked for again where its link was lost, and what was missed is told once", async () => {
    server = listening();
    const client = await connect(server, { revisions });
    const subscription = await client.subscribe({ tools: true }, { reopenDelayMs: 1 });
    server.crash();
    const reader = subscription[Symbol.asyncIterator]();
    expect(await reader.next()).toMatchObject({ value: { type: "tools" } });
    const [first, second, ...more] = server.of("subscriptions/listen");
    expect(more).toEqual([]);
    expect(second).toMatchObject({ params: { notifications: { toolsListChanged: true } } });
    expect(second?.["id"]).not.toBe(first?.["id"]);
    await client.close();
  });
});

describe("a server that asks for input", () => {
  const greet = (more: JSONObject = {}) => ({ name: "greet", ...more, _meta: metadata({ elicitation: {} }) });

  // 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/15
  // 2026-07-28/basic/index#statelessness/2 2026-07-28/basic/index#statelessness/3
  it("waits for nobody: it serves others, asks again whoever comes again, and takes the answers on any connection", async () => {
    const server = notesServer();
    const [a, b] = [handClient(server), handClient(server)];
    const first = await a.ask("tools/call", greet());
    expect(first).toMatchObject({ result: { resultType: "input_required" } });
    expect(await a.ask("tools/call", greet())).toMatchObject({ result: { resultType: "input_required" } });
    expect(await a.ask("tools/call", { name: "sum", arguments: { a: 1, b: 1 }, _meta: metadata() })).toHaveProperty(
      "result",
    );
    const asked = first["result"] as { requestState?: string };
    const state = asked.requestState === undefined ? {} : { requestState: asked.requestState };
    a.leave();
    const answers = { name: { action: "accept", content: { name: "Ada" } } };
    expect(await b.ask("tools/call", greet({ inputResponses: answers, ...state }))).toMatchObject({
      result: { resultType: "complete", content: [{ text: "hello Ada, true" }] },
    });
    // Answers that were never asked for are an answer all the same, and a wrong one is asked for again.
    const wrong = { name: { action: "accept", content: { name: 7 } } };
    expect(await b.ask("tools/call", greet({ inputResponses: wrong }))).toMatchObject({
      result: { resultType: "input_required" },
    });
    await server.close();
    b.leave();
  });
});

describe("names and versions of programs", () => {
  // 2026-07-28/basic/index#meta/13 2026-07-28/basic/index#meta/14
  it("change nothing of what a server answers, however odd they are", async () => {
    const client = handClient(notesServer());
    const answers = [];
    for (const info of [
      { name: "official", version: "1" },
      { name: "", version: "" },
      { name: "<b>", version: "'; --" },
      undefined,
    ]) {
      const _meta = { ...metadata(), "io.modelcontextprotocol/clientInfo": info };
      answers.push((await client.ask("tools/list", { _meta }))["result"]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    client.leave();
  });

  // 2026-07-28/server/discover#discoverresult/1
  it("are in what a server says of itself", async () => {
    const client = handClient(notesServer());
    const answer = await client.ask("server/discover", { _meta: metadata() });
    expect(metaOf(answer)).toMatchObject({ "io.modelcontextprotocol/serverInfo": { name: "notes", version: "1.0.0" } });
    client.leave();
  });

  // 2026-07-28/server/discover#discoverresult/2
  it("change nothing of what a client does", async () => {
    const said = [];
    for (const info of [{ name: "a", version: "1" }, { name: "official", version: "99" }, undefined]) {
      const _meta = { "io.modelcontextprotocol/serverInfo": info };
      const server = handServer("2026-07-28", {
        answers: {
          "server/discover": () => ({
            supportedVersions: revisions,
            capabilities: { tools: {} },
            ttlMs: 0,
            cacheScope: "private",
            _meta,
          }),
          "tools/list": () => ({ tools: [], _meta }),
        },
      });
      const client = await connect(server);
      await client.tools().all();
      await client.close();
      said.push(server.heard);
    }
    for (const heard of said) expect(heard).toEqual(said[0]);
    // 2026-07-28/server/discover#when-to-call/1
    expect(said[0]?.[0]).toMatchObject({ method: "server/discover" });
  });
});

describe("an extension that only one side has", () => {
  // 2026-07-28/basic/versioning#extension-negotiation/2
  it("changes nothing in the core, and its methods are unknown", async () => {
    const extensions = { "com.example/of-tomorrow": { level: 3 } };
    const client = handClient(notesServer());
    const params = { _meta: metadata({ extensions }) };
    expect(await client.ask("tools/list", params)).toHaveProperty("result.tools");
    expect(await client.ask("com.example/ask", params)).toMatchObject({ error: { code: -32601 } });
    client.leave();

    const server = handServer("2026-07-28", {
      capabilities: { tools: {}, extensions },
      answers: { "tools/call": () => ({ resultType: "com.example/later", content: [] }) },
    });
    const plain = await connect(server, { revisions });
    await expect(plain.callTool("t")).rejects.toMatchObject({ code: "malformed" });
    await plain.close();
    // 2026-07-28/basic/index#resulttype/2
    const knowing = await connect(server, {
      revisions,
      capabilities: { extensions },
      resultTypes: ["com.example/later"],
    });
    expect(await knowing.request("tools/call", { name: "t" })).toMatchObject({ resultType: "com.example/later" });
    await knowing.close();
  });
});

describe("the pages of one list", () => {
  // 2026-07-28/server/utilities/caching#interaction-with-pagination/5
  // 2026-07-28/server/utilities/caching#interaction-with-pagination/6
  it.each(["public", "private"] as const)("have one scope, %s", async (scope) => {
    const server = createServer({
      name: "n",
      version: "1",
      pageSize: 1,
      cache: { tools: { cacheScope: "public", ttlMs: 5 } },
    });
    // One tool that not everybody sees makes every page private, also those that do not show it.
    for (const name of ["a", "b", "c"]) {
      server.tool(name, name === "c" && scope === "private" ? { visible: () => true } : {}, () => "");
    }
    const client = handClient(server);
    const scopes: unknown[] = [];
    let cursor: unknown;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const result = (await client.ask("tools/list", { ...params, _meta: metadata() }))["result"] as JSONObject;
      scopes.push(result["cacheScope"]);
      cursor = result["nextCursor"];
    } while (cursor !== undefined);
    expect(scopes).toEqual([scope, scope, scope]);
    client.leave();
  });
});

describe("an error of a server", () => {
  // 2026-07-28/basic/index#error-codes/3
  it.each([-32000, -32001, -32003, -32019])(
    "with the code %i, of no known meaning, is just that error",
    async (code) => {
      const server = handServer("2026-07-28", {
        capabilities: { tools: {} },
        answers: {
          "tools/call": () => ({
            error: { code, message: "Session expired, authorization required", data: { supported: ["2025-11-25"] } },
          }),
        },
      });
      const client = await connect(server, { revisions });
      await expect(client.callTool("t")).rejects.toMatchObject({ code: "rpc-error", rpcCode: code });
      expect(server.of("tools/call")).toHaveLength(1);
      expect(server.of("initialize")).toEqual([]);
      await client.close();
    },
  );
});
