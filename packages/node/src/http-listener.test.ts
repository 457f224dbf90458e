/** The listener over real sockets: what only a socket can show. Statuses and codes of the protocol are the core's tests. */
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { afterEach, describe, expect, test } from "vitest";
import { HttpAcceptor } from "../test-fixtures/http-acceptor.js";
import {
  httpSseHandler,
  nodeHandler,
  serveHttp,
  toNodeHandler,
  type HttpListener,
  type ServeHttpOptions,
} from "./index.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: ServeHttpOptions = {}) {
  const acceptor = new HttpAcceptor();
  const listener = await serveHttp(acceptor, { closeMs: 200, ...options });
  closing.push(() => listener.close());
  return { acceptor, listener, url: listener.url };
}

const metadata = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function body(method: string, params: object = {}, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: metadata } });
}

function headers(method: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
  };
}

function ask(url: string, method: string, params: object = {}, more: RequestInit = {}): Promise<Response> {
  return fetch(url, { method: "POST", headers: headers(method), body: body(method, params), ...more });
}

async function openSession(url: string): Promise<(method: string, params?: object) => Promise<Response>> {
  const usual = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const opened = await fetch(url, {
    method: "POST",
    headers: usual,
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: {} }),
  });
  const id = opened.headers.get("mcp-session-id") ?? "";
  await opened.text();
  return (method, params = {}) =>
    fetch(url, {
      method: "POST",
      headers: { ...usual, "Mcp-Session-Id": id },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
}

/** Raw HTTP, for what a well-behaved client does not do. */
async function raw(listener: HttpListener, text: string | Uint8Array): Promise<{ socket: Socket; read: () => string }> {
  const socket = connect(listener.port, "127.0.0.1");
  closing.push(() => socket.destroy());
  let seen = "";
  socket.on("data", (chunk) => void (seen += String(chunk)));
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return { socket, read: () => seen };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error("did not happen within five seconds");
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

describe("answers", () => {
  test("JSON goes out with its length, whatever its characters", async () => {
    const { url } = await serve();
    const response = await ask(url, "echo", { text: "ä€😀" });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(text));
    expect(JSON.parse(text)).toMatchObject({ result: { text: "ä€😀" } });
  });

  test("head and body of an answer are one segment on the wire", async () => {
    const { listener } = await serve();
    const text = body("echo");
    const head = Object.entries({ ...headers("echo"), Host: "127.0.0.1", "Content-Length": String(text.length) });
    const { socket } = await raw(listener, "");
    const chunks: string[] = [];
    socket.on("data", (chunk) => void chunks.push(String(chunk)));
    socket.write(`POST /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n${text}`);
    await until(() => chunks.length > 0);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toContain('"result"');
  });

  test("events reach the client as they are sent", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    const reader = (await session("progress", { count: 3 })).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^id: 1-1\n/);
    await reader?.cancel();
  });

  test("the first of 10 000 events arrives within the first tenth of the run", async () => {
    const { acceptor, url } = await serve();
    const response = await ask(url, "progress", { count: 10_000 });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(acceptor.flooded).toBeLessThan(1000);
    let size = 0;
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      size += value?.byteLength ?? 0;
    }
    expect(size).toBeGreaterThan(10_000);
  });

  test("another path: 404; a query does not matter", async () => {
    const { listener, url } = await serve();
    expect((await ask(`http://127.0.0.1:${listener.port}/other`, "echo")).status).toBe(404);
    expect((await ask(`${url}?x=1`, "echo")).status).toBe(200);
  });
});

