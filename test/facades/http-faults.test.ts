/**
 * Faults that users of other implementations have reported of HTTP, each as its symptom, with both facades over real sockets. What one
 * class alone can show is tested beside it; here is what needs a server that restarts, misbehaves or is shared.
 */
import { getEventListeners } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type ClientOptions } from "@mcpwire/client";
import type { Report } from "@mcpwire/jsonrpc";
import { serveHttp } from "@mcpwire/node";
import { createServer, type Server } from "@mcpwire/server";
import { http, type HttpOptions } from "@mcpwire/streamable-http";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TcpProxy } from "../support/tcp-proxy.js";

const legacy = ["2025-11-25"];
const modern = ["2026-07-28"];

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function notes(): Server {
  const server = createServer({ name: "notes", version: "1.0.0" });
  server.tool("echo", { input: z.object({ text: z.string() }) }, ({ text }) => text);
  server.tool("slow", {}, async (_, ctx) => {
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    return "too late";
  });
  server.resource("note:///a", { name: "a" }, () => "a");
  return server;
}

async function listen(server = notes(), options: Parameters<typeof serveHttp>[1] = {}) {
  const listener = await serveHttp(server, { closeMs: 50, retryMs: 5, ...options });
  cleanups.push(() => listener.close());
  return listener;
}

async function open(url: string, options: ClientOptions = {}, transport: HttpOptions = {}) {
  const client = await connect(http(url, { reconnectDelayMs: 5, ...transport }), options);
  cleanups.push(() => client.close());
  return client;
}

