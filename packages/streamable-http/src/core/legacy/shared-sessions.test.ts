/** What one endpoint begins the other goes on with, whether the registry of sessions is near or far. */
import { request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { Cluster, list, settled, shake } from "../../../test/cluster.js";
import { DistantRegistry } from "../../../test/distant-registry.js";
import { EndpointBench, eventsOf, messagesOf, note } from "../../../test/endpoint-bench.js";
import { MemorySessionRegistry, type SessionRegistry } from "./session-registry.js";

describe.each<[string, (near: MemorySessionRegistry) => SessionRegistry]>([
  ["a registry that answers at once", (near) => near],
  ["a registry that answers later", (near) => new DistantRegistry(near)],
])("with %s", (_title, wrap) => {
  // 2025-11-25/basic/transports#session-management/3
  test("a session opened on one endpoint is served by the other, and ended by it for both", async () => {
    const cluster = new Cluster(wrap);
    const { a, b } = cluster;
    const id = await cluster.open();
    const there = await cluster.answer(b.in(id).post(list));
    expect([there.port.status, there.json().result]).toEqual([200, { method: "tools/list" }]);
    expect(b.acceptor.restored).toEqual([{ revision: "2025-11-25" }]);
    expect([a.endpoint.sessions.size, b.endpoint.sessions.size]).toEqual([1, 1]);
    expect(await cluster.status(b.in(id).delete())).toBe(204);
    for (const bench of [a, b]) {
      expect(await cluster.status(bench.in(id).post(list))).toBe(404);
      expect(await cluster.status(bench.in(id).get())).toBe(404);
      expect(await cluster.status(bench.in(id).delete())).toBe(404);
      expect([bench.endpoint.sessions.size, bench.endpoint.inFlight, bench.acceptor.released]).toEqual([
        0,
        0,
        ["drop"],
      ]);
    }
    expect(cluster.memory.size).toBe(0);
  });

  test("a session can be ended where it was never used", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    expect(await cluster.status(cluster.b.in(id).delete())).toBe(204);
    expect(cluster.b.acceptor.links).toEqual([]);
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(404);
  });

  // 2025-11-25/basic/transports#resumability-and-redelivery/5
  test("a stream that one endpoint has finished is replayed by the other, from where it was cut, and ends there", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const { x, port, turn } = await cluster.hold(cluster.a, id, 1);
    for (const n of [0, 1, 2]) void x.notify(note(n));
    const seen = eventsOf(port.text);
    turn.closed();
    x.end(resultResponse(1, { at: "a" }));
    const whole = [note(0), note(1), note(2), resultResponse(1, { at: "a" })];
    for (const [at, { id: cursor }] of seen.entries()) {
      const resumed = await cluster.answer(cluster.b.in(id).get(cursor));
      expect([resumed.port.status, resumed.port.isEnded]).toEqual([200, true]);
      expect(messagesOf(resumed.port.text)).toEqual(whole.slice(at));
    }
    // And once more where it began, as ever: the mark behind its end is for others.
    const back = await cluster.answer(cluster.a.in(id).get(seen[0]?.id));
    expect(messagesOf(back.port.text)).toEqual(whole);
    const last = eventsOf(back.port.text).at(-1)?.id;
    const nothing = await cluster.answer(cluster.b.in(id).get(last));
    expect([nothing.port.status, nothing.port.isEnded, messagesOf(nothing.port.text)]).toEqual([200, true, []]);
  });

  test("a stream that still runs elsewhere is followed to its end", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const { x, port, turn } = await cluster.hold(cluster.a, id, 1);
    const [first] = eventsOf(port.text);
    turn.closed();
    const resumed = await cluster.answer(cluster.b.in(id).get(first?.id));
    expect([resumed.port.status, resumed.port.isEnded, messagesOf(resumed.port.text)]).toEqual([200, false, []]);
    void x.notify(note(0));
    await cluster.advance(600);
    expect(messagesOf(resumed.port.text)).toEqual([note(0)]);
    void x.notify(note(1));
    x.end(resultResponse(1, {}));
    await cluster.advance(600);
    expect([resumed.port.isEnded, messagesOf(resumed.port.text)]).toEqual([
      true,
      [note(0), note(1), resultResponse(1, {})],
    ]);
  });

  test("a client that leaves while it is following leaves no timer behind", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const { port, turn } = await cluster.hold(cluster.a, id, 1);
    turn.closed();
    await cluster.status(cluster.b.in(id).post(list));
    const before = cluster.b.host.pendingTimers;
    const resumed = await cluster.answer(cluster.b.in(id).get(eventsOf(port.text)[0]?.id));
    const during = cluster.b.host.pendingTimers;
    resumed.turn.closed();
    expect([during, cluster.b.host.pendingTimers]).toEqual([before + 2, before + 1]);
    // The heart of streams stops by itself.
    await cluster.advance(10_000);
    expect(cluster.b.host.pendingTimers).toBe(before);
  });

  test("a session whose stream is followed does not expire, and its end is the end of that stream", async () => {
    const cluster = new Cluster(wrap, { limits: { sessionIdleMs: 60_000 } });
    const id = await cluster.open();
    const { port } = await cluster.hold(cluster.a, id, 1);
    const resumed = await cluster.answer(cluster.b.in(id).get(eventsOf(port.text)[0]?.id));
    await cluster.advance(200_000);
    expect([resumed.port.isEnded, cluster.b.endpoint.sessions.size]).toEqual([false, 1]);
    expect(await cluster.status(cluster.b.in(id).delete())).toBe(204);
    expect(resumed.port.isEnded).toBe(true);
  });

  test("event ids of one session are unique over all endpoints that serve it", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const ids: unknown[] = [];
    for (const [at, bench] of [cluster.a, cluster.b, cluster.a, cluster.b].entries()) {
      const { x, port } = await cluster.hold(bench, id, at);
      x.end(resultResponse(at, {}));
      await settled();
      ids.push(...eventsOf(port.text).map(({ id: each }) => each));
    }
    for (const bench of [cluster.a, cluster.b]) {
      const { port } = await cluster.answer(bench.in(id).get());
      ids.push(...eventsOf(port.text).map(({ id: each }) => each));
    }
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });

  test("the standalone stream goes on at another endpoint, behind what the first had to say", async () => {
    const cluster = new Cluster(wrap);
    const { a, b } = cluster;
    const id = await cluster.open();
    const first = await cluster.answer(a.in(id).get());
    void a.acceptor.links[0]?.notify?.(note(0));
    first.turn.closed();
    const cursor = eventsOf(first.port.text).at(-1)?.id;
    void a.acceptor.links[0]?.notify?.(note(1));
    const second = await cluster.answer(b.in(id).get(cursor));
    void b.acceptor.links[0]?.notify?.(note(2));
    expect([second.port.status, second.port.isEnded]).toEqual([200, false]);
    expect(messagesOf(second.port.text)).toEqual([note(1), note(2)]);
  });

  test.each([
    ["of a place that no write made", "zzzzzzzz-1", 400],
    ["that is none", "nonsense", 400],
    ["of a stream that is gone", "5-1", 410],
  ])("a cursor %s is refused: %s", async (_what, cursor, status) => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    expect(await cluster.status(cluster.b.in(id).get(cursor))).toBe(status);
  });

  test("what one endpoint keeps, another knows with the next request, and no more often than it changes", async () => {
    const cluster = new Cluster(wrap);
    const { a, b } = cluster;
    const id = await cluster.open();
    await cluster.status(b.in(id).post(list));
    a.acceptor.links[0]?.keep?.("level", "error");
    a.acceptor.links[0]?.keep?.("level", "debug");
    a.acceptor.links[0]?.keep?.("gone", true);
    a.acceptor.links[0]?.keep?.("gone", undefined);
    await settled();
    await cluster.status(b.in(id).post(list));
    await cluster.status(b.in(id).post(list));
    expect(b.acceptor.restored).toHaveLength(2);
    expect(b.acceptor.restored[1]).toEqual({ revision: "2025-11-25", level: "debug" });
    b.acceptor.links[0]?.keep?.("level", "info");
    await settled();
    await cluster.status(b.in(id).post(list));
    expect(b.acceptor.restored).toHaveLength(2);
    await cluster.status(a.in(id).post(list));
    expect(a.acceptor.restored.at(-1)).toEqual({ revision: "2025-11-25", level: "info" });
  });

  test("requests that come at once take a session up once", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const answers = [1, 2, 3].map((n) => cluster.b.in(id).post(request(n, "tools/list")));
    for (const each of answers) expect(await cluster.status(each)).toBe(200);
    expect(cluster.b.acceptor.links).toHaveLength(1);
  });

  test("a batch is understood where the session was never used", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open("2025-03-26");
    const there = await cluster.answer(cluster.b.in(id).post([request(1, "ping"), request(2, "ping")]));
    expect([there.port.status, there.json()]).toEqual([
      200,
      [resultResponse(1, { method: "ping" }), resultResponse(2, { method: "ping" })],
    ]);
    const newer = await cluster.open("2025-11-25");
    expect(await cluster.status(cluster.b.in(newer).post([request(1, "ping")]))).toBe(400);
  });

  test("a session belongs to its caller on every endpoint", async () => {
    const authorize = (head: { header(name: string): string | undefined }) => {
      const who = head.header("authorization") ?? "nobody";
      return { caller: who, id: who };
    };
    const cluster = new Cluster(wrap, { authorize });
    const id = await cluster.open(undefined, { authorization: "alice" });
    for (const bench of [cluster.b, cluster.a]) {
      const mallory = bench.in(id, { authorization: "mallory" });
      expect(await cluster.status(mallory.post(list))).toBe(404);
      expect(await cluster.status(mallory.get())).toBe(404);
      expect(await cluster.status(mallory.delete())).toBe(404);
    }
    expect(cluster.b.acceptor.links).toEqual([]);
    expect(await cluster.status(cluster.b.in(id, { authorization: "alice" }).post(list))).toBe(200);
  });

  test("an endpoint that closes leaves its sessions and their answers to the others", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const { x, port, turn } = await cluster.hold(cluster.a, id, 1);
    const [first] = eventsOf(port.text);
    turn.closed();
    const other = await cluster.hold(cluster.a, id, 2);
    x.end(resultResponse(1, {}));
    other.turn.closed();
    cluster.a.endpoint.drop();
    await settled();
    const resumed = await cluster.answer(cluster.b.in(id).get(first?.id));
    expect([resumed.port.isEnded, messagesOf(resumed.port.text)]).toEqual([true, [resultResponse(1, {})]]);
    const lost = await cluster.answer(cluster.b.in(id).get(eventsOf(other.port.text)[0]?.id));
    expect(messagesOf(lost.port.text)).toMatchObject([{ id: 2, error: { message: "the server is shutting down" } }]);
    expect(await cluster.status(cluster.b.in(id).post(list))).toBe(200);
  });

  test("an idle session is let go where it is idle, lives where it is used, and ends where it is nowhere", async () => {
    const cluster = new Cluster(wrap, { limits: { sessionIdleMs: 60_000 } });
    const { a, b } = cluster;
    const id = await cluster.open();
    for (let n = 0; n < 8; n++) {
      expect(await cluster.status(b.in(id).post(list))).toBe(200);
      await cluster.advance(20_000);
    }
    expect([a.endpoint.sessions.size, b.endpoint.sessions.size, a.acceptor.released]).toEqual([0, 1, ["drop"]]);
    expect(await cluster.status(a.in(id).post(list))).toBe(200);
    const { x } = await cluster.hold(b, id, 1);
    await cluster.advance(200_000);
    expect(await cluster.status(a.in(id).post(list))).toBe(200);
    x.end(resultResponse(1, {}));
    await cluster.advance(70_000);
    expect(await cluster.status(a.in(id).post(list))).toBe(404);
    expect([a.endpoint.sessions.size, b.endpoint.sessions.size]).toEqual([0, 0]);
  });

  test("work in flight ends when its session was ended elsewhere, though nobody asks for it here", async () => {
    const cluster = new Cluster(wrap);
    const id = await cluster.open();
    const standalone = await cluster.answer(cluster.a.in(id).get());
    await cluster.hold(cluster.a, id, 1);
    expect(await cluster.status(cluster.b.in(id).delete())).toBe(204);
    await cluster.advance(31_000);
    expect([standalone.port.isEnded, cluster.a.acceptor.aborts]).toEqual([true, [{ id: 1, why: { code: "closed" } }]]);
  });

  test("beyond the registry's room: 503 for a new session, and none is forgotten for it", async () => {
    const cluster = new Cluster((near) => wrap(near));
    const id = await cluster.open();
    const full = new MemorySessionRegistry({ timers: { now: () => 0 }, maxSessions: 0 });
    const bench = new EndpointBench({ sessionRegistry: wrap(full) });
    const refused = await cluster.answer(bench.send({ body: shake() }));
    expect([refused.port.status, refused.json().id, refused.json().error?.message]).toEqual([
      503,
      "init",
      "busy: too many sessions",
    ]);
    expect(refused.port.headers["Mcp-Session-Id"]).toBeUndefined();
    expect([bench.endpoint.sessions.size, bench.endpoint.inFlight, bench.acceptor.released]).toEqual([0, 0, ["drop"]]);
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(200);
  });

  test("beyond maxSessions: 503 for one that would be taken up", async () => {
    const cluster = new Cluster(wrap);
    const [one, two] = [await cluster.open(), await cluster.open()];
    const small = new EndpointBench({
      sessionRegistry: cluster.registry,
      eventLog: cluster.log,
      limits: { maxSessions: 1 },
    });
    expect(await cluster.status(small.in(one).post(list))).toBe(200);
    expect(await cluster.status(small.in(two).post(list))).toBe(503);
    expect(await cluster.status(small.in(one).post(list))).toBe(200);
  });

  test("a server that cannot go on with a session says that there is none", async () => {
    const cluster = new Cluster(wrap);
    await cluster.registry.create({ id: "odd", kept: { revision: "1999-01-01" }, version: 0 }, 60_000);
    expect(await cluster.status(cluster.b.in("odd").post(list))).toBe(404);
    expect([cluster.b.endpoint.sessions.size, cluster.b.acceptor.released]).toEqual([0, ["drop"]]);
  });
});

test("without a registry nothing is kept for others, and event ids are as short as they can be", () => {
  const bench = new EndpointBench();
  const session = bench.session();
  const { x, port } = session.hold(1);
  expect(x.link.keep).toBeUndefined();
  x.end(resultResponse(1, {}));
  expect(eventsOf(port.text).map(({ id }) => id)).toEqual(["1-1", "1-2"]);
});
