/** The headers and the ends of a link, over real sockets. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import {
  RecordingClient,
  ScriptedServer,
  reply,
  result,
  send,
  stream,
  until,
  withSession,
  type End,
  type Script,
} from "../../test/scripted-http.js";
import type { HttpOptions } from "./options.js";

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

async function open(script: Script, options?: HttpOptions) {
  const server = await serve(script);
  const client = await RecordingClient.open(server.url, options);
  clients.push(client);
  return { server, client };
}

async function session(script: Script, options?: HttpOptions & { readonly get?: Script }) {
  const opened = await open(withSession(script, options), options);
  await opened.client.handshake();
  return opened;
}

/** A full collection of garbage, and what follows from it. */
async function collect(): Promise<void> {
  setFlagsFromString("--expose-gc");
  // Sound: the flag defines it in every new context.
  const gc = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const lostOf = (end: End) => ("lost" in end ? end.lost : undefined);
const progress = (token: unknown, n = 1) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: token, progress: n },
});

describe("headers", () => {
  // 2026-07-28/basic/transports/streamable-http#protocol-version-header/1, …#standard-request-headers/1, …#client-behavior/1
  it("of a modern request mirror its body", async () => {
    const { server, client } = await open((seen, answer) => result(answer, seen));
    const hints = {
      headers: { "x-own": "1" },
      headerParameters: [
        { path: ["region"], header: "Region", type: "string" },
        { path: ["a", "b"], header: "Deep", type: "integer" },
        { path: ["none"], header: "None", type: "string" },
      ],
    } as const;
    await client.modern(
      "tools/call",
      { name: "wetter für alle", arguments: { region: "us", a: { b: 4 }, none: null } },
      hints,
    ).over;
    await client.modern("resources/read", { uri: "file:///path/to/file%20name.txt" }).over;
    await client.modern("tools/list").over;
    const [called, read, listed] = server.seen.map(({ headers }) => headers);
    expect(called).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "=?base64?d2V0dGVyIGbDvHIgYWxsZQ==?=",
      "mcp-param-region": "us",
      "mcp-param-deep": "4",
      "x-own": "1",
    });
    expect(called).not.toHaveProperty("mcp-param-none");
    expect(read).toMatchObject({ "mcp-method": "resources/read", "mcp-name": "file:///path/to/file%20name.txt" });
    expect(listed).toMatchObject({ "mcp-method": "tools/list" });
    expect(listed).not.toHaveProperty("mcp-name");
    for (const headers of [called, read, listed]) expect(headers).not.toHaveProperty("mcp-session-id");
  });

  it("of a notification without a revision of its own name the one that the link's requests name", async () => {
    const { server, client } = await open((seen, answer) => {
      if (seen.body.id === undefined) answer.writeHead(202).end();
      else result(answer, seen);
    });
    await client.modern().over;
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    expect(server.seen[1]?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "notifications/x",
    });
  });

  // 2025-11-25/basic/transports#session-management/4, 2025-11-25/basic/transports#protocol-version-header/1
  it("of a session follow the handshake: initialize goes out without them, everything after it with them", async () => {
    const { server, client } = await session((seen, answer) => {
      if (seen.body.method === "roots/list") answer.writeHead(202).end();
      else result(answer, seen);
    });
    await client.call("tools/list").over;
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    await client.link.close();
    const [first, ...rest] = server.seen;
    expect(first?.body.method).toBe("initialize");
    expect(first?.headers).not.toHaveProperty("mcp-session-id");
    expect(first?.headers).not.toHaveProperty("mcp-protocol-version");
    expect(rest.map(({ method }) => method).sort()).toEqual(["DELETE", "GET", "POST", "POST", "POST"]);
    for (const { headers } of rest) {
      expect(headers).toMatchObject({ "mcp-session-id": "s-1", "mcp-protocol-version": "2025-11-25" });
      expect(headers).not.toHaveProperty("mcp-method");
    }
  });

  it("name no version where the revision has no such header", async () => {
    const { server, client } = await open(withSession((seen, answer) => result(answer, seen)));
    await client.handshake({ revision: "2025-03-26", versionHeader: false });
    await client.call("tools/list").over;
    for (const { headers } of server.seen) expect(headers).not.toHaveProperty("mcp-protocol-version");
  });

  it("come fresh for each request from a function, in any spelling, and cannot replace the protocol's", async () => {
    let n = 0;
    const headers = async () => ({ Authorization: `Bearer ${++n}`, ACCEPT: "text/html", "X-Own": "all" });
    const { server, client } = await open((seen, answer) => result(answer, seen), { headers });
    await client.call().over;
    await client.call("a", {}, { headers: { "x-own": "one" } }).over;
    expect(server.seen.map(({ headers }) => [headers.authorization, headers["x-own"]])).toEqual([
      ["Bearer 1", "all"],
      ["Bearer 2", "one"],
    ]);
    expect(server.seen[0]?.headers.accept).toBe("application/json, text/event-stream");
  });

  it("that cannot be made fail the request, with the cause", async () => {
    const cause = new Error("no token");
    const { client } = await open(() => undefined, { headers: () => Promise.reject(cause) });
    expect(lostOf(await client.call().over)).toMatchObject({ code: "unreachable", cause });
  });

  it("never carry a session id that is none", async () => {
    const { server, client } = await open(withSession((seen, answer) => result(answer, seen), { id: "a b" }));
    await client.handshake();
    expect(client.reports).toMatchObject([{ code: "malformed-message" }]);
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("mcp-session-id");
  });
});

