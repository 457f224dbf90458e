/** What a server declares and serves, at every revision, as a client by hand sees it. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { everyRevision } from "./notes-server.js";
import { greeted, handClient, metadata, settled } from "./wire.js";
import type { HandClient } from "./wire.js";

interface Guest extends HandClient {
  readonly capabilities: JSONObject;
  /** A request as this revision says it. */
  call(method: string, params?: JSONObject): Promise<JSONObject>;
}

async function visit(server: Server, revision: string): Promise<Guest> {
  const isModern = revision === "2026-07-28";
  const client = isModern ? handClient(server) : await greeted(server, revision);
  const call = (method: string, params: JSONObject = {}) =>
    client.ask(method, isModern ? { ...params, _meta: metadata() } : params);
  const answer = (isModern ? await call("server/discover") : client.heard[0]) as {
    result: { capabilities: JSONObject };
  };
  const { capabilities } = answer.result;
  return { ...client, capabilities, call };
}

/** A server with one of each, whose log says what ran. */
function gallery() {
  const ran: string[] = [];
  const server = createServer({ name: "gallery", version: "1", pageSize: 2 });
  server.tool(
    "hang",
    { input: z.object({ title: z.string().max(10) }) },
    ({ title }) => (ran.push(title), `hung ${title}`),
  );
  server.tool("hidden", { visible: () => false }, () => (ran.push("hidden"), ""));
  server.tool("sweep", {}, () => "swept");
  server.tool("fail", {}, () => {
    throw new Error("the password is x");
  });
  server.prompt(
    "praise",
    { args: [{ name: "who", required: true }] },
    ({ who }) => (ran.push(`praise ${who}`), `Praise ${who}`),
  );
  server.prompt("fail", {}, () => {
    throw new Error("the password is x");
  });
  server.resource("test://text", { mimeType: "text/plain" }, () => "words");
  server.resource("test://bytes", { mimeType: "image/png" }, () => new Uint8Array([0, 255, 254, 1]));
  server.resource("test://{room}/{picture}", { complete: { room: (value) => [`${value}1`] } }, ({ room, picture }) =>
    picture === "none" ? undefined : (ran.push(`${room}/${picture}`), `${picture} in ${room}`),
  );
  return { server, ran };
}

const empty = () => createServer({ name: "empty", version: "1", capabilities: { logging: false } });
const codeOf = (answer: JSONObject): unknown => (answer["error"] as JSONObject | undefined)?.["code"];

