/** Broken streams, lost sessions and closing, over real sockets. */
import { systemTimers } from "@mcpwire/jsonrpc";
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

async function session(script: Script, options: HttpOptions & { readonly get?: Script } = {}) {
  const server = await ScriptedServer.open(withSession(script, options));
  servers.push(server);
  const client = await RecordingClient.open(server.url, options);
  clients.push(client);
  await client.handshake();
  return { server, client };
}

const lostOf = (end: End) => ("lost" in end ? end.lost : undefined);
const note = (n: number) => ({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: n } });
const dataOf = (notified: readonly { params?: Readonly<Record<string, unknown>> }[]) =>
  notified.map(({ params }) => params?.data);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a response stream that breaks", () => {
  // 2025-11-25/basic/transports#resumability-and-redelivery/4
  it("is taken up behind the last event, with the session's headers, and its result still arrives", async () => {
    const { server, client } = await session((seen, answer) => {
      stream(answer);
      if (seen.method === "POST") {
        send(answer, note(1), "e1");
        answer.write("", () => answer.destroy());
      } else if (seen.headers["last-event-id"] === "e1") {
        send(answer, note(2), "e2");
        answer.end();
      } else {
        send(answer, note(3), "e3");
        send(answer, reply(2, { done: true }), "e4");
        answer.end();
      }
    });
    const call = client.call();
    expect(await call.over).toMatchObject({ response: { result: { done: true } } });
    expect(dataOf(call.notified)).toEqual([1, 2, 3]);
    const resumes = server.of("GET").slice(1);
    expect(resumes.map(({ headers }) => headers["last-event-id"])).toEqual(["e1", "e2"]);
    expect(resumes[0]?.headers).toMatchObject({
      accept: "text/event-stream",
      "mcp-session-id": "s-1",
      "mcp-protocol-version": "2025-11-25",
    });
    await pause(30);
    expect(server.of("GET")).toHaveLength(3);
  });

  // 2025-11-25/basic/transports#sending-messages-to-the-server/12, …/14
  it("is taken up behind an id in any script, which goes out as the UTF-8 that it came as", async () => {
    const { server, client } = await session((seen, answer) => {
      stream(answer);
      if (seen.method === "POST") send(answer, note(1), "日-é");
      else send(answer, reply(2));
      answer.end();
    });
    expect(await client.call().over).toHaveProperty("response");
    // Node gives the bytes of a header one by one.
    const [sent = ""] = server.of("GET").flatMap(({ headers }) => headers["last-event-id"] ?? []);
    expect(Buffer.from(sent, "latin1").toString()).toBe("日-é");
  });

  it("is polled behind its priming event, not before the time that the server named", async () => {
    let closedAt = 0;
    let polledAt = 0;
    const { client } = await session((seen, answer) => {
      stream(answer);
      if (seen.method === "POST") {
        answer.end("id: prime\nretry: 120\ndata:\n\n");
        closedAt = performance.now();
      } else {
        polledAt = performance.now();
        send(answer, reply(2));
        answer.end();
      }
    });
    expect(await client.call().over).toHaveProperty("response");
    expect(polledAt - closedAt).toBeGreaterThanOrEqual(110);
    expect(polledAt - closedAt).toBeLessThan(400);
  });

  it("is lost at once without an event id", async () => {
    const { server, client } = await session((_seen, answer) => {
      stream(answer);
      send(answer, note(1));
      answer.end();
    });
    expect(lostOf(await client.call().over)).toMatchObject({ code: "lost" });
    expect(server.of("GET")).toHaveLength(1);
  });

  // 2026-07-28 has no resumption.
  it("is lost at once for a modern request, event id or not", async () => {
    const { server, client } = await session((_seen, answer) => {
      stream(answer);
      send(answer, note(1), "e1");
      answer.end();
    });
    expect(lostOf(await client.modern().over)).toMatchObject({ code: "lost" });
    expect(server.of("GET")).toHaveLength(1);
  });

  it("inside an event loses that event, and is taken up", async () => {
    const { client } = await session((seen, answer) => {
      stream(answer);
      if (seen.method === "POST") {
        send(answer, note(1), "e1");
        answer.end(`id: e2\ndata: ${JSON.stringify(reply(2, { half: true }))}\n`);
      } else {
        send(answer, reply(2, { from: seen.headers["last-event-id"] }));
        answer.end();
      }
    });
    expect(await client.call().over).toMatchObject({ response: { result: { from: "e1" } } });
  });

  it.each([0, 2])("with maxReconnects %i is taken up exactly that often, then lost", async (maxReconnects) => {
    const { server, client } = await session(
      (seen, answer) => {
        stream(answer);
        if (seen.method === "POST") send(answer, note(1), "e1");
        answer.end();
      },
      { maxReconnects },
    );
    expect(lostOf(await client.call().over)).toMatchObject({ code: "lost", data: { reconnects: maxReconnects } });
    expect(server.of("GET")).toHaveLength(1 + maxReconnects);
  });

  it("whose server wants to be asked again too late is lost", async () => {
    const { client } = await session((_seen, answer) => {
      stream(answer);
      answer.end("retry: 99999999999999999999\nid: e1\ndata:\n\n");
    });
    expect(lostOf(await client.call().over)).toMatchObject({ code: "lost", data: { retryMs: 1e20 } });
  });

  it.each<[string, number, Record<string, string>, number]>([
    ["405", 405, {}, 1],
    ["400", 400, {}, 1],
    ["a page", 200, { "content-type": "text/html" }, 1],
    ["JSON", 200, { "content-type": "application/json" }, 1],
  ])(
    "and whose resumption is answered by %s is lost, not taken for a refused request",
    async (_t, status, headers, gets) => {
      const { server, client } = await session((seen, answer) => {
        if (seen.method === "GET") {
          answer.writeHead(status, headers).end("{}");
          return;
        }
        stream(answer);
        send(answer, note(1), "e1");
        answer.end();
      });
      expect(lostOf(await client.call().over)).toMatchObject({ code: "lost" });
      expect(server.of("GET")).toHaveLength(1 + gets);
    },
  );

  it.each([401, 403])(
    "and whose resumption is challenged by %i is an authorization matter, not a dropped stream",
    async (status) => {
      const challenges: unknown[] = [];
      let isKnown = false;
      const { client } = await session(
        (seen, answer) => {
          if (seen.method === "GET" && !isKnown) {
            answer.writeHead(status).end();
            return;
          }
          stream(answer);
          if (seen.method === "GET") send(answer, reply(2));
          else send(answer, note(1), "e1");
          answer.end();
        },
        {
          challenged: ({ purpose, status }) => {
            challenges.push([purpose, status]);
            isKnown = true;
            return "retry";
          },
        },
      );
      expect(await client.call().over).toHaveProperty("response");
      expect(challenges).toEqual([["resume", status]]);
    },
  );

  it("and whose server answers 503 for a while is taken up later", async () => {
    let refusals = 2;
    const { client } = await session((seen, answer) => {
      if (seen.method === "GET" && refusals-- > 0) {
        answer.writeHead(503).end();
        return;
      }
      stream(answer);
      if (seen.method === "GET") send(answer, reply(2));
      else send(answer, note(1), "e1");
      answer.end();
    });
    expect(await client.call().over).toHaveProperty("response");
  });
});