describe("abandoning", () => {
  const notice = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } } as const;

  // 2026-07-28/basic/transports/streamable-http#cancellation/1
  it("a modern request closes its stream and says nothing else", async () => {
    const { server, client } = await open((_seen, answer) => {
      stream(answer);
      send(answer, progress(1));
    });
    const call = client.modern();
    await until(() => call.notified.length === 1);
    call.exchange.abandon({ ...notice, params: { requestId: 1 } });
    await server.seen[0]?.gone;
    expect(server.seen).toHaveLength(1);
    expect(call.ends).toEqual([]);
  });

  it("a modern request closes its stream also after a collection, which makes undici forget the signal", async () => {
    const { server, client } = await open((seen, answer) => {
      if (seen.body.id === 1) return result(answer, seen);
      stream(answer);
      send(answer, progress(2));
    });
    // Once the host's fetch has been used, requests go out as ones that may not be redirected.
    await client.modern().over;
    const call = client.modern();
    await until(() => call.notified.length === 1);
    await collect();
    call.exchange.abandon();
    await server.seen[1]?.gone;
  });

  it("a modern request before its answer began closes the connection", async () => {
    const { server, client } = await open(() => undefined);
    const call = client.modern();
    await until(() => server.seen.length === 1);
    call.exchange.abandon();
    await server.seen[0]?.gone;
    expect(call.ends).toEqual([]);
  });

  // 2025-11-25/basic/transports#sending-messages-to-the-server/22
  it("a legacy request sends the notice, in its session, and comes back no more", async () => {
    const { server, client } = await session((seen, answer) => {
      if (seen.body.method === "notifications/cancelled") answer.writeHead(202).end();
      else {
        stream(answer);
        send(answer, progress(2), "e1");
      }
    });
    const call = client.call();
    await until(() => call.notified.length === 1);
    call.exchange.abandon(notice);
    await until(() => server.seen.some(({ body }) => body.method === "notifications/cancelled"));
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(server.seen.at(-1)).toMatchObject({ body: notice, headers: { "mcp-session-id": "s-1" } });
    expect(server.of("GET")).toHaveLength(1);
    expect(call.ends).toEqual([]);
  });

  it("a request that waits to reconnect ends the waiting", async () => {
    const { server, client } = await session(
      (_seen, answer) => {
        stream(answer);
        answer.end("id: e1\ndata:\n\n");
      },
      { reconnectDelayMs: 60 },
    );
    const call = client.call();
    await new Promise((resolve) => setTimeout(resolve, 30));
    call.exchange.abandon();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(server.of("GET")).toHaveLength(1);
  });
});

describe("URLs and options", () => {
  it.each(["ftp://a/", "file:///a", "javascript:alert(1)", "not a url", "/mcp", "http://user:pw@a/"])(
    "%s is refused",
    (url) => {
      expect(() => RecordingClient.open(url)).toThrow(expect.objectContaining({ code: "url" }));
    },
  );

  it.each([{ maxReconnects: -1 }, { reconnectDelayMs: Number.NaN }])("%j is refused", (options) => {
    expect(() => RecordingClient.open("http://a/", options)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("hosts", () => {
  it.each([null, undefined])("whose responses have the body %s are read as text", async (body) => {
    const text = (value: unknown, type: string) =>
      Object.defineProperty(new Response(JSON.stringify(value), { headers: { "content-type": type } }), "body", {
        value: body,
      });
    const fetches = [
      text(reply(1), "application/json"),
      Object.defineProperty(
        new Response(`data: ${JSON.stringify(reply(2))}\n\n`, { headers: { "content-type": "text/event-stream" } }),
        "body",
        { value: body },
      ),
    ];
    const client = await RecordingClient.open("http://a/", { fetch: async () => fetches.shift() ?? Response.error() });
    expect(await client.call().over).toHaveProperty("response");
    expect(await client.call().over).toHaveProperty("response");
  });

  it("are asked for their fetch at each request, so that it may be replaced", async () => {
    const original = globalThis.fetch;
    const client = await RecordingClient.open("http://a/");
    globalThis.fetch = async () => Response.json(reply(1));
    try {
      expect(await client.call().over).toHaveProperty("response");
    } finally {
      globalThis.fetch = original;
    }
  });
});