describe.each(everyRevision)("at %s, a server", (revision) => {
  // 2024-11-05/server/tools#capabilities/1 2025-03-26/server/tools#capabilities/1 2025-06-18/server/tools#capabilities/1
  // 2025-11-25/server/tools#capabilities/1 2024-11-05/server/prompts#capabilities/1 2025-03-26/server/prompts#capabilities/1
  // 2025-06-18/server/prompts#capabilities/1 2025-11-25/server/prompts#capabilities/1 2024-11-05/server/resources#capabilities/1
  // 2025-03-26/server/resources#capabilities/1 2025-06-18/server/resources#capabilities/1
  // 2025-11-25/server/resources#capabilities/1
  // 2025-06-18/server/utilities/completion#capabilities/1 2025-11-25/server/utilities/completion#capabilities/1
  // 2024-11-05/server/utilities/logging#capabilities/1 2025-03-26/server/utilities/logging#capabilities/1
  // 2025-06-18/server/utilities/logging#capabilities/1
  // 2024-11-05/server/prompts#implementation-considerations/3 2025-03-26/server/prompts#implementation-considerations/3
  // 2025-06-18/server/prompts#implementation-considerations/3 2025-11-25/server/prompts#implementation-considerations/3
  // 2026-07-28/server/prompts#implementation-considerations/3
  it("declares what it has and nothing else, and what it did not declare is -32601", async () => {
    const client = await visit(gallery().server, revision);
    expect(Object.keys(client.capabilities).sort()).toEqual(
      // The capability of completion came with 2025-03-26.
      ["completions", "logging", "prompts", "resources", "tools"].slice(revision === "2024-11-05" ? 1 : 0),
    );
    client.leave();
    const bare = await visit(empty(), revision);
    expect(bare.capabilities).toEqual({});
    for (const method of [
      "tools/list",
      "tools/call",
      "prompts/list",
      "prompts/get",
      "resources/list",
      "resources/templates/list",
      "resources/read",
      "completion/complete",
    ]) {
      expect(codeOf(await bare.call(method, { name: "x", uri: "x:y" }))).toBe(-32601);
    }
    bare.leave();
  });

  // 2026-07-28/server/tools#capabilities/2 2026-07-28/server/prompts#capabilities/2 2026-07-28/server/resources#capabilities/2
  // 2026-07-28/server/tools#capabilities/5 2026-07-28/server/prompts#capabilities/5 2026-07-28/server/resources#capabilities/5
  it("answers each list that it declared, an empty one too, alike on every connection and after any request", async () => {
    const declared = createServer({
      name: "n",
      version: "1",
      capabilities: { tools: true, prompts: true, resources: true },
    });
    const early = await visit(declared, revision);
    expect(await early.call("tools/list")).toHaveProperty("result.tools", []);
    expect(await early.call("prompts/list")).toHaveProperty("result.prompts", []);
    expect(await early.call("resources/list")).toHaveProperty("result.resources", []);
    expect(await early.call("resources/templates/list")).toHaveProperty("result.resourceTemplates", []);
    early.leave();

    const { server } = gallery();
    const [a, b] = [await visit(server, revision), await visit(server, revision)];
    await a.call("tools/call", { name: "hang", arguments: { title: "x" } });
    await a.call("resources/read", { uri: "test://r/p" });
    await a.call("no/such");
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      expect((await a.call(method))["result"]).toEqual((await b.call(method))["result"]);
    }
    a.leave();
    b.leave();
  });

  // 2024-11-05/server/tools#list-changed-notification/1 2025-03-26/server/tools#list-changed-notification/1
  // 2025-06-18/server/tools#list-changed-notification/1 2025-11-25/server/tools#list-changed-notification/1
  // 2026-07-28/server/tools#list-changed-notification/1 2024-11-05/server/prompts#list-changed-notification/1
  // 2025-03-26/server/prompts#list-changed-notification/1 2025-06-18/server/prompts#list-changed-notification/1
  // 2025-11-25/server/prompts#list-changed-notification/1 2026-07-28/server/prompts#list-changed-notification/1
  // 2024-11-05/server/resources#list-changed-notification/1 2025-03-26/server/resources#list-changed-notification/1
  // 2025-06-18/server/resources#list-changed-notification/1 2025-11-25/server/resources#list-changed-notification/1
  // 2026-07-28/server/resources#list-changed-notification/1
  it("tells of a changed list", async () => {
    const { server } = gallery();
    const client = await visit(server, revision);
    if (revision === "2026-07-28") {
      const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
      client.say({
        jsonrpc: "2.0",
        id: "watch",
        method: "subscriptions/listen",
        params: { notifications, _meta: metadata() },
      });
    }
    server.tool("new", {}, () => "");
    server.prompt("new", {}, () => "");
    server.resource("test://new", {}, () => "");
    for (const kind of ["tools", "prompts", "resources"]) {
      await client.until(({ method }) => method === `notifications/${kind}/list_changed`);
    }
    client.leave();
  });

  it("lists every tool with an object schema, also one without parameters", async () => {
    const client = await visit(gallery().server, revision);
    const [first, second] = ((await client.call("tools/list"))["result"] as { tools: JSONObject[] }).tools;
    expect(first?.["inputSchema"]).toMatchObject({ type: "object", properties: { title: { type: "string" } } });
    // 2025-11-25/server/tools#tool/1
    expect(second).toMatchObject({ name: "sweep", inputSchema: { type: "object" } });
    client.leave();
  });

  it("answers wrong arguments with what is wrong, and runs nothing", async () => {
    const { server, ran } = gallery();
    const client = await visit(server, revision);
    for (const wrong of [{}, { title: 7 }, { title: "x".repeat(11) }, { title: null }]) {
      const answer = await client.call("tools/call", { name: "hang", arguments: wrong });
      expect(answer).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining("title") as string }] },
      });
    }
    expect(ran).toEqual([]);
    expect(await client.call("tools/call", { name: "hang", arguments: { title: "x" } })).toMatchObject({
      result: { content: [{ type: "text", text: "hung x" }] },
    });
    client.leave();
  });

  it("gives a tool to those alone who may see it", async () => {
    const { server, ran } = gallery();
    const client = await visit(server, revision);
    expect(JSON.stringify(await client.call("tools/list"))).not.toContain("hidden");
    expect(codeOf(await client.call("tools/call", { name: "hidden" }))).toBe(-32602);
    expect(ran).toEqual([]);
    client.leave();
  });

  // 2024-11-05/server/prompts#error-handling/1 2025-03-26/server/prompts#error-handling/1
  // 2025-06-18/server/prompts#error-handling/1 2025-11-25/server/prompts#error-handling/1
  // 2024-11-05/server/prompts#implementation-considerations/1 2025-03-26/server/prompts#implementation-considerations/1
  // 2025-06-18/server/prompts#implementation-considerations/1 2025-11-25/server/prompts#implementation-considerations/1
  // 2026-07-28/server/prompts#implementation-considerations/1
  it("refuses unknown prompts and missing arguments with -32602, and hides why a prompt failed behind -32603", async () => {
    const { server, ran } = gallery();
    const client = await visit(server, revision);
    expect(codeOf(await client.call("prompts/get", { name: "nobody" }))).toBe(-32602);
    expect(codeOf(await client.call("prompts/get", { name: "praise" }))).toBe(-32602);
    expect(codeOf(await client.call("prompts/get", { name: "praise", arguments: { who: 7 } }))).toBe(-32602);
    expect(ran).toEqual([]);
    expect(await client.call("prompts/get", { name: "fail" })).toMatchObject({
      error: { code: -32603, message: "Internal error" },
    });
    expect(await client.call("prompts/get", { name: "praise", arguments: { who: "Ada" } })).toMatchObject({
      result: { messages: [{ role: "user", content: { type: "text", text: "Praise Ada" } }] },
    });
    client.leave();
  });

  // 2024-11-05/server/resources#security-considerations/1 2025-03-26/server/resources#security-considerations/1
  // 2025-06-18/server/resources#security-considerations/1 2025-11-25/server/resources#security-considerations/1
  // 2026-07-28/server/resources#security-considerations/1
  it.each([
    "",
    "nonsense",
    "test://",
    "test:///a",
    "test://a",
    "test://a/b/c",
    "TEST://text",
    "file:///etc/passwd",
    "test://text#x",
    "test://r/%ff",
    "test://r/..%2f..%2fx",
    "constructor",
  ])("runs no handler for the URI %j that it does not have, or hands on one decoded name", async (uri) => {
    const { server, ran } = gallery();
    const client = await visit(server, revision);
    const answer = await client.call("resources/read", { uri });
    if (ran.length > 0) {
      // A template matched: what was escaped came as one value, decoded once.
      expect(ran).toEqual([uri === "test://r/..%2f..%2fx" ? "r/../../x" : "unexpected"]);
    } else {
      expect(codeOf(answer)).toBe(revision === "2026-07-28" ? -32602 : -32002);
    }
    client.leave();
  });

  // 2024-11-05/server/resources#security-considerations/3 2025-03-26/server/resources#security-considerations/3
  // 2025-06-18/server/resources#security-considerations/3 2025-11-25/server/resources#security-considerations/3
  // 2026-07-28/server/resources#security-considerations/3
  it("sends bytes as base64 beside their type, and text as text", async () => {
    const client = await visit(gallery().server, revision);
    expect(await client.call("resources/read", { uri: "test://bytes" })).toMatchObject({
      result: { contents: [{ uri: "test://bytes", mimeType: "image/png", blob: "AP/+AQ==" }] },
    });
    const { result } = (await client.call("resources/read", { uri: "test://text" })) as { result: JSONObject };
    expect(result["contents"]).toEqual([{ uri: "test://text", mimeType: "text/plain", text: "words" }]);
    client.leave();
  });

  // 2026-07-28/server/resources#error-handling/2
  it("hides why a read failed behind -32603", async () => {
    const server = createServer({ name: "n", version: "1" });
    server.resource("test://x", {}, () => {
      throw new Error("the password is x");
    });
    const client = await visit(server, revision);
    expect((await client.call("resources/read", { uri: "test://x" }))["error"]).toEqual({
      code: -32603,
      message: "Internal error",
    });
    client.leave();
  });

  // 2024-11-05/server/utilities/pagination#implementation-guidelines/1
  // 2025-03-26/server/utilities/pagination#implementation-guidelines/1
  // 2025-06-18/server/utilities/pagination#implementation-guidelines/1
  // 2025-11-25/server/utilities/pagination#implementation-guidelines/1 2024-11-05/server/utilities/pagination#error-handling/1
  // 2025-03-26/server/utilities/pagination#error-handling/1 2025-06-18/server/utilities/pagination#error-handling/1
  // 2025-11-25/server/utilities/pagination#error-handling/1
  it("pages with cursors that stay good, ends without one, and refuses a cursor that is none of its own", async () => {
    const { server } = gallery();
    const client = await visit(server, revision);
    const first = (await client.call("tools/list"))["result"] as { tools: JSONObject[]; nextCursor: string };
    expect(first.tools.map(({ name }) => name)).toEqual(["hang", "sweep"]);
    server.tool("added", {}, () => "");
    const second = (await client.call("tools/list", { cursor: first.nextCursor }))["result"] as JSONObject;
    expect(second).toMatchObject({ tools: [{ name: "fail" }, { name: "added" }] });
    expect(second).not.toHaveProperty("nextCursor");
    for (const cursor of ["", "nonsense", `${first.nextCursor}x`, "prompt-1"]) {
      expect(codeOf(await client.call("tools/list", { cursor }))).toBe(-32602);
    }
    client.leave();
  });

  // 2025-03-26/server/utilities/completion#error-handling/1 2025-06-18/server/utilities/completion#error-handling/1
  // 2025-11-25/server/utilities/completion#error-handling/1
  it("completes what it knows, and refuses what it does not", async () => {
    const client = await visit(gallery().server, revision);
    const complete = (ref: JSONObject, name = "room") =>
      client.call("completion/complete", { ref, argument: { name, value: "a" } });
    expect(await complete({ type: "ref/resource", uri: "test://{room}/{picture}" })).toMatchObject({
      result: { completion: { values: ["a1"] } },
    });
    for (const ref of [
      { type: "ref/prompt", name: "nobody" },
      { type: "ref/resource", uri: "no:where" },
      { type: "ref/what" },
      {},
    ]) {
      expect(codeOf(await complete(ref))).toBe(-32602);
    }
    client.leave();
  });
});