describe("bodies", () => {
  test("one that is larger than the limit: 413, also where its length is not told", async () => {
    const { url } = await serve({ limits: { maxMessageBytes: 1000 } });
    const large = "x".repeat(200_000);
    const told = await ask(url, "echo", { large });
    expect(told.status).toBe(413);
    expect(await told.json()).toMatchObject({ error: { code: -32600 } });
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new TextEncoder().encode(large.slice(0, 1000)));
        controller.close();
      },
    });
    const init = { method: "POST", headers: headers("echo"), body: stream, duplex: "half" };
    expect((await fetch(url, init)).status).toBe(413);
    expect((await ask(url, "echo")).status).toBe(200);
  });

  test("a body of exactly the limit is taken", async () => {
    const size = Buffer.byteLength(body("echo"));
    const { url } = await serve({ limits: { maxMessageBytes: size } });
    expect((await ask(url, "echo")).status).toBe(200);
    expect((await ask(url, "echo", { x: 1 })).status).toBe(413);
  });

  test("an endless body is cut off", async () => {
    const { listener } = await serve({ limits: { maxMessageBytes: 1000 } });
    const head = Object.entries({ ...headers("echo"), Host: "127.0.0.1", "Transfer-Encoding": "chunked" });
    const { socket } = await raw(
      listener,
      `POST /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n`,
    );
    // Not `once`, which takes the reset for a failure.
    const closed = new Promise((resolve) => void socket.on("close", resolve));
    const more = setInterval(() => socket.write(`10000\r\n${"x".repeat(65_536)}\r\n`), 1);
    await closed;
    clearInterval(more);
  });

  test.each([
    ["bytes that are not UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 400, -32700],
    ["no JSON", "nonsense", 400, -32700],
    ["nothing", "", 400, -32700],
  ])("%s: %i %i", async (_title, bytes, status, code) => {
    const { url } = await serve();
    const response = await ask(url, "echo", {}, { body: bytes });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test("a body in pieces of one byte arrives whole", async () => {
    const { listener } = await serve();
    const bytes = Buffer.from(body("echo", { text: "ä€😀" }));
    const req = httpRequest({ port: listener.port, method: "POST", path: "/mcp", headers: headers("echo") });
    const answered = once(req, "response");
    for (const byte of bytes) {
      req.write(Uint8Array.of(byte));
      await new Promise((resolve) => void setImmediate(resolve));
    }
    req.end();
    // Node's own event carries the message.
    const [response] = (await answered) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ result: { text: "ä€😀" } });
  });

  test("a client that leaves in the middle of its body harms nobody", async () => {
    const { listener, url } = await serve();
    const { socket } = await raw(
      listener,
      "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    await new Promise((resolve) => void setTimeout(resolve, 20));
    socket.destroy();
    expect((await ask(url, "echo")).status).toBe(200);
  });
});

