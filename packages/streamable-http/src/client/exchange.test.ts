/** One request over real sockets: every kind of answer, and every kind of message on it. */
import { afterEach, describe, expect, it } from "vitest";
import {
  RecordingClient,
  ScriptedServer,
  json,
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

const lostOf = (end: End) => ("lost" in end ? end.lost : undefined);
const errorBody = (id: unknown, code = -32600) => ({ jsonrpc: "2.0", id, error: { code, message: "no" } });
const progress = (token: unknown, n = 1) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: token, progress: n },
});

describe("a POST", () => {
  // 2026-07-28/basic/transports/streamable-http#sending-messages/3, 2025-11-25/basic/transports#sending-messages-to-the-server/3
  it("accepts both kinds of answer, and takes a JSON body", async () => {
    const { server, client } = await open((seen, answer) => result(answer, seen, { ok: true }));
    expect(await client.call().over).toEqual({ response: reply(1, { ok: true }), evidence: { httpStatus: 200 } });
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    });
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", " application/json ;x=1"])(
    "takes JSON as %j",
    async (type) => {
      const { client } = await open((seen, answer) => json(answer, reply(seen.body.id), 200, { "content-type": type }));
      expect(await client.call().over).toMatchObject({ response: { id: 1 } });
    },
  );

  it("takes an event stream: its notifications, then its reply, then nothing more", async () => {
    const { client } = await open((seen, answer) => {
      stream(answer, { "content-type": "text/event-stream; charset=utf-8" });
      send(answer, progress(1));
      send(answer, { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } });
      send(answer, reply(seen.body.id));
      send(answer, progress(1, 2));
      answer.end();
    });
    const call = client.call();
    await call.over;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(call.notified.map(({ method }) => method)).toEqual(["notifications/progress", "notifications/message"]);
    expect(call.ends).toEqual([{ response: reply(1), evidence: { httpStatus: 200 } }]);
  });

  it("ends with an error response on a stream as with a result", async () => {
    const { server, client } = await session((seen, answer) => {
      stream(answer);
      send(answer, errorBody(seen.body.id), "e1");
      answer.end();
    });
    expect(await client.call().over).toMatchObject({ response: { error: { code: -32600 } } });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.of("GET")).toHaveLength(1);
  });

  it.each<[string, number, unknown]>([
    ["with its id", 400, errorBody(1)],
    ["with the id null", 400, errorBody(null)],
    ["without an id", 400, { jsonrpc: "2.0", error: { code: -32600, message: "no" } }],
    ["with 404, as a modern server refuses an unknown method", 404, errorBody(1, -32601)],
    ["with 500", 500, errorBody(1, -32603)],
  ])("answered by a JSON-RPC error %s ends with that error and its status", async (_title, status, body) => {
    const { client } = await open((_seen, answer) => json(answer, body, status));
    expect(await client.modern("server/discover").over).toEqual({ response: body, evidence: { httpStatus: status } });
  });

  it.each<[string, number, Record<string, string>, string, string]>([
    ["404 and a page", 404, { "content-type": "text/html" }, "<p>", "http-status"],
    ["400 and nothing", 400, {}, "", "http-status"],
    ["400 and an error about another request", 400, {}, JSON.stringify(errorBody(77)), "http-status"],
    ["400 and JSON that is no message", 400, { "content-type": "application/json" }, '{"error":"x"}', "http-status"],
    ["503", 503, {}, "", "http-status"],
    ["304", 304, {}, "", "http-status"],
    ["401", 401, { "www-authenticate": "Bearer" }, JSON.stringify(errorBody(1)), "unauthorized"],
    ["403", 403, {}, "", "unauthorized"],
    ["200 and a page", 200, { "content-type": "text/html" }, "<p>", "malformed"],
    ["200 and a type that only begins like JSON", 200, { "content-type": "application/json5" }, "{}", "malformed"],
    ["200 without a type", 200, {}, "{}", "malformed"],
    ["202 and nothing", 202, {}, "", "malformed"],
    ["204", 204, {}, "", "malformed"],
    ["a body that is not JSON", 200, { "content-type": "application/json" }, "{", "malformed"],
    ["an empty body", 200, { "content-type": "application/json" }, "", "malformed"],
    ["another id's reply", 200, { "content-type": "application/json" }, JSON.stringify(reply("1")), "malformed"],
    [
      "a result that is none",
      200,
      { "content-type": "application/json" },
      '{"jsonrpc":"2.0","id":1,"result":1}',
      "malformed",
    ],
    ["a batch where there are none", 200, { "content-type": "application/json" }, "[]", "malformed"],
  ])("answered by %s is lost once, typed", async (_title, status, headers, body, code) => {
    const { client } = await open((_seen, answer) => void answer.writeHead(status, headers).end(body));
    const call = client.call();
    const lost = lostOf(await call.over);
    expect(lost).toMatchObject({ code });
    if (code === "http-status" || code === "unauthorized") expect(lost?.data).toMatchObject({ status });
    expect(call.ends).toHaveLength(1);
    expect(client.closings).toEqual([]);
  });

  it("to a port where nobody listens is unreachable", async () => {
    const server = await ScriptedServer.open(() => undefined);
    await server.close();
    const client = await RecordingClient.open(server.url);
    expect(lostOf(await client.call().over)).toMatchObject({ code: "unreachable" });
  });

  it("whose connection breaks before the answer is lost once the server has been reached", async () => {
    const { client } = await open((seen, answer) => {
      if (seen.body.id === 1) result(answer, seen);
      else answer.destroy();
    });
    await client.call().over;
    expect(lostOf(await client.call().over)).toMatchObject({ code: "lost" });
  });

  it("whose JSON body breaks off is lost", async () => {
    const { client } = await open((_seen, answer) => {
      answer.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      answer.write('{"jsonrpc"', () => answer.destroy());
    });
    expect(lostOf(await client.call().over)).toMatchObject({ code: "lost" });
  });

  it("of a notification is taken with any 2xx, and anything else is reported and fails nothing", async () => {
    let status = 202;
    const { client } = await open((_seen, answer) => void answer.writeHead(status).end());
    for (status of [200, 202, 204]) await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    expect(client.reports).toEqual([]);
    status = 400;
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    expect(client.reports).toMatchObject([{ code: "send-failed" }]);
    expect(client.closings).toEqual([]);
  });

  it("of a notification is taken with the head of the answer: a body that does not end holds nothing up", async () => {
    const { client } = await open((_seen, answer) => void answer.writeHead(202).flushHeaders());
    await client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    expect(client.reports).toEqual([]);
  });

  it("of a notification has a signal of its own, which listeners do not pile up on; closing gives all up", async () => {
    const signals: unknown[] = [];
    let hasGone: Promise<unknown> | undefined;
    const { client } = await open(
      (seen, answer) => {
        answer.writeHead(202);
        if (seen.body.method !== "notifications/unfinished") answer.end();
        else {
          hasGone = seen.gone;
          answer.flushHeaders();
        }
      },
      { fetch: (url, init) => (signals.push(init.signal), fetch(url, init)) },
    );
    for (const name of ["x", "y", "unfinished"]) {
      await client.link.notify({ jsonrpc: "2.0", method: `notifications/${name}` });
    }
    expect(new Set(signals).size).toBe(3);
    await client.link.close();
    await hasGone;
  });

  it("with an id that is in flight is our caller's mistake", async () => {
    const { client } = await open(() => undefined);
    client.link.begin({ jsonrpc: "2.0", id: "", method: "a" }, client.call().exchange as never);
    expect(() => client.link.begin({ jsonrpc: "2.0", id: "", method: "a" }, {} as never)).toThrow(/in flight/);
  });

  it("with params that JSON cannot say throws, and no exchange begins", async () => {
    const { client } = await open((seen, answer) => result(answer, seen));
    expect(() => client.call("a", { n: 1n })).toThrow(TypeError);
    expect(await client.call("a").over).toHaveProperty("response");
  });

  it("beyond the number in flight is busy", async () => {
    const { client } = await open(() => undefined, { limits: { maxInFlight: 1 } });
    client.call();
    expect(lostOf(await client.call().over)).toMatchObject({ code: "busy" });
  });
});