/** A server by hand; what `answer` does not write is 404. */
async function byHand(answer: (req: IncomingMessage, res: ServerResponse, body: Body) => boolean): Promise<string> {
  const server = createHttpServer((req, res) => {
    let text = "";
    req.on("data", (chunk: Buffer) => (text += chunk.toString()));
    // What our own client has written.
    req.on("end", () => void (answer(req, res, JSON.parse(text || "{}") as Body) || res.writeHead(404).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`;
}

interface Body {
  readonly id?: number;
  readonly method?: string;
}

const json = (res: ServerResponse, body: object, headers: Readonly<Record<string, string>> = {}): true => {
  res.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  return true;
};

/** Takes the handshake of a legacy client as a server without sessions does; false for anything else. */
function shakesHands(res: ServerResponse, { id, method }: Body): boolean {
  if (method === "notifications/initialized") return res.writeHead(202).end() !== undefined;
  if (method !== "initialize") return false;
  const serverInfo = { name: "by hand", version: "1" };
  return json(res, {
    jsonrpc: "2.0",
    id,
    result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
  });
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !what(); tries++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(what()).toBe(true);
}

describe("sessions", () => {
  it("a server that restarts breaks no client: one handshake for all calls, and each has its answer", async () => {
    const first = await listen();
    const reports: Report[] = [];
    const client = await open(first.url, { revisions: legacy, report: (r) => reports.push(r) });
    await client.callTool("echo", { text: "before" });
    await first.close();
    // A call that is written to a connection in the moment of its end is lost, and a call is not sent twice.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const again = notes();
    let handshakes = 0;
    await listen(again, {
      port: first.port,
      authorize: (head) => {
        if (head.method === "POST" && head.header("mcp-session-id") === undefined) handshakes++;
        return { caller: "anybody", id: "anybody" };
      },
    });
    const calls = ["1", "2", "3", "4"].map((text) => client.callTool("echo", { text }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ content }) => content[0])).toEqual(
      ["1", "2", "3", "4"].map((text) => ({ type: "text", text })),
    );
    expect(handshakes).toBe(1);
    expect(reports.map(({ code }) => code)).toContain("session-renewed");
  });

  it("close() ends the session on the server, instead of leaving it to expire", async () => {
    const { url } = await listen();
    let session = "";
    const client = await connect(
      http(url, {
        fetch: async (target, init) => {
          const response = await fetch(target, init);
          session = response.headers.get("mcp-session-id") ?? session;
          return response;
        },
      }),
      { revisions: legacy },
    );
    const ping = () =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-session-id": session,
          "mcp-protocol-version": "2025-11-25",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: "p", method: "ping" }),
      });
    expect((await ping()).status).toBe(200);
    await client.close();
    expect((await ping()).status).toBe(404);
  });

  it.each([legacy, modern])("a transport of %s opens again after close", async (revision) => {
    const { url } = await listen();
    const transport = http(url);
    for (const text of ["first", "second"]) {
      const client = await connect(transport, { revisions: [revision] });
      expect((await client.callTool("echo", { text })).content).toEqual([{ type: "text", text }]);
      await client.close();
    }
  });

  it("sessions that share a server share neither updates nor replays of their standalone streams", async () => {
    const server = notes();
    const { url } = await listen(server);
    const proxy = await TcpProxy.before(url);
    cleanups.push(() => proxy.close());
    const heard: string[][] = [[], []];
    for (const [i, uri] of ["note:///a", "note:///b"].entries()) {
      const client = await open(proxy.through(url), { revisions: legacy });
      client.on("resourceUpdated", (change) => heard[i]?.push(change.uri));
      await client.subscribe({ resources: [uri] });
    }
    await until(() => proxy.connections >= 2);
    server.notify.resourceUpdated("note:///a");
    server.notify.resourceUpdated("note:///b");
    await until(() => heard.every((uris) => uris.length === 1));
    proxy.cut();
    server.notify.resourceUpdated("note:///b");
    server.notify.resourceUpdated("note:///a");
    await until(() => heard.every((uris) => uris.length === 2));
    expect(heard).toEqual([
      ["note:///a", "note:///a"],
      ["note:///b", "note:///b"],
    ]);
  });
});

describe("streams that break", () => {
  it("a standalone stream that broke more often than it may in a row is still heard, since it brought data between", async () => {
    const server = notes();
    const { url } = await listen(server);
    const proxy = await TcpProxy.before(url);
    cleanups.push(() => proxy.close());
    const client = await open(proxy.through(url), { revisions: legacy }, { maxReconnects: 2 });
    let heard = 0;
    client.on("resourceUpdated", () => heard++);
    await client.subscribe({ resources: ["note:///a"] });
    for (let round = 1; round <= 6; round++) {
      server.notify.resourceUpdated("note:///a");
      await until(() => heard === round);
      proxy.cut();
    }
  });

  it("a cursor survives a resumption that brings nothing, and a server that closes at once is not asked without end", async () => {
    const cursors: (string | undefined)[] = [];
    const url = await byHand((req, res, body) => {
      if (shakesHands(res, body)) return true;
      if (req.method === "GET") {
        if (req.headers["last-event-id"] === undefined) return false;
        cursors.push(String(req.headers["last-event-id"]));
        res.writeHead(200, { "content-type": "text/event-stream" }).end(":\n\n");
        return true;
      }
      res.writeHead(200, { "content-type": "text/event-stream" }).end("id: e1\ndata:\n\n");
      return true;
    });
    const client = await open(url, { revisions: legacy }, { maxReconnects: 3, reconnectDelayMs: 1 });
    await expect(client.callTool("echo", {})).rejects.toMatchObject({ code: "lost", data: { reconnects: 3 } });
    expect(cursors).toEqual(["e1", "e1", "e1"]);
  });

  it("a change of the list reaches a client without a session", async () => {
    const server = notes();
    const { url } = await listen(server, { sessions: false });
    const client = await open(url, { revisions: modern });
    const watch = await client.subscribe({ tools: true });
    server.tool("another", {}, () => "x");
    const changes = watch[Symbol.asyncIterator]();
    expect((await changes.next()).value).toEqual({ type: "tools" });
    expect((await client.tools({ refresh: true }).all()).map(({ name }) => name)).toContain("another");
  });
});

describe("the probe over HTTP", () => {
  const discovered = {
    resultType: "complete",
    supportedVersions: modern,
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: "private",
  };

  it.each(["JSON", "SSE"])(
    "an answer in %s with members that nobody knows beside its result is an answer",
    async (form) => {
      const url = await byHand((_req, res, { id, method }) => {
        if (method !== "server/discover") return false;
        const answer = { jsonrpc: "2.0", id, result: discovered, _meta: { extra: true }, note: "x" };
        if (form === "JSON") return json(res, answer);
        res.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(answer)}\n\n`);
        return true;
      });
      expect((await open(url)).revision).toBe("2026-07-28");
    },
  );

  it("a server that cannot parse the probe, and says so with the id null, is spoken to as before", async () => {
    const url = await byHand((_req, res, body) => {
      if (body.method !== "server/discover") return shakesHands(res, body);
      return json(res, { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
    });
    expect((await open(url)).revision).toBe("2025-11-25");
  });
});