describe("guards", () => {
  test("a rebound name is 403 on a loopback bind; the own host and absent origins pass", async () => {
    const { listener } = await serve();
    const statusOf = (more: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const text = body("echo");
        const req = httpRequest({
          port: listener.port,
          method: "POST",
          path: "/mcp",
          headers: { ...headers("echo"), ...more },
        });
        req.on("response", (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        req.on("error", reject);
        req.end(text);
      });
    expect(await statusOf({ Host: "evil.example.com", Origin: "http://evil.example.com" })).toBe(403);
    expect(await statusOf({ Host: "evil.example.com" })).toBe(403);
    expect(await statusOf({ Origin: "https://evil.example.com" })).toBe(403);
    expect(await statusOf({ Origin: "null" })).toBe(403);
    expect(await statusOf({ Origin: `http://127.0.0.1:${listener.port}` })).toBe(200);
    expect(await statusOf({ Origin: "http://localhost:5173" })).toBe(200);
    expect(await statusOf({})).toBe(200);
  });

  test("a challenge is answered before the body is read", async () => {
    const { url, acceptor } = await serve({
      authorize: (head) =>
        head.header("authorization") === "Bearer good"
          ? { caller: { name: "alice" }, id: "alice" }
          : { challenge: { status: 401, headers: { "WWW-Authenticate": 'Bearer realm="x"' } } },
    });
    const refused = await ask(url, "echo");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="x"']);
    const good = await ask(url, "echo", {}, { headers: { ...headers("echo"), Authorization: "Bearer good" } });
    expect([good.status, acceptor.callers]).toEqual([200, [{ name: "alice" }]]);
  });
});

describe("disconnects", () => {
  test.each(["before the first byte", "in the middle of a stream"])(
    "modern, %s: the exchange is cancelled",
    async (when) => {
      const { acceptor, url } = await serve();
      const controller = new AbortController();
      const asked = ask(
        url,
        when.startsWith("before") ? "slow" : "watch",
        { ms: 60_000 },
        { signal: controller.signal },
      );
      if (when.startsWith("in")) await (await asked).body?.getReader().read();
      await until(() => acceptor.callers.length === 1);
      controller.abort();
      await asked.catch(() => {});
      await until(() => acceptor.aborts.length === 1);
      expect(acceptor.aborts).toEqual([{ code: "disconnected" }]);
    },
  );

  test("legacy: it is no cancellation", async () => {
    const { acceptor, url } = await serve();
    const session = await openSession(url);
    const response = await session("slow", { ms: 80 });
    await response.body?.cancel();
    await new Promise((resolve) => void setTimeout(resolve, 120));
    expect(acceptor.aborts).toEqual([]);
  });
});

describe("a reader that takes nothing", () => {
  test("blocks only itself; a producer that waits is held up", async () => {
    const { acceptor, listener, url } = await serve();
    const text = body("progress", { count: 100_000, bytes: 10_000 });
    const head = Object.entries({ ...headers("progress"), Host: "127.0.0.1", "Content-Length": String(text.length) });
    const { socket } = await raw(
      listener,
      `POST /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n${text}`,
    );
    socket.pause();
    await until(() => acceptor.flooded > 10);
    let before = -1;
    while (before !== acceptor.flooded) {
      before = acceptor.flooded;
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
    // What the sockets of both sides hold, far from everything.
    expect(acceptor.flooded).toBeLessThan(5000);
    expect((await ask(url, "echo")).status).toBe(200);
    socket.resume();
    await until(() => acceptor.flooded > before + 100);
    socket.destroy();
    await until(() => acceptor.aborts.length === 1);
  });

  test("is dropped once too much waits for it", async () => {
    const { acceptor, listener } = await serve({ limits: { maxQueuedBytes: 100_000 } });
    const text = body("progress", { count: 100_000, bytes: 10_000, waits: false });
    const head = Object.entries({ ...headers("progress"), Host: "127.0.0.1", "Content-Length": String(text.length) });
    const { socket } = await raw(
      listener,
      `POST /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n${text}`,
    );
    socket.pause();
    await until(() => acceptor.aborts.length === 1);
    expect(acceptor.aborts).toEqual([{ code: "overload" }]);
    expect(acceptor.flooded).toBeLessThan(100_000);
  });
});

describe("close", () => {
  test("waits for what runs, ends watches with their result, and frees the port", async () => {
    const { listener, url } = await serve({ closeMs: 2000 });
    const running = ask(url, "slow", { ms: 50 });
    const watching = await ask(url, "watch");
    await new Promise((resolve) => void setTimeout(resolve, 20));
    const closed = listener.close();
    expect(await (await running).json()).toMatchObject({ result: { slept: 50 } });
    expect(await watching.text()).toContain('"watched":true');
    await closed;
    await expect(fetch(url)).rejects.toThrow();
    await listener.close();
  });

  test("does not wait longer than it was told to, and ends open streams", async () => {
    const { acceptor, listener, url } = await serve({ closeMs: 50 });
    const session = await openSession(url);
    const hanging = await session("slow", { ms: 60_000 });
    const started = Date.now();
    await listener.close();
    expect(Date.now() - started).toBeLessThan(2000);
    expect(acceptor.aborts.map(({ code }) => code)).toEqual(["closed"]);
    expect(await hanging.text()).toContain("-32603");
  });

  test("connections on which nothing was asked do not hold it up, however many came and went before", async () => {
    const { listener, url } = await serve();
    for (let round = 0; round < 3; round++) {
      const sockets = await Promise.all(Array.from({ length: 40 }, () => raw(listener, "")));
      if (round < 2) for (const { socket } of sockets) socket.destroy();
    }
    expect((await ask(url, "echo")).status).toBe(200);
    const started = Date.now();
    await listener.close();
    // Connections that do not go by themselves would be cut after 500 ms.
    expect(Date.now() - started).toBeLessThan(400);
  });

  test("an address that is taken rejects", async () => {
    const { listener } = await serve();
    await expect(serveHttp(new HttpAcceptor(), { port: listener.port })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe("handlers for other servers", () => {
  async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(handler);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  }

  test("a body that a framework has parsed is taken, as an argument or on the request", async () => {
    const handler = nodeHandler(new HttpAcceptor());
    closing.push(() => handler.close());
    for (const how of ["argument", "request", "neither"]) {
      const url = await listen((req, res) => {
        if (how === "neither") return handler(req, res, () => {});
        let text = "";
        req.on("data", (chunk) => void (text += String(chunk)));
        req.on("end", () => {
          const parsed: unknown = JSON.parse(text);
          if (how === "argument") handler(req, res, parsed);
          else handler(Object.assign(req, { body: parsed }), res, () => {});
        });
      });
      expect(await (await ask(url, "echo", { how })).json()).toMatchObject({ result: { how } });
    }
  });

  test("a fetch handler serves node:http: answers, streams, disconnects and large bodies", async () => {
    const acceptor = new HttpAcceptor();
    const handler = createFetchHandler(acceptor, { limits: { maxMessageBytes: 1_000_000 }, closeMs: 50 });
    closing.push(() => handler.close());
    const url = await listen(toNodeHandler(handler));
    expect(await (await ask(url, "echo", { a: 1 })).json()).toMatchObject({ result: { a: 1 } });
    const many = await (await ask(url, "progress", { count: 100, bytes: 10_000 })).text();
    expect(many.match(/"progress"/g)).toHaveLength(100);
    expect((await ask(url, "echo", { large: "x".repeat(2_000_000) })).status).toBe(413);
    const controller = new AbortController();
    const watching = await ask(url, "watch", {}, { signal: controller.signal });
    expect(watching.headers.get("content-type")).toBe("text/event-stream");
    controller.abort();
    await until(() => acceptor.aborts.length === 1);
  });

  test("a client that left before the handler was called is gone: its watch is aborted, not kept for ever", async () => {
    const acceptor = new HttpAcceptor();
    const handler = nodeHandler(acceptor);
    closing.push(() => handler.close());
    const controller = new AbortController();
    const url = await listen((req, res) => {
      // As a framework does that parses the body and then asks a database who calls.
      req.resume();
      res.on("close", () => setImmediate(() => handler(req, res, JSON.parse(body("watch")))));
      req.on("end", () => controller.abort());
    });
    await expect(ask(url, "watch", {}, { signal: controller.signal })).rejects.toThrow();
    await until(() => acceptor.callers.length === 1);
    expect(acceptor.aborts).toEqual([{ code: "disconnected" }]);
    expect(handler.inFlight).toBe(0);
  });

  test("a target that is no URL is 404 at HTTP+SSE, and no exception", async () => {
    const fallback = httpSseHandler(new HttpAcceptor(), { closeMs: 50 });
    const { listener } = await serve({ fallback });
    for (const target of ["//", "///sse", "/%"]) {
      const { read } = await raw(listener, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      await until(() => read().includes("\r\n\r\n"));
      expect([target, read().slice(0, 12)]).toEqual([target, "HTTP/1.1 404"]);
    }
  });

  test("a fetch handler that fails is a 500", async () => {
    const url = await listen(toNodeHandler(() => Promise.reject(new Error("no"))));
    expect((await fetch(url)).status).toBe(500);
  });
});