describe("limits", () => {
  const limits = { limits: { maxMessageBytes: 1000 } };
  const big = { text: "x".repeat(2000) };

  it.each<[string, Script]>([
    ["a JSON body", (seen, answer) => result(answer, seen, big)],
    [
      "a JSON body without a length",
      (seen, answer) => {
        answer.writeHead(200, { "content-type": "application/json" });
        answer.write(" ".repeat(900));
        answer.end(JSON.stringify(reply(seen.body.id, big)));
      },
    ],
    [
      "an event",
      (seen, answer) => {
        stream(answer);
        send(answer, reply(seen.body.id, big), "e1");
        answer.end();
      },
    ],
  ])("%s that is too large fails that request once, and the link lives", async (_title, script) => {
    const { server, client } = await session(
      (seen, answer) => (seen.body.id === 2 ? script(seen, answer) : result(answer, seen)),
      limits,
    );
    expect(lostOf(await client.call().over)).toMatchObject({ code: "budget", data: { limit: "maxMessageBytes" } });
    expect(await client.call().over).toHaveProperty("response");
    expect(server.of("GET")).toHaveLength(1);
  });

  it("one stream more than allowed fails its own request", async () => {
    const { client } = await open((_seen, answer) => stream(answer), { maxOpenStreams: 2 });
    client.call();
    client.call();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lostOf(await client.call().over)).toMatchObject({ code: "budget", data: { limit: "maxOpenStreams" } });
  });

  it("a body that nests too deeply is malformed", async () => {
    const { client } = await open(
      (_seen, answer) =>
        void answer.writeHead(200, { "content-type": "application/json" }).end(`{"a":${"[".repeat(900)}`),
    );
    expect(lostOf(await client.call().over)).toMatchObject({ code: "malformed" });
  });
});

