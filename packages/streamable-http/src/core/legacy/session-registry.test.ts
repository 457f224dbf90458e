/** A registry of sessions that fails, hangs or takes its time: every request is answered, and none hangs. */
import { notification, request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { Cluster, list, settled, shake } from "../../../test/cluster.js";
import { DistantRegistry } from "../../../test/distant-registry.js";
import { messagesOf, type Answering, type EndpointBench } from "../../../test/endpoint-bench.js";
import type { SessionRegistry } from "./session-registry.js";

describe.each(["rejects", "throws", "hangs"] as const)("with a registry that %s", (how) => {
  function faulty() {
    let registry: DistantRegistry | undefined;
    const cluster = new Cluster((near) => (registry = new DistantRegistry(near)));
    return {
      cluster,
      fail: (call: keyof SessionRegistry) => {
        if (registry !== undefined) registry.fault = { call, how };
      },
    };
  }

  async function outcome(cluster: Cluster, answering: Answering): Promise<Answering> {
    await settled();
    if (how === "hangs") {
      expect(answering.port.status).toBeUndefined();
      await cluster.advance(5000);
    }
    return answering;
  }

  const said = (bench: EndpointBench) => bench.reports.map(({ code }) => code);

  test("when it looks for a session: 503 with a sentence, a report, and the session is still there", async () => {
    const { cluster, fail } = faulty();
    const id = await cluster.open();
    fail("find");
    const post = await outcome(cluster, cluster.a.in(id).post(list));
    expect([post.port.status, post.json()]).toMatchObject([503, { id: 7, error: { code: -32603 } }]);
    expect(post.json().error?.message).toContain("registry");
    expect((await outcome(cluster, cluster.a.in(id).get())).port.status).toBe(503);
    expect((await outcome(cluster, cluster.b.in(id).delete())).port.status).toBe(503);
    expect([said(cluster.a), said(cluster.b)]).toEqual([
      ["session-registry-failed", "session-registry-failed"],
      ["session-registry-failed"],
    ]);
    fail("remove");
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(200);
  });

  test("when a session is opened: 503 for the handshake, and no session", async () => {
    const { cluster, fail } = faulty();
    fail("create");
    const { port, json } = await outcome(cluster, cluster.a.send({ body: shake() }));
    expect([port.status, json()]).toMatchObject([503, { id: "init", error: { code: -32603 } }]);
    expect(port.headers["Mcp-Session-Id"]).toBeUndefined();
    expect([cluster.a.endpoint.sessions.size, cluster.a.endpoint.inFlight, cluster.a.acceptor.released]).toEqual([
      0,
      0,
      ["drop"],
    ]);
    expect(said(cluster.a)).toEqual(["session-registry-failed"]);
  });

  test("when a session is taken up: 503, and the next request takes it up", async () => {
    const { cluster, fail } = faulty();
    const id = await cluster.open();
    fail("put");
    expect((await outcome(cluster, cluster.b.in(id).post(list))).port.status).toBe(503);
    fail("create");
    expect(await cluster.status(cluster.b.in(id).post(list))).toBe(200);
  });

  test("when a value is kept: the request is answered, and it is reported", async () => {
    const { cluster, fail } = faulty();
    const id = await cluster.open();
    const { x, port } = await cluster.hold(cluster.a, id, 1);
    fail("put");
    x.link.keep?.("level", "error");
    x.end(resultResponse(1, {}));
    await settled();
    if (how === "hangs") {
      expect([port.isEnded, cluster.a.endpoint.inFlight]).toEqual([false, 1]);
      await cluster.advance(5000);
    }
    expect([port.isEnded, messagesOf(port.text), cluster.a.endpoint.inFlight]).toEqual([
      true,
      [resultResponse(1, {})],
      0,
    ]);
    expect(said(cluster.a)).toEqual(["session-registry-failed"]);
  });

  test("when a session is ended: 503, and it has not ended", async () => {
    const { cluster, fail } = faulty();
    const id = await cluster.open();
    fail("remove");
    expect((await outcome(cluster, cluster.a.in(id).delete())).port.status).toBe(503);
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(200);
  });

  test("when a session is touched: it is served all the same, and it is reported", async () => {
    const { cluster, fail } = faulty();
    const id = await cluster.open();
    await cluster.advance(20_000);
    fail("touch");
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(200);
    await cluster.advance(5000);
    expect(said(cluster.a)).toEqual(["session-registry-failed"]);
  });
});

describe("while a registry takes its time", () => {
  function slow() {
    let registry: DistantRegistry | undefined;
    const cluster = new Cluster((near) => (registry = new DistantRegistry(near)));
    if (registry === undefined) throw new Error("the cluster has a registry");
    return { cluster, registry };
  }

  test("the result of a handshake waits, so that its session is known everywhere", async () => {
    const { cluster } = slow();
    const { port } = cluster.a.send({ body: shake() });
    expect([port.status, cluster.a.endpoint.inFlight]).toEqual([undefined, 1]);
    await settled();
    expect([port.status, cluster.a.endpoint.inFlight]).toEqual([200, 0]);
  });

  test("an answer waits for what was kept before it", async () => {
    const { cluster } = slow();
    const id = await cluster.open();
    const { x, port } = await cluster.hold(cluster.a, id, 1);
    x.link.keep?.("level", "error");
    x.link.keep?.("level", "info");
    x.end(resultResponse(1, {}));
    expect(messagesOf(port.text)).toEqual([]);
    await settled();
    expect(messagesOf(port.text)).toEqual([resultResponse(1, {})]);
    expect(cluster.memory.find(id)).toMatchObject({ kept: { level: "info" }, version: 2 });
  });

  test("a look that began before a write of this process does not undo it", async () => {
    const { cluster } = slow();
    const id = await cluster.open();
    await cluster.status(cluster.b.in(id).post(list));
    const link = cluster.a.acceptor.links[0];
    const looking = cluster.a.in(id).post(list);
    // The record is read, and on its way.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    link?.keep?.("level", "error");
    expect(await cluster.status(looking)).toBe(200);
    expect(cluster.a.acceptor.restored).toEqual([]);
    expect(await cluster.status(cluster.a.in(id).post(list))).toBe(200);
    expect(cluster.a.acceptor.restored).toEqual([{ revision: "2025-11-25", level: "error" }]);
  });

  test("a server that closes answers who waits, and leaves no timer", async () => {
    const { cluster, registry } = slow();
    const id = await cluster.open();
    registry.fault = { call: "find", how: "hangs" };
    const waiting = [cluster.b.in(id).post(list), cluster.b.in(id).get(), cluster.b.in(id).delete()];
    cluster.b.endpoint.drop();
    expect(waiting.map(({ port }) => port.status)).toEqual([503, 503, 503]);
    expect(cluster.b.host.pendingTimers).toBe(0);
    expect(cluster.b.acceptor.links).toEqual([]);
  });

  test("a server that begins to close takes no request up any more", async () => {
    const { cluster } = slow();
    const id = await cluster.open();
    const waiting = cluster.a.in(id).post(list);
    cluster.a.endpoint.drain(() => {});
    expect(await cluster.status(waiting)).toBe(503);
  });

  test("a client that has left is not cancelled by it, and what it said is heard", async () => {
    const { cluster } = slow();
    const id = await cluster.open();
    const { x } = await cluster.hold(cluster.a, id, 1);
    const request9 = cluster.a.in(id).post(request(9, "hold"));
    request9.turn.closed();
    const cancel = cluster.a.in(id).post(notification("notifications/cancelled", { requestId: 1 }));
    cancel.turn.closed();
    const gone = cluster.a.in(id).get();
    gone.turn.closed();
    await settled();
    expect(cluster.a.acceptor.held.map(({ request: { id: each } }) => each)).toEqual([1, 9]);
    expect(x.aborted).toEqual({ code: "cancelled" });
    // Nobody is there who could be asked.
    expect(cluster.a.acceptor.held[1]?.ask).toBeUndefined();
    cluster.a.acceptor.held[1]?.end(resultResponse(9, {}));
    expect(cluster.a.endpoint.inFlight).toBe(0);
    expect([request9, cancel, gone].map(({ port }) => port.status)).toEqual([undefined, undefined, undefined]);
  });

  // 2026-07-28/basic/transports/streamable-http#earlier-streamable-http-revisions/1
  test("a modern request with a session id does not ask it", async () => {
    const { cluster, registry } = slow();
    const id = await cluster.open();
    const before = registry.calls.length;
    const modern = cluster.b.modern(request(1, "tools/list"), { "mcp-session-id": id });
    expect([modern.port.status, registry.calls.length]).toEqual([200, before]);
  });

  test("a session in use is touched now and then, not with each request", async () => {
    const { cluster, registry } = slow();
    const id = await cluster.open();
    for (let n = 0; n < 50; n++) await cluster.status(cluster.a.in(id).post(list));
    expect(registry.calls).not.toContain("touch");
    await cluster.advance(15_000);
    for (let n = 0; n < 50; n++) await cluster.status(cluster.a.in(id).post(list));
    expect(registry.calls.filter((call) => call === "touch")).toHaveLength(1);
  });
});
