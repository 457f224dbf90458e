/**
 * Our endpoint read raw, with `fetch` alone: what the tutorial for authors checks of any server that speaks both generations.
 * [2026-07-28 basic/transports/streamable-http#top]
 */
import { serveHttp, type HttpListener } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const server = createServer({ name: "notes", version: "1.0.0" });
server.tool("read_note", { input: z.object({ source_id: z.string() }) }, ({ source_id }, ctx) =>
  source_id === "control_flow" ? "Control flow: if, while, for." : ctx.fail(`no note called ${source_id}`),
);
server.tool("tick", {}, async (_, ctx) => {
  await ctx.progress(1);
  return "tock";
});

let listener: HttpListener;
beforeAll(async () => {
  listener = await serveHttp(server);
});
afterAll(() => listener.close());

const modern = "2026-07-28";
const legacy = "2025-11-25";
const supported = [modern, legacy, "2025-06-18", "2025-03-26", "2024-11-05"];
const both = "application/json, text/event-stream";

const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const call = { name: "read_note", arguments: { source_id: "control_flow" } };
const modernCall = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...call, _meta: meta } };
const legacyCall = { jsonrpc: "2.0", id: 7, method: "tools/call", params: call };
const initialize = {
  jsonrpc: "2.0",
  id: 7,
  method: "initialize",
  params: { protocolVersion: legacy, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const modernHeaders = { "MCP-Protocol-Version": modern, "Mcp-Method": "tools/call", "Mcp-Name": "read_note" };
const without = (name: keyof typeof modernHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(modernHeaders).filter(([key]) => key !== name));

function post(body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(listener.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: both, ...headers },
    body: JSON.stringify(body),
  });
}

describe("a modern call", () => {
  it("is answered as application/json, in one response, without a session", async () => {
    const response = await post(modernCall, modernHeaders);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 7,
      result: { resultType: "complete", content: [{ type: "text", text: "Control flow: if, while, for." }] },
    });
  });

  it("sees a business failure as a result with isError, and HTTP 200", async () => {
    const params = { name: "read_note", arguments: { source_id: "missing" }, _meta: meta };
    const response = await post({ ...modernCall, params }, modernHeaders);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 7, result: { isError: true } });
  });
});

describe("headers and body that disagree", () => {
  it.each([
    ["a call without Mcp-Method", modernCall, without("Mcp-Method"), -32020],
    ["a call without Mcp-Name", modernCall, without("Mcp-Name"), -32020],
    ["a call without the version header", modernCall, without("MCP-Protocol-Version"), -32020],
    ["another method in the header", modernCall, { ...modernHeaders, "Mcp-Method": "tools/list" }, -32020],
    ["another name in the header", modernCall, { ...modernHeaders, "Mcp-Name": "write_note" }, -32020],
    ["a legacy header on a modern body", modernCall, { ...modernHeaders, "MCP-Protocol-Version": legacy }, -32020],
    ["a modern header on a legacy body", legacyCall, modernHeaders, -32602],
    ["a modern header on a handshake", initialize, { "MCP-Protocol-Version": modern }, -32020],
  ])("%s is refused with 400, and told what was wrong", async (_, body, headers, code) => {
    const response = await post(body, headers);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 7,
      error: { code, message: expect.stringMatching(/mcp-|_meta/i) },
    });
  });

  it("a modern header on a legacy body lists the versions that are served", async () => {
    const refused: unknown = await (await post(legacyCall, modernHeaders)).json();
    expect(refused).toMatchObject({ error: { data: { supported } } });
  });

  it("a handshake with metadata names a method that does not exist there: 404 -32601", async () => {
    const params = { ...initialize.params, _meta: meta };
    const response = await post({ ...initialize, params }, { ...modernHeaders, "Mcp-Method": "initialize" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  it("an unknown version is refused with 400 -32022, in the metadata as in the header", async () => {
    const params = { ...call, _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2199-01-01" } };
    const asked = await post({ ...modernCall, params }, { ...modernHeaders, "MCP-Protocol-Version": "2199-01-01" });
    expect(asked.status).toBe(400);
    expect(await asked.json()).toMatchObject({
      id: 7,
      error: { code: -32022, data: { requested: "2199-01-01", supported } },
    });
    const header = await post(legacyCall, { "MCP-Protocol-Version": "2199-01-01" });
    expect(header.status).toBe(400);
  });
});

describe("event streams", () => {
  // Else a proxy holds events back until it has a buffer full of them.
  it.each(["of a modern request", "of a legacy request", "that is opened by GET"])(
    "a stream %s says that it must be neither buffered nor cached",
    async (which) => {
      const headers = which.includes("modern") ? undefined : await sessionHeaders();
      const leaving = new AbortController();
      const { signal } = leaving;
      const progressing = { _meta: { ...(headers === undefined && meta), progressToken: "p" } };
      const body = JSON.stringify({ ...modernCall, params: { name: "tick", ...progressing } });
      const own = { "Content-Type": "application/json", ...(headers ?? { ...modernHeaders, "Mcp-Name": "tick" }) };
      const response = await (which.includes("GET")
        ? fetch(listener.url, { headers: { Accept: "text/event-stream", ...headers }, signal })
        : fetch(listener.url, { method: "POST", headers: { Accept: both, ...own }, body, signal }));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      expect(response.headers.get("cache-control")).toContain("no-cache");
      leaving.abort();
    },
  );
});

async function sessionHeaders(): Promise<Record<string, string>> {
  const opened = await post(initialize, {});
  await opened.text();
  return { "MCP-Protocol-Version": legacy, "Mcp-Session-Id": opened.headers.get("mcp-session-id") ?? "" };
}

describe("the same endpoint", () => {
  it("opens a session for a legacy handshake, and wants it from then on", async () => {
    const opened = await post(initialize, {});
    const session = opened.headers.get("mcp-session-id") ?? "";
    await opened.text();
    expect(opened.status).toBe(200);
    expect(session).toMatch(/^[\x21-\x7e]{16,}$/);
    const versioned = { "MCP-Protocol-Version": legacy };
    expect((await post(legacyCall, versioned)).status).toBe(400);
    expect((await post(legacyCall, { ...versioned, "Mcp-Session-Id": "nobody" })).status).toBe(404);
    const answered = await post(legacyCall, { ...versioned, "Mcp-Session-Id": session });
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain("Control flow");
  });
});
