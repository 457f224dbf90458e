/** A stand-in for a request against the real one: the same looks at both, and what only a socket can show. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { closing, endpoint, failure, listen, members, until, type Fetch } from "../test-fixtures/fetch-listener.js";

const sent = {
  method: "POST",
  headers: { "Content-Type": "text/plain", Accept: "*/*", "X-A": "one" },
  body: "grüße",
};

describe("a request is seen as the real one would be", () => {
  test.each<[string, (request: Request) => unknown]>([
    ["its head", ({ method, headers }) => [method, headers.get("x-a"), headers.has("nothing"), headers.get("accept")]],
    ["its URL", ({ url }) => new URL(url).pathname + new URL(url).search],
    ["what kind it is", (r) => [r instanceof Request, r.constructor === Request, Object.prototype.toString.call(r)]],
    ["its members", (r) => [members(r), Object.keys(r), JSON.stringify(r), "signal" in r]],
    ["its settings", (r) => [r.mode, r.credentials, r.cache, r.redirect, r.referrer, r.integrity, r.keepalive]],
    ["its text", (r) => r.text()],
    ["its bytes", async (r) => [...new Uint8Array(await r.arrayBuffer())]],
    ["its blob", async (r) => [(await r.blob()).type, await r.blob().catch(failure)]],
    ["its JSON, which it has not", (r) => r.json().catch(failure)],
    ["its text, read twice", async (r) => [r.bodyUsed, await r.text(), r.bodyUsed, await r.text().catch(failure)]],
    [
      "its stream",
      async (r) => {
        const reader = r.body?.getReader();
        const first = await reader?.read();
        return [r.body?.locked, r.bodyUsed, new TextDecoder().decode(first?.value), await r.text().catch(failure)];
      },
    ],
    [
      "its clone",
      async (r) => {
        const copy = r.clone();
        return [copy.method, await copy.text(), r.bodyUsed, await r.text(), r.bodyUsed];
      },
    ],
    [
      "a clone of what was read",
      async (r) => {
        await r.text();
        try {
          return r.clone().method;
        } catch (error) {
          return failure(error);
        }
      },
    ],
    [
      "a new request of it",
      async (r) => {
        const copy = new Request(r, { headers: { "X-B": "two" } });
        return [copy.method, copy.headers.get("x-a"), copy.headers.get("x-b"), await copy.text(), r.bodyUsed];
      },
    ],
    [
      "a new request of its members",
      async (r) => {
        const init: RequestInit & { duplex: "half" } = {
          method: r.method,
          headers: r.headers,
          body: r.body,
          duplex: "half",
        };
        return new Request(new URL("/else", r.url), init).text();
      },
    ],
    [
      "a request with it as settings",
      async (r) => {
        const copy = new Request(new URL("/else", r.url), r);
        return [copy.method, copy.headers.get("x-a"), await copy.text()];
      },
    ],
    [
      "headers that are changed",
      (r) => {
        r.headers.set("X-A", "changed");
        r.headers.append("X-A", "again");
        r.headers.delete("accept");
        return [r.headers.get("x-a"), r.headers.has("accept"), new Request(r).headers.get("x-a")];
      },
    ],
    ["members that stay the same", (r) => [r.headers === r.headers, r.body === r.body, r.signal === r.signal]],
    ["its signal", ({ signal }) => [signal instanceof AbortSignal, signal.aborted]],
    ["methods that are borrowed", (r) => Request.prototype.text.call(r)],
    [
      "a getter that is borrowed",
      (r) => {
        const getter = Object.getOwnPropertyDescriptor(Request.prototype, "redirect")?.get;
        return getter?.call(r) as unknown;
      },
    ],
    ["a member of its own", (r) => Object.assign(r, { ip: "::1" }).ip],
    [
      "a member that is only read",
      (r) => {
        try {
          Object.assign(r, { method: "GET" });
        } catch (error) {
          return [failure(error), r.method];
        }
        return "no error";
      },
    ],
  ])("%s", async (_title, look) => {
    let seen: unknown;
    const url = await listen(async (request) => {
      seen = await Promise.resolve(look(request)).catch((error: unknown) => `threw ${String(error)}`);
      return new Response("done");
    });
    expect(await (await fetch(`${url}?x=%20y`, sent)).text()).toBe("done");
    expect(seen).toEqual(await look(new Request(`${url}?x=%20y`, sent)));
  });

  test("GET has no body; HEAD gets none", async () => {
    const url = await listen(async (request) => new Response(`${request.body === null} ${await request.text()}`));
    expect(await (await fetch(url)).text()).toBe("true ");
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("repeated headers arrive joined", async () => {
    const url = new URL(await listen((request) => new Response(request.headers.get("x-many"))));
    const req = httpRequest({ port: url.port, path: "/", headers: { "X-Many": ["a", "b"] } }).end();
    // Node's own event carries the message.
    const [response] = (await once(req, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    expect(text).toBe("a, b");
  });

  test("the URL begins with the origin that is named, and a whole URL as target is one", async () => {
    const url = await listen(({ url: seen }) => new Response(seen), { origin: "https://public.example" });
    expect(await (await fetch(url)).text()).toBe("https://public.example/mcp");
    const { port } = new URL(await listen(({ url: seen }) => new Response(seen)));
    const socket = connect(Number(port), "127.0.0.1");
    closing.push(() => socket.destroy());
    socket.write("GET http://other.example/a?b HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n");
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toContain("http://other.example/a?b");
  });

  test("a host that is none reaches nobody who looks at the URL, and no guarded endpoint", async () => {
    const { handler } = endpoint({ isLoopback: true });
    const answer = async (fetchHandler: Fetch): Promise<string> => {
      const { port } = new URL(await listen(fetchHandler));
      const socket = connect(Number(port), "127.0.0.1");
      closing.push(() => socket.destroy());
      socket.write("POST /mcp HTTP/1.1\r\nHost: a b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      return text.slice(0, 12);
    };
    expect(await answer(({ url }) => new Response(url))).toBe("HTTP/1.1 500");
    expect(await answer(handler)).toBe("HTTP/1.1 403");
  });

  test.each(["before the signal is looked at", "after"])("a client that leaves aborts the signal, %s", async (when) => {
    const controller = new AbortController();
    let early: AbortSignal | undefined;
    let late: AbortSignal | undefined;
    const url = await listen(async (request) => {
      if (when === "after") early = request.signal;
      controller.abort();
      await new Promise((resolve) => void setTimeout(resolve, 30));
      late = request.signal;
      return new Response("nobody reads this");
    });
    await fetch(url, { signal: controller.signal }).catch(() => {});
    await until(() => late !== undefined && late.aborted);
    if (when === "after") expect(early?.aborted).toBe(true);
  });

  test("a body that breaks off rejects", async () => {
    let seen: unknown;
    const { port } = new URL(
      await listen(async (request) => {
        seen = await request.text().catch(failure);
        return new Response();
      }),
    );
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nab");
    await new Promise((resolve) => void setTimeout(resolve, 20));
    socket.destroy();
    await until(() => seen !== undefined);
    expect(seen).not.toBe("no error");
  });

  test("a large body arrives whole, and in pieces that wait to be read", async () => {
    const large = "x".repeat(3_000_000);
    const url = await listen(async (request) => {
      let size = 0;
      let most = 0;
      for await (const chunk of request.body ?? []) {
        size += chunk.byteLength;
        most = Math.max(most, chunk.byteLength);
        await new Promise((resolve) => void setImmediate(resolve));
      }
      return Response.json({ size, isInPieces: most < size });
    });
    expect(await (await fetch(url, { method: "POST", body: large })).json()).toEqual({
      size: 3_000_000,
      isInPieces: true,
    });
  });
});