describe("calls", () => {
  it.each([legacy, modern])("the cap on a call of %s is kept without any progress", async (revision) => {
    const { url } = await listen();
    const client = await open(url, { revisions: [revision] });
    const began = performance.now();
    await expect(client.callTool("slow", {}, { maxTotalMs: 80, timeoutMs: 5000 })).rejects.toMatchObject({
      code: "timeout",
    });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it("progress beside and behind the answer, and under tokens that nobody gave out, is no error", async () => {
    const reports: Report[] = [];
    const progress = (progressToken: unknown) =>
      `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1 } })}\n\n`;
    const url = await byHand((_req, res, body) => {
      if (shakesHands(res, body)) return true;
      if (body.method !== "tools/call") return false;
      res.writeHead(200, { "content-type": "text/event-stream" });
      const answer = { jsonrpc: "2.0", id: body.id, result: { content: [] } };
      res.write(progress("theirs") + progress(9999));
      res.end(`data: ${JSON.stringify(answer)}\n\n${progress(body.id)}`);
      return true;
    });
    const client = await open(url, { revisions: legacy, report: (r) => reports.push(r) });
    const closed: unknown[] = [];
    client.on("closed", (how) => closed.push(how));
    for (let n = 0; n < 2; n++) expect((await client.callTool("echo", {})).content).toEqual([]);
    expect(closed).toEqual([]);
  });

  it.each([legacy, modern])("a thousand calls of %s under one signal leave no listener on it", async (revision) => {
    const { url } = await listen();
    const client = await open(url, { revisions: [revision] });
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    for (let wave = 0; wave < 100; wave++) {
      await Promise.all(Array.from({ length: 10 }, () => client.callTool("echo", { text: "x" }, { signal })));
    }
    process.off("warning", warned);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(warnings.map(({ name }) => name)).not.toContain("MaxListenersExceededWarning");
  });

  it.each([legacy, modern])(
    "params that do not fit are -32602 to a client of %s, and no dump of a schema",
    async (revision) => {
      const { url } = await listen();
      const client = await open(url, { revisions: [revision] });
      const refused: unknown = await client.request("tools/list", { cursor: 5 }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ rpcCode: -32602 });
      expect(refused instanceof Error ? refused.message.length : Infinity).toBeLessThan(200);
    },
  );
});

describe("what is refused by default", () => {
  it.each([
    ["a rebound name", { Host: "evil.example" }, 403],
    ["a page from elsewhere", { Origin: "https://evil.example" }, 403],
    ["a page without an origin of its own", { Origin: "null" }, 403],
    ["a page of this machine", { Origin: "http://localhost:5173" }, 200],
    ["a program", {}, 200],
  ])("%s", async (_, headers, status) => {
    const { port } = await listen();
    const { request } = await import("node:http");
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    });
    const seen = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path: "/mcp",
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
        },
        (res) => {
          res.resume();
          resolve(res.statusCode);
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
    expect(seen).toBe(status);
  });
});

describe("errors", () => {
  it("tell neither the credentials that were sent nor the code that failed", async () => {
    const { url } = await listen(notes(), {
      authorize: (head) => {
        if (head.header("authorization") === "Bearer top-secret-token") throw new Error("database password 1234");
        return { challenge: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } };
      },
    });
    for (const token of ["top-secret-token", "another-secret-token"]) {
      const failure: unknown = await connect(http(url, { headers: { Authorization: `Bearer ${token}` } })).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      const told = everything(failure);
      expect(told).not.toMatch(/secret|1234|password/);
    }
  });
});

/** Message, data and causes of an error, as a log would write them. */
function everything(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const data = "data" in error ? JSON.stringify(error.data) : "";
  return `${error.message} ${data} ${error.cause === undefined ? "" : everything(error.cause)}`;
}
