/** The fetch driver: what only `Request` and `Response` can show. Statuses and codes of the protocol are the core's tests. */
import { notification, request, resultResponse } from "@mcpwire/jsonrpc";
import { afterEach, describe, expect, test } from "vitest";
import { ScriptedAcceptor, everyRevision, messagesOf, modern, note, type Asking } from "../../test/endpoint-bench.js";
import { createHttpSseHandler } from "../http-sse/index.js";
import { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from "./server.js";

const closing: FetchHandler[] = [];
afterEach(async () => {
  for (const handler of closing.splice(0)) await handler.close();
});

function serve(options: FetchHandlerOptions = {}) {
  const acceptor = new ScriptedAcceptor(everyRevision);
  const handler = createFetchHandler(acceptor, { closeMs: 20, ...options });
  closing.push(handler);
  return { acceptor, handler };
}

function requestOf({ method = "POST", headers = {}, body }: Asking, more: RequestInit = {}): Request {
  const usual =
    method === "POST"
      ? { "content-type": "application/json", accept: "application/json, text/event-stream" }
      : { accept: "text/event-stream" };
  const init: RequestInit = { method, headers: { ...usual, ...headers }, ...more };
  if (body !== undefined && more.body === undefined) init.body = JSON.stringify(body);
  return new Request("http://localhost/mcp", init);
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 1000) throw new Error("did not happen");
    await new Promise<void>((resolve) => void setTimeout(resolve, 2));
  }
}

const hold = request(5, "hold");

describe("createFetchHandler", () => {
  test("a modern request and its JSON", async () => {
    const { handler } = serve();
    const response = await handler(requestOf(modern(request(1, "ping"))));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await response.json()).toEqual(resultResponse(1, { method: "ping" }));
  });

  test("a notification: 202 and no body", async () => {
    const { handler } = serve({ sessions: false });
    const response = await handler(requestOf({ body: notification("notifications/initialized") }));
    expect([response.status, response.body]).toEqual([202, null]);
  });

  test("a session over fetch: handshake, stream, resumption, DELETE", async () => {
    const { acceptor, handler } = serve();
    const init = request(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {} });
    const opened = await handler(requestOf({ body: init }));
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const response = await handler(requestOf({ headers: session, body: hold }));
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toBe("id: 1-1\nretry: 500\ndata: \n\n");
    await reader?.cancel();
    void acceptor.held[0]?.notify(note(1));
    acceptor.held[0]?.end(resultResponse(5, {}));
    expect(acceptor.aborts).toEqual([]);
    const resumed = await handler(requestOf({ method: "GET", headers: { ...session, "last-event-id": "1-1" } }));
    expect(messagesOf(await resumed.text())).toEqual([note(1), resultResponse(5, {})]);
    expect((await handler(requestOf({ method: "DELETE", headers: session }))).status).toBe(204);
    expect((await handler(requestOf({ headers: session, body: hold }))).status).toBe(404);
  });

  test.each(["the signal before anything was sent", "the signal of a stream", "the cancel of a stream"])(
    "%s is a disconnect",
    async (how) => {
      const { acceptor, handler } = serve();
      const controller = new AbortController();
      const answered = handler(requestOf(modern(hold), { signal: controller.signal }));
      await until(() => acceptor.held.length === 1);
      if (how.includes("before")) {
        await new Promise<void>((resolve) => void setTimeout(resolve, 10));
        controller.abort();
      } else {
        void acceptor.held[0]?.notify(note(1));
        const response = await answered;
        if (how.includes("cancel")) await response.body?.cancel();
        else controller.abort();
      }
      await until(() => acceptor.aborts.length === 1);
      expect(acceptor.aborts[0]?.why).toEqual({ code: "disconnected" });
    },
  );

  test("a signal that has fired before the handler ran is a disconnect too", async () => {
    const { acceptor, handler } = serve();
    const asks = requestOf(modern(hold));
    Object.defineProperty(asks, "signal", { value: AbortSignal.abort() });
    void handler(asks);
    await until(() => acceptor.aborts.length === 1);
  });

  test("a reader that does not read holds the producer up", async () => {
    const { acceptor, handler } = serve();
    const answered = handler(requestOf(modern(hold)));
    await until(() => acceptor.held.length === 1);
    const [x] = acceptor.held;
    void x?.notify(note(0));
    const response = await answered;
    let done = 0;
    const producing = (async () => {
      for (; done < 1000; done++) await x?.notify(notification("notifications/message", { data: "x".repeat(10_000) }));
      x?.end(resultResponse(5, {}));
    })();
    await new Promise<void>((resolve) => void setTimeout(resolve, 50));
    expect(done).toBeLessThan(20);
    expect(messagesOf(await response.text())).toHaveLength(1002);
    await producing;
  });

  test("a reader that takes nothing while too much is written is dropped", async () => {
    const { acceptor, handler } = serve({ limits: { maxQueuedBytes: 10_000 } });
    const answered = handler(requestOf(modern(hold)));
    await until(() => acceptor.held.length === 1);
    void acceptor.held[0]?.notify(note(0));
    const response = await answered;
    await until(() => {
      void acceptor.held[0]?.notify(notification("notifications/message", { data: "x".repeat(1000) }));
      return acceptor.aborts.length === 1;
    });
    expect(acceptor.aborts[0]?.why).toEqual({ code: "overload" });
    await expect(response.text()).rejects.toThrow();
  });

  test.each<[string, BodyInit, number, number]>([
    ["a body beyond the limit", "x".repeat(2000), 413, -32600],
    ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 400, -32700],
    ["a cut UTF-8 character", Uint8Array.of(0x22, 0xe2, 0x82), 400, -32700],
    ["nothing", "", 400, -32700],
  ])("%s: %#", async (_title, body, status, code) => {
    const { handler } = serve({ limits: { maxMessageBytes: 1000 } });
    const response = await handler(requestOf(modern(hold), { body }));
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test("a body beyond the limit whose length is not told is not read to its end", async () => {
    const { handler } = serve({ limits: { maxMessageBytes: 1000 } });
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(600).fill(0x20));
      },
    });
    const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
    expect((await handler(requestOf(modern(hold), init))).status).toBe(413);
    expect(pulled).toBeLessThan(6);
  });

  test("a body that breaks: 400", async () => {
    const { handler } = serve();
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("broken")) });
    const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
    expect((await handler(requestOf(modern(hold), init))).status).toBe(400);
  });

  test("close ends open streams promptly, and what comes later is 503", async () => {
    const { acceptor, handler } = serve();
    const answered = handler(requestOf(modern(hold)));
    await until(() => acceptor.held.length === 1);
    void acceptor.held[0]?.notify(note(1));
    const response = await answered;
    await handler.close();
    expect(messagesOf(await response.text()).slice(0, 1)).toEqual([note(1)]);
    expect((await handler(requestOf(modern(hold)))).status).toBe(503);
    expect(handler.inFlight).toBe(0);
  });
});

