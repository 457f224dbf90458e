/** Endpoints behind `toNodeHandler`, with nothing and with something around them: what comes over the wire is the same. */
import { connect } from "node:net";
import type { FetchHandler, FetchHandlerOptions } from "@mcpwire/streamable-http";
import { describe, expect, test } from "vitest";
import {
  call,
  closing,
  endpoint,
  failure,
  listen,
  members,
  until,
  type Fetch,
} from "../test-fixtures/fetch-listener.js";

/* ---------------------------------------------------------------- responses --------------------------------------------------- */

describe("a response of an endpoint is seen as the real one would be", () => {
  const looks: readonly [string, (response: Response) => unknown][] = [
    ["its head", (r) => [r.status, r.ok, r.statusText, r.type, r.url, r.redirected, [...r.headers]]],
    ["what kind it is", (r) => [r instanceof Response, r.constructor === Response, Object.prototype.toString.call(r)]],
    ["its members", (r) => [members(r), Object.keys(r), JSON.stringify(r)]],
    ["its text", async (r) => [r.bodyUsed, await r.text(), r.bodyUsed, await r.text().catch(failure)]],
    ["its bytes", async (r) => (await r.arrayBuffer()).byteLength],
    ["its clone", async (r) => [await r.clone().text(), await r.text()]],
    [
      "a new response of it",
      async (r) => {
        const copy = new Response(r.body, r);
        copy.headers.set("X-New", "1");
        return [copy.status, [...copy.headers], await copy.text(), r.bodyUsed];
      },
    ],
    [
      "headers that are changed",
      (r) => {
        r.headers.set("X-New", "1");
        return [...r.headers];
      },
    ],
    ["members that stay the same", (r) => [r.headers === r.headers, r.body === r.body]],
  ];

  describe.each<[string, Parameters<typeof call>, FetchHandlerOptions]>([
    ["JSON", ["echo", { text: "ä€😀" }], {}],
    ["an error", ["nothing"], {}],
    ["a stream", ["progress", { count: 3 }], {}],
    ["a stream that is over at once", ["echo"], { responses: "stream" }],
    [
      "a refusal with text of the host's own",
      ["echo"],
      { authorize: () => ({ challenge: { status: 401, body: "no" } }) },
    ],
    ["a refusal without", ["echo"], { authorize: () => ({ challenge: { status: 403, headers: { "X-Why": "no" } } }) }],
  ])("%s", (_title, args, options) => {
    test.each(looks)("%s", async (_name, look) => {
      const { handler } = endpoint(options);
      let seen: unknown;
      const url = await listen(async (request) => {
        seen = await look(await handler(request));
        return new Response("done");
      });
      await (await fetch(url, call(...args))).text();
      expect(seen).toEqual(await look(await handler(new Request(url, call(...args)))));
    });

    test("over the wire, looked at or not", async () => {
      const { handler } = endpoint(options);
      const answers = await Promise.all(
        [
          handler,
          async (request: Request) => handler(new Request(request)),
          async (request: Request) => (void request.headers, handler(request)),
          async (request: Request) => {
            const response = await handler(request);
            return new Response(response.body, response);
          },
          async (request: Request) => {
            const response = await handler(request);
            await new Promise((resolve) => void setTimeout(resolve, 20));
            return response;
          },
        ].map(async (fetchHandler) => {
          const response = await fetch(await listen(fetchHandler), call(...args));
          const { status, headers } = response;
          return [status, headers.get("content-type"), headers.get("x-why"), await response.text()];
        }),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });
  });

  test("a response that is answered with twice is used", async () => {
    const { handler } = endpoint();
    let kept: Response | undefined;
    const url = await listen(async (request) => (kept ??= await handler(request)));
    expect((await fetch(url, call("echo"))).status).toBe(200);
    expect(kept?.bodyUsed).toBe(true);
    await expect(kept?.text()).rejects.toThrow(TypeError);
    expect((await fetch(url, call("echo"))).status).toBe(500);
  });
});

/* ---------------------------------------------------------------- wrapped ----------------------------------------------------- */

/** Functions around an endpoint that must not change what it does. */
const wrappers: readonly [string, (inner: FetchHandler) => Fetch][] = [
  ["nothing around it", (inner) => inner],
  // As `protect` of the authorization package does it.
  [
    "a proxy around it",
    (inner) =>
      new Proxy(inner, {
        apply: (target, _self, [request]: [Request]) =>
          request.url.endsWith("/else") ? new Response() : target(request),
      }),
  ],
  ["headers read before", (inner) => (request) => (request.headers.get("accept"), inner(request))],
  [
    "real objects",
    (inner) => async (request) => {
      const response = await inner(new Request(request));
      return new Response(response.body, response);
    },
  ],
  [
    "headers of the response changed",
    (inner) => async (request) => {
      const response = await inner(request);
      response.headers.set("X-Server", "test");
      return response;
    },
  ],
];

describe.each(wrappers)("an endpoint with %s", (_title, wrap) => {
  const open = async (options: FetchHandlerOptions = {}) => {
    const { acceptor, handler } = endpoint(options);
    return { acceptor, handler, url: await listen(wrap(handler)) };
  };

  test("answers, and streams events one after the other", async () => {
    const { url } = await open();
    expect(await (await fetch(url, call("echo", { a: 1 }))).json()).toMatchObject({ result: { a: 1 } });
    const text = await (await fetch(url, call("progress", { count: 100, bytes: 10_000 }))).text();
    expect(text.match(/"progress"/g)).toHaveLength(100);
  });

  test("refuses what is too large with 413, told or not, and serves on", async () => {
    const { url } = await open({ limits: { maxMessageBytes: 100_000 } });
    expect((await fetch(url, call("echo", { large: "x".repeat(900_000) }))).status).toBe(413);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(10_000).fill(32));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = { ...call("echo"), body: stream, duplex: "half" };
    expect((await fetch(url, init)).status).toBe(413);
    expect((await fetch(url, call("echo"))).status).toBe(200);
  });

  test.each(["slow", "watch"])("is told of a client that leaves: %s", async (method) => {
    const { acceptor, handler, url } = await open();
    const controller = new AbortController();
    const asked = fetch(url, { ...call(method, { ms: 60_000 }), signal: controller.signal });
    if (method === "watch") await (await asked).body?.getReader().read();
    await until(() => acceptor.callers.length === 1);
    await new Promise((resolve) => void setTimeout(resolve, 20));
    controller.abort();
    await asked.catch(() => {});
    await until(() => acceptor.aborts.length === 1);
    expect([acceptor.aborts, handler.inFlight]).toEqual([[{ code: "disconnected" }], 0]);
  });

  test("holds a producer up whose reader takes nothing, and serves others", async () => {
    const { acceptor, url } = await open();
    const { method, headers, body } = call("progress", { count: 100_000, bytes: 10_000 });
    const head = Object.entries({ ...headers, Host: "127.0.0.1", "Content-Length": String(body.length) });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    closing.push(() => socket.destroy());
    socket.on("error", () => {});
    socket.pause();
    socket.write(`${method} /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n${body}`);
    await until(() => acceptor.flooded > 10);
    let before = -1;
    while (before !== acceptor.flooded) {
      before = acceptor.flooded;
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
    expect(acceptor.flooded).toBeLessThan(5000);
    expect((await fetch(url, call("echo"))).status).toBe(200);
    socket.resume();
    await until(() => acceptor.flooded > before + 100);
    socket.destroy();
    await until(() => acceptor.aborts.length === 1);
  });

  test("drops a reader once too much waits for it", async () => {
    const { acceptor, url } = await open({ limits: { maxQueuedBytes: 100_000 } });
    const response = await fetch(url, call("progress", { count: 100_000, bytes: 10_000, waits: false }));
    await until(() => acceptor.aborts.length === 1);
    expect(acceptor.aborts).toEqual([{ code: "overload" }]);
    await expect(response.text()).rejects.toThrow();
  });

  test("refuses before it reads the body, and lets in whom its hook knows", async () => {
    const { acceptor, url } = await open({
      authorize: (head) =>
        head.header("authorization") === "Bearer good" && head.target.endsWith("/mcp")
          ? { caller: "alice", id: "alice" }
          : { challenge: { status: 401, headers: { "WWW-Authenticate": 'Bearer realm="x"' } } },
    });
    const refused = await fetch(url, call("echo"));
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="x"']);
    const { headers, ...rest } = call("echo");
    const good = await fetch(url, { ...rest, headers: { ...headers, Authorization: "Bearer good" } });
    expect([good.status, acceptor.callers]).toEqual([200, ["alice"]]);
  });

  test("ends open streams when it closes", async () => {
    const { handler, url } = await open();
    const watching = await fetch(url, call("watch"));
    await handler.close();
    expect(await watching.text()).toContain('"watched":true');
    expect((await fetch(url, call("echo"))).status).toBe(503);
  });
});

describe("what stands around an endpoint", () => {
  test("a header that it sets is the one that the endpoint sees", async () => {
    const { acceptor, handler } = endpoint({
      authorize: (head) => ({ caller: head.header("x-user"), id: head.header("x-user") ?? "" }),
    });
    const url = await listen((request) => {
      request.headers.set("X-User", "bob");
      return handler(request);
    });
    await (await fetch(url, call("echo"))).text();
    expect(acceptor.callers).toEqual(["bob"]);
  });

  test("a clone made before has the body, and so has the endpoint", async () => {
    const { handler } = endpoint();
    let logged = "";
    const url = await listen(async (request) => {
      const copy = request.clone();
      const response = await handler(request);
      logged = await copy.text();
      return response;
    });
    const { body, ...rest } = call("echo", { a: 1 });
    expect(await (await fetch(url, { ...rest, body })).json()).toMatchObject({ result: { a: 1 } });
    expect(logged).toBe(body);
  });

  test("a body that it has read is gone: 400; and one that the endpoint has read is gone for it", async () => {
    const { handler } = endpoint();
    const first = await listen(async (request) => {
      await request.text();
      return handler(request);
    });
    expect((await fetch(first, call("echo"))).status).toBe(400);
    let seen: unknown;
    const last = await listen(async (request) => {
      const response = await handler(request);
      seen = [request.bodyUsed, await request.text().catch(failure)];
      return response;
    });
    expect((await fetch(last, call("echo"))).status).toBe(200);
    expect(seen).toEqual([true, "TypeError"]);
  });

  test("a body that it begins to read while the endpoint still asks who calls is its own: 400", async () => {
    const { handler } = endpoint({ authorize: async () => Promise.resolve({ caller: 1, id: "1" }) });
    let seen = "";
    const url = await listen(async (request) => {
      const answering = handler(request);
      seen = await request.text();
      return answering;
    });
    const { body, ...rest } = call("echo");
    expect([(await fetch(url, { ...rest, body })).status, seen]).toEqual([400, body]);
  });

  test("a stream that it throws away ends with the connection", async () => {
    const { acceptor, handler } = endpoint();
    const url = await listen(async (request) => {
      await handler(request);
      return new Response("instead", { status: 504 });
    });
    const response = await fetch(url, call("watch"));
    expect([response.status, await response.text()]).toEqual([504, "instead"]);
    await until(() => acceptor.aborts.length === 1);
    expect(handler.inFlight).toBe(0);
  });

  test("a failure is a 500; after the head went out the connection is cut", async () => {
    const url = await listen(() => Promise.reject(new Error("no")));
    expect((await fetch(url)).status).toBe(500);
    const thrown = await listen(() => {
      throw new Error("no");
    });
    expect((await fetch(thrown)).status).toBe(500);
    const broken = await listen(() => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new Uint8Array(10));
          setTimeout(() => controller.error(new Error("no")), 10);
        },
      });
      return new Response(body);
    });
    await expect(fetch(broken).then((response) => response.text())).rejects.toThrow();
  });

  test("a stream for a client that has left meanwhile is given up", async () => {
    const controller = new AbortController();
    let isGivenUp = false;
    const url = await listen(async (request) => {
      const left = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      controller.abort();
      await left;
      const body = new ReadableStream<Uint8Array>({
        pull: (stream) => stream.enqueue(new Uint8Array(10)),
        cancel: () => void (isGivenUp = true),
      });
      return new Response(body);
    });
    await expect(fetch(url, { signal: controller.signal })).rejects.toThrow();
    await until(() => isGivenUp);
  });

  test("cookies stay apart", async () => {
    const url = await listen(() => {
      const headers = new Headers({ "X-A": "1" });
      headers.append("Set-Cookie", "a=1");
      headers.append("Set-Cookie", "b=2");
      return new Response(null, { status: 204, headers });
    });
    const { status, headers } = await fetch(url);
    expect([status, headers.getSetCookie(), headers.get("x-a")]).toEqual([204, ["a=1", "b=2"], "1"]);
  });
});