describe("what the server asks", () => {
  const question = { jsonrpc: "2.0", id: 0, method: "roots/list" };

  it("on a response stream belongs to that exchange, and is answered by a POST of its own", async () => {
    let ask: (() => void) | undefined;
    const { server, client } = await session((seen, answer) => {
      if (seen.body.method === "tools/call") {
        stream(answer);
        send(answer, question);
        ask = () => {
          send(answer, reply(seen.body.id, { after: true }));
          answer.end();
        };
      } else {
        answer.writeHead(202).end();
        ask?.();
      }
    });
    const call = client.call();
    call.onasked = (x) => x.end({ jsonrpc: "2.0", id: x.request.id, result: { roots: [] } });
    expect(await call.over).toMatchObject({ response: { result: { after: true } } });
    expect(client.asked).toEqual([]);
    const answered = server.seen.find(({ body }) => body.result !== undefined);
    expect(answered).toMatchObject({ body: reply(0, { roots: [] }), headers: { "mcp-session-id": "s-1" } });
  });

  it("may be withdrawn, and is not answered then", async () => {
    const { server, client } = await session((_seen, answer) => {
      stream(answer);
      send(answer, question);
      send(answer, {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 0, reason: "never mind" },
      });
      send(answer, progress(2));
    });
    const call = client.call();
    const aborts: unknown[] = [];
    call.onasked = (x) => (x.onabort = (why) => aborts.push(why));
    await until(() => call.notified.length === 1);
    expect(aborts).toEqual([{ code: "cancelled", reason: "never mind" }]);
    call.asked[0]?.end({ jsonrpc: "2.0", id: 0, result: {} });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.of("POST")).toHaveLength(3);
  });

  it("ends with the exchange that it was asked in, unless that has its reply", async () => {
    const { client } = await session((_seen, answer) => {
      stream(answer);
      send(answer, question);
    });
    const call = client.call();
    await until(() => call.asked.length === 1);
    call.exchange.abandon();
    expect(call.asked[0]?.aborted).toEqual({ code: "closed" });
  });

  // 2026-07-28/basic/transports/streamable-http#sending-messages/6
  it("a modern client is reported and never answered", async () => {
    const { server, client } = await open((seen, answer) => {
      stream(answer);
      send(answer, question);
      send(answer, { jsonrpc: "2.0", id: 3, method: 7 });
      send(answer, reply(seen.body.id));
      answer.end();
    });
    const call = client.modern();
    await call.over;
    expect(call.asked).toEqual([]);
    expect(client.reports).toMatchObject([{ code: "malformed-message" }, { code: "malformed-message" }]);
    expect(server.seen).toHaveLength(1);
  });
});

describe("batches", () => {
  it("of a revision that has them are taken apart, in a body and on a stream", async () => {
    const { client } = await open(
      withSession((seen, answer) => {
        const batch = [progress(seen.body.id), reply(seen.body.id, { batched: true })];
        if (seen.body.id === 2) json(answer, batch);
        else {
          stream(answer);
          send(answer, batch);
          answer.end();
        }
      }),
    );
    await client.handshake({ revision: "2025-03-26", batches: true, versionHeader: false });
    for (const call of [client.call(), client.call()]) {
      expect(await call.over).toMatchObject({ response: { result: { batched: true } } });
      expect(call.notified).toHaveLength(1);
    }
  });
});

describe("odd messages on a stream", () => {
  it("are reported, and the reply still arrives", async () => {
    const { client } = await open((seen, answer) => {
      stream(answer);
      answer.write("data: {not json\n\n");
      answer.write("event: other\ndata: {not json either\n\n");
      send(answer, reply(99));
      send(answer, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } });
      send(answer, progress("99"));
      send(answer, progress(String(seen.body.id)));
      send(answer, { hello: 1 });
      send(answer, reply(seen.body.id));
      answer.end();
    });
    const call = client.modern();
    expect(await call.over).toHaveProperty("response");
    expect(client.reports.map(({ code }) => code)).toEqual([
      "skipped-line",
      "unknown-reply",
      "ignored-cancel",
      "unknown-notification",
      "malformed-message",
    ]);
    // A token that came back as a string is still that of this request.
    expect(call.notified).toHaveLength(1);
  });

  it("from a listener that throws end neither the stream nor the link", async () => {
    const { client } = await open((seen, answer) => {
      stream(answer);
      send(answer, progress(1));
      send(answer, reply(seen.body.id));
      answer.end();
    });
    const call = client.modern();
    call.onnotified = () => {
      throw new Error("listener");
    };
    expect(await call.over).toHaveProperty("response");
    expect(client.reports).toMatchObject([{ code: "handler-error" }]);
  });
});