describe("createHttpSseHandler", () => {
  function serveSse(options = {}) {
    const acceptor = new ScriptedAcceptor(everyRevision);
    const handler = createHttpSseHandler(acceptor, { closeMs: 20, ...options });
    closing.push(handler);
    const at = (path: string, init: RequestInit = {}) => handler(new Request(`http://localhost${path}`, init));
    const post = (path: string, body: unknown, headers = {}) =>
      at(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    return { acceptor, handler, at, post };
  }

  async function connect({ at }: ReturnType<typeof serveSse>, headers = {}) {
    const response = await at("/sse", { headers: { accept: "text/event-stream", ...headers } });
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    const found = /^event: endpoint\ndata: (.*)\n\n$/.exec(await next());
    return { endpoint: found?.[1] ?? "", next, leave: () => reader?.cancel() };
  }

  // 2024-11-05/basic/transports#security-warning/4, /5 and /6
  test("the stream begins with the endpoint; answers to what is POSTed there come on the stream", async () => {
    const served = serveSse();
    const { endpoint, next } = await connect(served);
    expect(endpoint).toMatch(/^\/messages\?sessionId=[\x21-\x7e]{20,}$/);
    const posted = await served.post(endpoint, request(1, "ping"));
    expect([posted.status, await posted.text()]).toEqual([202, ""]);
    expect(messagesOf(await next())).toEqual([resultResponse(1, { method: "ping" })]);
  });

  test("what is malformed is answered on the stream as well", async () => {
    const served = serveSse();
    const { endpoint, next } = await connect(served);
    expect((await served.post(endpoint, { jsonrpc: "1.0", id: 3, method: "x" })).status).toBe(202);
    expect(messagesOf(await next())).toMatchObject([{ id: 3, error: { code: -32600 } }]);
  });

  test.each<[string, RequestInit, number]>([
    ["/messages", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }, 400],
    ["/messages?sessionId=x", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }, 404],
    ["/messages", {}, 405],
    ["/sse", { method: "POST" }, 405],
    ["/sse", { headers: { accept: "application/json" } }, 406],
    ["/other", {}, 404],
    ["/sse", { headers: { origin: "https://evil.com" } }, 403],
  ])("%s %#: %i", async (path, init, status) => {
    expect((await serveSse().at(path, init)).status).toBe(status);
  });

  test("a stream belongs to its caller", async () => {
    const served = serveSse({
      authorize: (head: { header(name: string): string | undefined }) => ({
        caller: 1,
        id: head.header("x-user") ?? "",
      }),
    });
    const { endpoint } = await connect(served, { "x-user": "alice" });
    expect((await served.post(endpoint, request(1, "ping"), { "x-user": "mallory" })).status).toBe(404);
    expect((await served.post(endpoint, request(1, "ping"), { "x-user": "alice" })).status).toBe(202);
  });

  test("a client that leaves ends its link, and its endpoint is gone", async () => {
    const served = serveSse();
    const { endpoint, leave } = await connect(served);
    await served.post(endpoint, request(1, "hold"));
    await leave();
    await until(() => served.acceptor.aborts.length === 1);
    expect(served.acceptor.released).toEqual(["drop"]);
    expect((await served.post(endpoint, request(2, "ping"))).status).toBe(404);
  });

  test("no more streams than the limit allows: 503", async () => {
    const served = serveSse({ limits: { maxSessions: 1 } });
    const { leave } = await connect(served);
    expect((await served.at("/sse", { headers: { accept: "text/event-stream" } })).status).toBe(503);
    await leave();
    await connect(served);
  });

  test("close lets what runs end, and then ends the stream", async () => {
    const served = serveSse({ closeMs: 1000 });
    const { endpoint, next } = await connect(served);
    await served.post(endpoint, request(1, "hold"));
    const closed = served.handler.close();
    served.acceptor.held[0]?.end(resultResponse(1, {}));
    expect(messagesOf(await next())).toEqual([resultResponse(1, {})]);
    await closed;
    expect(await next()).toBe("");
  });
});