describe("the standalone stream", () => {
  // 2025-11-25/basic/transports#listening-for-messages-from-the-server/2
  it("opens after the handshake's notification was taken, and brings what belongs to no request", async () => {
    const get: Script = (_seen, answer) => {
      stream(answer);
      send(answer, { jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      send(answer, { jsonrpc: "2.0", id: "q", method: "roots/list" });
      send(answer, reply(9));
      answer.write("data: {\n\n");
    };
    const { server, client } = await session((_seen, answer) => void answer.writeHead(202).end(), { get });
    await until(() => client.reports.length === 2);
    expect(server.seen.map(({ method }) => method)).toEqual(["POST", "POST", "GET"]);
    expect(server.of("GET")[0]?.headers).toMatchObject({ accept: "text/event-stream", "mcp-session-id": "s-1" });
    expect(client.notified.map(({ method }) => method)).toEqual(["notifications/tools/list_changed"]);
    expect(client.asked.map(({ request }) => request.method)).toEqual(["roots/list"]);
    expect(client.reports.map(({ code }) => code)).toEqual(["unknown-reply", "malformed-message"]);
    client.asked[0]?.end({ jsonrpc: "2.0", id: "q", result: { roots: [] } });
    await until(() => server.of("POST").length === 3);
    expect(server.of("POST")[2]?.body).toEqual(reply("q", { roots: [] }));
  });

  it("brings progress of a request to that request", async () => {
    let push: ((id: unknown) => void) | undefined;
    const get: Script = (_seen, answer) => {
      stream(answer);
      push = (id) =>
        send(answer, { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
    };
    const { client } = await session(() => undefined, { get });
    await until(() => push !== undefined);
    const call = client.call();
    push?.(2);
    push?.(77);
    await until(() => call.notified.length === 1 && client.reports.length === 1);
    expect(client.reports).toMatchObject([{ code: "unknown-notification" }]);
  });

  it.each([405, 400, 403, 410])("refused with %i is not offered: the connection goes on", async (status) => {
    const { server, client } = await session((seen, answer) => result(answer, seen), {
      get: (_seen, answer) => void answer.writeHead(status).end(),
    });
    await pause(20);
    expect(await client.call().over).toHaveProperty("response");
    expect(client.closings).toEqual([]);
    expect(server.of("GET")).toHaveLength(1);
  });

  it("that breaks opens again, behind its last event, and after it was given up at the next use", async () => {
    let opened = 0;
    const server = await ScriptedServer.open((seen, answer) => {
      if (seen.method === "GET") {
        opened++;
        stream(answer);
        if (opened === 1) send(answer, { jsonrpc: "2.0", method: "notifications/x" }, "g1");
        answer.end();
      } else if (seen.body.method === "initialize") json(answer, reply(seen.body.id), 200, { "mcp-session-id": "s" });
      else if (seen.body.id === undefined) answer.writeHead(202).end();
      else result(answer, seen);
    });
    servers.push(server);
    const client = await RecordingClient.open(server.url, { maxReconnects: 2 });
    clients.push(client);
    await client.handshake();
    await until(() => client.reports.length === 1);
    expect(client.reports).toMatchObject([{ code: "standalone-stream-lost" }]);
    expect(server.of("GET").map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "g1", "g1"]);
    await client.call().over;
    await until(() => opened > 3);
    expect(client.closings).toEqual([]);
  });

  it("is not opened where the user wants none, nor before the handshake", async () => {
    const { server, client } = await session((seen, answer) => result(answer, seen), { standaloneStream: false });
    await client.call().over;
    expect(server.of("GET")).toEqual([]);
  });
});

describe("a session that the server has forgotten", () => {
  const forgetful =
    (afterwards: Script): Script =>
    (seen, answer) => {
      if (seen.headers["mcp-session-id"] === undefined) afterwards(seen, answer);
      else json(answer, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } }, 404);
    };

  // 2025-11-25/basic/transports#session-management/9
  it("refuses all requests on their way alike, and then the link is gone, once", async () => {
    const { server, client } = await session(forgetful(() => undefined));
    const calls = Array.from({ length: 5 }, () => client.call());
    const began = performance.now();
    const ends = await Promise.all(calls.map(({ over }) => over));
    expect(performance.now() - began).toBeLessThan(900);
    for (const end of ends) {
      expect(lostOf(end)).toMatchObject({ code: "http-status", data: { status: 404, reason: "session-expired" } });
    }
    expect(client.closings).toMatchObject([{ code: "lost", data: { reason: "session-expired" } }]);
    await client.link.close();
    // Nothing is left to end on the server.
    expect(server.of("DELETE")).toEqual([]);
    expect(lostOf(await client.call().over)).toMatchObject({ code: "closed" });
  });

  it("loses what was running on it, which may have had effects", async () => {
    const { client } = await session((seen, answer) => {
      if (seen.body.method === "slow") stream(answer);
      else answer.writeHead(404).end();
    });
    const running = client.call("slow");
    await pause(30);
    const refused = client.call();
    expect(lostOf(await refused.over)).toMatchObject({ code: "http-status" });
    expect(lostOf(await running.over)).toMatchObject({ code: "lost", data: { reason: "session-expired" } });
  });

  it("shows on a notification as well, and on a resumption", async () => {
    const first = await session((_seen, answer) => void answer.writeHead(404).end());
    await first.client.link.notify({ jsonrpc: "2.0", method: "notifications/x" });
    await until(() => first.client.closings.length === 1);

    const second = await session((seen, answer) => {
      if (seen.method === "GET") {
        answer.writeHead(404).end();
        return;
      }
      stream(answer);
      send(answer, note(1), "e1");
      answer.end();
    });
    expect(lostOf(await second.client.call().over)).toMatchObject({ code: "lost" });
    expect(second.client.closings).toMatchObject([{ code: "lost" }]);
  });

  it("is no matter of modern requests: their 404 is an answer", async () => {
    const { client } = await session((seen, answer) =>
      json(answer, { jsonrpc: "2.0", id: seen.body.id, error: { code: -32601, message: "no" } }, 404),
    );
    expect(await client.modern().over).toMatchObject({ response: { error: { code: -32601 } } });
    expect(client.closings).toEqual([]);
  });
});

describe("closing", () => {
  // 2025-11-25/basic/transports#session-management/10
  it.each([200, 202, 204, 404, 405])("ends the session by a DELETE that may be answered %i", async (status) => {
    const { server, client } = await session((_seen, answer) => void answer.writeHead(status).end());
    await client.link.close();
    expect(server.of("DELETE")).toMatchObject([{ headers: { "mcp-session-id": "s-1" } }]);
    expect(client.reports).toEqual([]);
    expect(client.closings).toEqual([undefined]);
  });

  it.each<[string, Script]>([
    ["fails", (_seen, answer) => void answer.writeHead(500).end()],
    ["is never answered", () => undefined],
    ["breaks", (_seen, answer) => void answer.destroy()],
  ])("is quick and reported where the DELETE %s", async (_title, script) => {
    const { client } = await session(script, { closeTimeoutMs: 50 });
    const began = performance.now();
    await client.link.close();
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(client.reports).toMatchObject([{ code: "close-failed" }]);
  });

  it("loses what is in flight with closed, in whatever state, and lets go of every connection", async () => {
    const { server, client } = await session((seen, answer) => {
      if (seen.method === "DELETE") answer.writeHead(204).end();
      else if (seen.body.method === "open") stream(answer);
      else if (seen.body.method === "waiting") {
        stream(answer);
        answer.end("id: e1\nretry: 60000\ndata:\n\n");
      }
    });
    const calls = [client.call("silent"), client.call("open"), client.call("waiting")];
    await pause(40);
    const closing = client.link.close();
    for (const call of calls) expect(call.ends).toMatchObject([{ lost: { code: "closed" } }]);
    expect(client.closings).toEqual([undefined]);
    await closing;
    await Promise.all(server.of("POST").map(({ gone }) => gone));
    await client.link.close();
    expect(client.closings).toHaveLength(1);
    expect(server.of("DELETE")).toHaveLength(1);
  });

  it("from within an event is safe", async () => {
    const { client } = await session((seen, answer) => {
      if (seen.method === "DELETE") {
        answer.writeHead(204).end();
        return;
      }
      stream(answer);
      send(answer, note(1));
      send(answer, reply(seen.body.id));
      answer.end();
    });
    const call = client.call();
    call.onnotified = () => void client.link.close();
    expect(lostOf(await call.over)).toMatchObject({ code: "closed" });
    expect(call.ends).toHaveLength(1);
  });

  it("leaves no timer behind, also where the server has not answered the GET yet", async () => {
    const armed = new Set<unknown>();
    const timers = {
      ...systemTimers,
      set(ms: number, fired: () => void) {
        const timer = systemTimers.set(ms, fired);
        armed.add(timer);
        return timer;
      },
      clear(timer: unknown) {
        armed.delete(timer);
        systemTimers.clear(timer);
      },
    };
    const { server, client } = await session((_seen, answer) => void answer.writeHead(204).end(), {
      get: () => undefined,
      timers,
    });
    await until(() => server.of("GET").length === 1);
    await client.link.close();
    expect(armed.size).toBe(0);
  });

  it("sends no DELETE without a session", async () => {
    const server = await ScriptedServer.open((seen, answer) => result(answer, seen));
    servers.push(server);
    const client = await RecordingClient.open(server.url);
    await client.modern().over;
    await client.link.close();
    expect(server.of("DELETE")).toEqual([]);
  });
});
