/** HTTP+SSE of 2024-11-05 and the way to it, over real sockets. */
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  RecordingClient,
  ScriptedServer,
  json,
  result,
  send,
  stream,
  until,
  type Script,
} from "../../test/scripted-http.js";
import { httpSse, type HttpSseOptions } from "./client.js";

const servers: ScriptedServer[] = [];
const clients: RecordingClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.link.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await ScriptedServer.open(script);
  servers.push(server);
  return server;
}

/** A server of 2024-11-05: echoes each request's method, and answers the POST to its stream's URL with `status`. */
function oldServer(
  options: { readonly status?: number; readonly endpoint?: string; readonly body?: unknown } = {},
): Script {
  let events: ServerResponse | undefined;
  return (seen, answer) => {
    if (seen.method === "GET") {
      events = answer;
      stream(answer);
      answer.write(`event: endpoint\ndata: ${options.endpoint ?? "/messages?session=1"}\n\n`);
    } else if (seen.url.startsWith("/messages")) {
      answer.writeHead(202).end("Accepted");
      if (seen.body.method === "die") events?.destroy();
      else if (seen.body.id !== undefined && events !== undefined) {
        send(events, { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } });
        send(events, { jsonrpc: "2.0", id: seen.body.id, result: { echo: seen.body.method } });
      }
    } else if (options.body === undefined) answer.writeHead(options.status ?? 404).end("Cannot POST /mcp");
    else json(answer, options.body, options.status);
  };
}

async function openSse(
  script: Script,
  options?: HttpSseOptions,
): Promise<{ server: ScriptedServer; client: RecordingClient }> {
  const server = await serve(script);
  const client = await RecordingClient.over(httpSse(server.url, options));
  clients.push(client);
  return { server, client };
}

describe("HTTP+SSE", () => {
  it("posts to the endpoint that the server names, and hears its answers on the stream", async () => {
    const { server, client } = await openSse(oldServer(), { headers: { authorization: "Bearer x" } });
    expect(await client.call("initialize").over).toMatchObject({ response: { result: { echo: "initialize" } } });
    expect(client.notified).toHaveLength(1);
    expect(server.seen).toMatchObject([
      { method: "GET", headers: { accept: "text/event-stream", authorization: "Bearer x" } },
      { method: "POST", url: "/messages?session=1", headers: { authorization: "Bearer x" } },
    ]);
  });

  it.each(["https://evil.example/messages", "http://127.0.0.1:1/messages", "http://[", "//evil.example/x"])(
    "never posts to an endpoint of another origin: %s",
    async (endpoint) => {
      const server = await serve(oldServer({ endpoint }));
      await expect(RecordingClient.over(httpSse(server.url))).rejects.toMatchObject({ code: "malformed" });
      expect(server.of("POST")).toEqual([]);
    },
  );

  it.each<[string, Script, string]>([
    ["405", (_seen, answer) => void answer.writeHead(405).end(), "http-status"],
    ["401", (_seen, answer) => void answer.writeHead(401).end(), "unauthorized"],
    ["a page", (_seen, answer) => void answer.writeHead(200, { "content-type": "text/html" }).end("hi"), "malformed"],
    ["a stream without events", (_seen, answer) => stream(answer), "timeout"],
    [
      "a stream that begins with a message",
      (_seen, answer) => {
        stream(answer);
        send(answer, {});
      },
      "malformed",
    ],
    [
      "a stream that ends",
      (_seen, answer) => {
        stream(answer);
        answer.end();
      },
      "lost",
    ],
  ])("is not there where the GET gives %s", async (_title, script, code) => {
    const server = await serve(script);
    await expect(RecordingClient.over(httpSse(server.url, { endpointTimeoutMs: 60 }))).rejects.toMatchObject({ code });
    await Promise.all(server.seen.map(({ gone }) => gone));
  });

  it("takes a message as sent with the head of the answer: a body that does not end holds nothing up", async () => {
    const { client } = await openSse((seen, answer) => {
      if (seen.method === "POST") answer.writeHead(202).flushHeaders();
      else {
        stream(answer);
        answer.write("event: endpoint\ndata: /messages\n\n");
      }
    });
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    expect(client.closings).toEqual([]);
  });

  it("gives each request a signal of its own, which listeners do not pile up on", async () => {
    const signals: unknown[] = [];
    const { client } = await openSse(oldServer(), {
      fetch: (url, init) => (signals.push(init.signal), fetch(url, init)),
    });
    for (let n = 0; n < 3; n++) await client.call().over;
    expect(new Set(signals).size).toBe(4);
  });

  it("ends with its stream: what is in flight is lost", async () => {
    const { client } = await openSse(oldServer());
    const call = client.call("die");
    expect(await call.over).toMatchObject({ lost: { code: "lost" } });
    expect(client.closings).toMatchObject([{ code: "lost" }]);
  });

  it("ends where a message is refused, instead of waiting for an answer that cannot come", async () => {
    const server = await serve((seen, answer) => {
      if (seen.method === "POST") answer.writeHead(400).end("Invalid message");
      else {
        stream(answer);
        answer.write("event: endpoint\ndata: /messages\n\n");
      }
    });
    const client = await RecordingClient.over(httpSse(server.url));
    expect(await client.call().over).toMatchObject({ lost: { code: "http-status", data: { status: 400 } } });
  });

  it("refuses a modern request without a word to the server, unless it is given up first", async () => {
    const { server, client } = await openSse(oldServer());
    client.modern("server/discover").exchange.abandon();
    expect(await client.modern("server/discover").over).toMatchObject({ lost: { code: "unsupported" } });
    expect(server.of("POST")).toEqual([]);
  });

  it("loses an answer larger than the link's owner allows, with the budget's name", async () => {
    const server = await serve(oldServer());
    const transport = httpSse(server.url);
    const limits = { maxMessageBytes: 200 };
    const client = await RecordingClient.over({
      ...transport,
      open: (on) => transport.open(Object.assign(on, { limits })),
    });
    clients.push(client);
    expect(await client.call("x".repeat(300)).over).toMatchObject({
      lost: { code: "budget", data: { limit: "maxMessageBytes", max: 200 } },
    });
  });

  it("closes its stream", async () => {
    const { server, client } = await openSse(oldServer());
    await client.link.close();
    await server.seen[0]?.gone;
    expect(client.closings).toEqual([undefined]);
  });
});