describe("log messages", () => {
  const chatty = (capabilities = {}) => {
    const server = createServer({ name: "n", version: "1", ...capabilities });
    server.tool("talk", {}, async (_, ctx) => {
      await ctx.log("debug", "low");
      await ctx.log("error", "high");
      return "";
    });
    return server;
  };
  const logs = (client: HandClient) =>
    client.heard
      .filter(({ method }) => method === "notifications/message")
      .map(({ params }) => (params as JSONObject)["data"]);

  // 2024-11-05/server/utilities/logging#error-handling/1 2025-03-26/server/utilities/logging#error-handling/1
  // 2025-06-18/server/utilities/logging#error-handling/1
  it.each(everyRevision.filter((revision) => revision !== "2026-07-28"))(
    "at %s are filtered by the level that was set, and an unknown level is -32602",
    async (revision) => {
      const client = await visit(chatty(), revision);
      await client.call("logging/setLevel", { level: "warning" });
      for (const level of ["loud", 3, undefined, "toString"]) {
        expect(codeOf(await client.call("logging/setLevel", { level }))).toBe(-32602);
      }
      await client.call("tools/call", { name: "talk" });
      expect(logs(client)).toEqual(["high"]);
      client.leave();
      const silent = await visit(chatty({ capabilities: { logging: false } }), revision);
      expect(codeOf(await silent.call("logging/setLevel", { level: "debug" }))).toBe(-32601);
      await silent.call("tools/call", { name: "talk" });
      expect(logs(silent)).toEqual([]);
      silent.leave();
    },
  );

  // 2026-07-28/server/utilities/logging#per-request-log-level/3
  it("at 2026-07-28 belong to the request that asked for them, and never to a listen stream", async () => {
    const client = handClient(chatty());
    const listen = {
      notifications: { toolsListChanged: true },
      _meta: { ...metadata(), "io.modelcontextprotocol/logLevel": "debug" },
    };
    client.say({ jsonrpc: "2.0", id: "watch", method: "subscriptions/listen", params: listen });
    await client.ask("tools/call", { name: "talk", _meta: metadata() });
    await settled();
    expect(logs(client)).toEqual([]);
    await client.ask("tools/call", {
      name: "talk",
      _meta: { ...metadata(), "io.modelcontextprotocol/logLevel": "error" },
    });
    expect(logs(client)).toEqual(["high"]);
    expect(JSON.stringify(client.heard.filter(({ method }) => method === "notifications/message"))).not.toContain(
      "subscriptionId",
    );
    client.leave();
  });
});