describe("http() and a server of 2024-11-05", () => {
  async function open(script: Script, options = {}) {
    const server = await serve(script);
    const client = await RecordingClient.open(server.url, options);
    clients.push(client);
    return { server, client };
  }

  it.each([400, 404, 405])("turns to it when initialize is answered by %i, for all that follows", async (status) => {
    const { server, client } = await open(oldServer({ status }));
    expect(await client.call("initialize").over).toMatchObject({ response: { result: { echo: "initialize" } } });
    await client.link.settle(
      { revision: "2024-11-05", batches: false, nullIds: true, versionHeader: false, primingEvent: false },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    );
    expect(await client.call("tools/list").over).toMatchObject({ response: { result: { echo: "tools/list" } } });
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    await until(() => server.of("POST").length === 5);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /mcp",
      "GET /mcp",
      "POST /messages?session=1",
      "POST /messages?session=1",
      "POST /messages?session=1",
      "POST /messages?session=1",
    ]);
    await client.link.close();
    await server.of("GET")[0]?.gone;
    expect(client.closings).toEqual([undefined]);
  });

  // 2026-07-28/basic/transports/streamable-http#backward-compatibility/2
  it("stays where the body is a modern error, or the status is another, or another request was refused", async () => {
    const modern = await open(
      oldServer({ status: 400, body: { jsonrpc: "2.0", id: 1, error: { code: -32022, message: "" } } }),
    );
    expect(await modern.client.call("initialize").over).toMatchObject({ response: { error: { code: -32022 } } });
    const forbidden = await open(oldServer({ status: 500 }));
    expect(await forbidden.client.call("initialize").over).toMatchObject({ lost: { code: "http-status" } });
    const other = await open(oldServer());
    expect(await other.client.call("server/discover").over).toMatchObject({ lost: { code: "http-status" } });
    for (const { server } of [modern, forbidden, other]) expect(server.of("GET")).toEqual([]);
  });

  it.each<[string, Script]>([
    ["refused", (_seen, answer) => void answer.writeHead(405).end()],
    ["answered by another stream", (_seen, answer) => stream(answer)],
  ])("keeps the first answer where the GET is %s", async (_title, get) => {
    const { client } = await open(
      (seen, answer) =>
        seen.method === "GET"
          ? get(seen, answer)
          : json(answer, { jsonrpc: "2.0", id: seen.body.id, error: { code: -32600, message: "no" } }, 400),
      { endpointTimeoutMs: 50 },
    );
    expect(await client.call("initialize").over).toMatchObject({
      response: { error: { code: -32600 } },
      evidence: { httpStatus: 400 },
    });
    expect(client.closings).toEqual([]);
  });

  it("does not look for it where the user wants none", async () => {
    const { server, client } = await open(oldServer(), { httpSseFallback: false });
    expect(await client.call("initialize").over).toMatchObject({
      lost: { code: "http-status", data: { status: 404 } },
    });
    expect(server.of("GET")).toEqual([]);
  });

  it("drops the request that was given up on the way", async () => {
    const { server, client } = await open(async (seen, answer) => {
      if (seen.method === "GET") await new Promise((resolve) => setTimeout(resolve, 40));
      return oldServer()(seen, answer);
    });
    const call = client.call("initialize");
    await until(() => server.of("GET").length === 1);
    call.exchange.abandon();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(call.ends).toEqual([]);
  });

  it("lets go of the GET when it is closed meanwhile", async () => {
    const { server, client } = await open((seen, answer) => {
      if (seen.method === "GET") stream(answer);
      else answer.writeHead(404).end();
    });
    const call = client.call("initialize");
    await until(() => server.of("GET").length === 1);
    await client.link.close();
    await server.of("GET")[0]?.gone;
    expect(call.ends).toMatchObject([{ lost: { code: "closed" } }]);
    expect(client.closings).toEqual([undefined]);
  });

  it("answers a JSON body of the modern kind as before", async () => {
    const { client } = await open((seen, answer) => result(answer, seen));
    expect(await client.call("initialize").over).toHaveProperty("response");
  });
});
