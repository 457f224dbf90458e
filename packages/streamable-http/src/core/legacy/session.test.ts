/** Sessions: their life, who may use them, what goes where, and what a lost connection means. */
import { isTransportError, notification, request, resultResponse, errorResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { EndpointBench, eventsOf, messagesOf, note } from "../../../test/endpoint-bench.js";

const list = request(7, "tools/list");
const question = request("q", "elicitation/create", {});

describe("the life of a session", () => {
  // 2025-11-25/basic/transports#session-management/1 and /3
  test("a handshake opens one; its id is visible ASCII and goes out with the result", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    expect(session.id).toMatch(/^[\x21-\x7e]+$/);
    expect(bench.endpoint.sessions.size).toBe(1);
    expect(session.post(list).port.status).toBe(200);
  });

  test("a handshake that fails opens none", () => {
    const bench = new EndpointBench();
    const { port, json } = bench.send({ body: request(1, "initialize", { protocolVersion: "nonsense" }) });
    expect([port.status, json().error?.code]).toEqual([200, -32603]);
    expect(port.headers["Mcp-Session-Id"]).toBeUndefined();
    expect([bench.endpoint.sessions.size, bench.acceptor.released]).toEqual([0, ["drop"]]);
  });

  // 2025-11-25/basic/transports#session-management/8 and /10
  test("DELETE ends it: what runs is aborted, streams end, and then it is 404", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const { port } = session.hold(1);
    const standalone = session.get();
    expect(session.delete().port.status).toBe(204);
    expect([port.isEnded, standalone.port.isEnded]).toEqual([true, true]);
    expect(bench.acceptor.aborts).toEqual([{ id: 1, why: { code: "closed" } }]);
    expect(bench.acceptor.released).toEqual(["drop"]);
    expect([session.post(list).port.status, session.get().port.status, session.delete().port.status]).toEqual([
      404, 404, 404,
    ]);
    expect([bench.endpoint.sessions.size, bench.endpoint.inFlight]).toEqual([0, 0]);
  });

  test("an idle session expires; one that is used, or has work or a stream open, does not", () => {
    const bench = new EndpointBench({ limits: { sessionIdleMs: 60_000 } });
    const [idle, used, working, listening] = [bench.session(), bench.session(), bench.session(), bench.session()];
    const { x } = working.hold(1);
    const stream = listening.get();
    for (let minute = 0; minute < 5; minute++) {
      bench.host.advance(30_000);
      expect(used.post(list).port.status).toBe(200);
    }
    expect([idle, used, working, listening].map((each) => each.post(list).port.status)).toEqual([404, 200, 200, 200]);
    x.end(resultResponse(1, {}));
    stream.turn.closed();
    bench.host.advance(70_000);
    expect(bench.endpoint.sessions.size).toBe(0);
    bench.host.advance(60_000);
    expect(bench.host.pendingTimers).toBe(0);
  });

  test("beyond maxSessions: 503, and none is forgotten for it", () => {
    const bench = new EndpointBench({ limits: { maxSessions: 1 } });
    const session = bench.session();
    const { port, json } = bench.send({ body: request(1, "initialize", { protocolVersion: "2025-11-25" }) });
    expect([port.status, json().error?.code, json().id]).toEqual([503, -32603, 1]);
    expect(session.post(list).port.status).toBe(200);
    session.delete();
    bench.session();
  });

  test("a session belongs to its caller; for another it does not exist", () => {
    const authorize = (head: { header(name: string): string | undefined }) => {
      const id = head.header("authorization");
      return id === undefined
        ? { challenge: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } }
        : { caller: id, id };
    };
    const bench = new EndpointBench({ authorize });
    const session = bench.session("2025-11-25", { authorization: "alice" });
    const mallory = { authorization: "mallory" };
    expect(session.post(list, mallory).port.status).toBe(404);
    expect(session.get(undefined, mallory).port.status).toBe(404);
    expect(session.delete(mallory).port.status).toBe(404);
    expect(session.post(list).port.status).toBe(200);
    const nobody = bench.send({ headers: { "mcp-session-id": session.id }, body: list });
    expect([nobody.port.status, nobody.port.headers["WWW-Authenticate"]]).toEqual([401, "Bearer"]);
  });

  test("no message of one session reaches another, whatever the ids are", () => {
    const bench = new EndpointBench();
    const [a, b] = [bench.session(), bench.session()];
    const first = a.hold(1);
    const second = b.hold(1);
    void first.x.notify(note(1));
    void second.x.notify(note(2));
    second.x.end(resultResponse(1, { of: "b" }));
    first.x.end(resultResponse(1, { of: "a" }));
    expect(messagesOf(first.port.text)).toEqual([note(1), resultResponse(1, { of: "a" })]);
    expect(messagesOf(second.port.text)).toEqual([note(2), resultResponse(1, { of: "b" })]);
    const cursor = eventsOf(first.port.text)[0]?.id;
    // The same cursor means a stream of its own session, or none.
    expect(messagesOf(b.get(cursor).port.text)).toEqual([note(2), resultResponse(1, { of: "b" })]);
  });

  test("a closing server ends every session once", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const { x, port } = session.hold(1);
    const standalone = session.get();
    let idle = 0;
    bench.endpoint.drain(() => (idle += 1));
    expect([bench.acceptor.released, idle, standalone.port.isEnded]).toEqual([["drain"], 0, false]);
    x.end(resultResponse(1, {}));
    expect([port.isEnded, idle]).toEqual([true, 1]);
    bench.endpoint.drop();
    expect([standalone.port.isEnded, bench.acceptor.released]).toEqual([true, ["drain"]]);
  });

  test("while the server closes, what runs gets its answers and its cancellations, and its stream can be taken up again", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const { x, port, turn } = session.hold(1);
    const other = session.hold(2);
    const replies: unknown[] = [];
    x.ask?.(question, (r) => void replies.push(r));
    bench.endpoint.drain(() => {});
    turn.closed();
    expect(messagesOf(session.get(eventsOf(port.text)[0]?.id).port.text)).toEqual([question]);
    expect(session.post(resultResponse("q", {})).port.status).toBe(202);
    expect(replies).toHaveLength(1);
    expect(session.post(notification("notifications/cancelled", { requestId: 2 })).port.status).toBe(202);
    expect(other.port.isEnded).toBe(true);
    const refused = session.post(list);
    expect([refused.port.status, refused.json().id]).toEqual([503, 7]);
    bench.endpoint.drop();
    expect(session.post(notification("x")).port.status).toBe(503);
  });

  test("a handshake that takes its time is answered in one body, with the session", () => {
    const bench = new EndpointBench();
    const accept = bench.acceptor.accept.bind(bench.acceptor);
    let late: (() => void) | undefined;
    bench.acceptor.accept = (x) => void (late = () => accept(x));
    const { port } = bench.send({ body: request(1, "initialize", { protocolVersion: "2025-11-25" }) });
    bench.host.turn();
    bench.host.advance(60_000);
    expect(port.status).toBeUndefined();
    late?.();
    expect([port.status, port.headers["Content-Type"]]).toEqual([200, "application/json"]);
    expect(port.headers["Mcp-Session-Id"]).toBeDefined();
  });

  test("the server's own close ends the session", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    bench.acceptor.links[0]?.close();
    expect(session.post(list).port.status).toBe(404);
  });
});

describe("what arrives", () => {
  test("notifications and responses: 202 without a body", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const told = session.post(notification("notifications/roots/list_changed"));
    expect([told.port.status, told.port.text]).toEqual([202, ""]);
    expect(bench.acceptor.taken.map(({ method }) => method)).toEqual(["notifications/roots/list_changed"]);
    const reply = session.post(resultResponse("nobody asked", {}));
    expect([reply.port.status, bench.reports.at(-1)?.code]).toEqual([202, "unknown-reply"]);
  });

  test("a malformed notification or response: 400 without an answer to it", () => {
    const session = new EndpointBench().session();
    expect(session.post({ jsonrpc: "2.0", method: "x", params: 1 }).port.status).toBe(400);
    expect(session.post({ jsonrpc: "2.0", id: 1, result: 1 }).port.status).toBe(400);
  });

  test("an id that is in flight is refused, and free again after its answer; 0, “”, 1 and “1” are ids", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    for (const id of [0, "", 1, "1"]) session.hold(id);
    for (const id of [0, "", 1, "1"]) {
      const { port, json } = session.post(request(id, "hold"));
      expect([port.status, json().error?.code, json().id]).toEqual([400, -32600, id]);
    }
    const [first] = bench.acceptor.held;
    first?.end(resultResponse(0, {}));
    expect(session.post(request(0, "ping")).port.status).toBe(200);
    expect(bench.acceptor.held).toHaveLength(4);
  });

  test("beyond maxInFlight: 429", () => {
    const session = new EndpointBench({ limits: { maxInFlight: 1 } }).session();
    session.hold(1);
    const { port, json } = session.post(request(2, "hold"));
    expect([port.status, json().error?.code, json().id]).toEqual([429, -32603, 2]);
  });

  test("a cancellation aborts the request, and its response ends without an answer", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const { x, port } = session.hold(1);
    const told = session.post(notification("notifications/cancelled", { requestId: 1, reason: "enough" }));
    expect(told.port.status).toBe(202);
    expect(bench.acceptor.aborts).toEqual([{ id: 1, why: { code: "cancelled", reason: "enough" } }]);
    x.end(resultResponse(1, {}));
    expect([port.isEnded, messagesOf(port.text)]).toEqual([true, []]);
    expect(bench.endpoint.inFlight).toBe(0);
  });

  test.each([
    ["stranger", { requestId: "no such id" }],
    ["malformed", { requestId: {} }],
  ])("a %s cancellation is ignored", (_title, params) => {
    const bench = new EndpointBench();
    const session = bench.session();
    session.hold(1);
    expect(session.post(notification("notifications/cancelled", params)).port.status).toBe(202);
    expect(bench.acceptor.aborts).toEqual([]);
  });
});

describe("batches of 2025-03-26", () => {
  const batch = (...items: unknown[]) => items;

  // 2025-03-26/basic/index#batching/2
  test("requests are answered together, notifications beside them run", () => {
    const bench = new EndpointBench();
    const { port } = bench
      .session("2025-03-26")
      .post(batch(request(1, "ping"), notification("x"), request(2, "tools/list")));
    expect(JSON.parse(port.text)).toEqual([
      resultResponse(1, { method: "ping" }),
      resultResponse(2, { method: "tools/list" }),
    ]);
    expect(bench.acceptor.taken).toHaveLength(1);
  });

  test("notifications and responses alone: 202", () => {
    const { port } = new EndpointBench().session("2025-03-26").post(batch(notification("x"), resultResponse(9, {})));
    expect([port.status, port.text]).toEqual([202, ""]);
  });

  test("a batch in which nothing can be answered: 202, also where one of them is malformed", () => {
    const malformed = { jsonrpc: "2.0", method: "x", params: 1 };
    for (const bench of [new EndpointBench(), new EndpointBench({ sessions: false })]) {
      const send = bench.endpoint.hasSessions ? bench.session("2025-03-26") : bench.in("none");
      const { port } = send.post(batch(notification("x"), malformed));
      expect([port.status, port.text]).toEqual([202, ""]);
    }
  });

  test("one bad item is answered by itself; an error without a readable id has id null there", () => {
    const { port } = new EndpointBench().session("2025-03-26").post(batch(1, request(1, "ping")));
    expect(JSON.parse(port.text)).toMatchObject([{ id: null, error: { code: -32600 } }, { id: 1 }]);
  });

  test("once a stream has begun, answers go out as they come", () => {
    const bench = new EndpointBench();
    const { port } = bench
      .session("2025-03-26")
      .post(batch(request(1, "hold"), request(2, "hold"), request(3, "ping")));
    const [first, second] = bench.acceptor.held;
    void first?.notify(note(1));
    second?.end(resultResponse(2, {}));
    expect(port.isEnded).toBe(false);
    first?.end(resultResponse(1, {}));
    expect(port.isEnded).toBe(true);
    expect(messagesOf(port.text).flat()).toEqual([
      resultResponse(3, { method: "ping" }),
      note(1),
      resultResponse(2, {}),
      resultResponse(1, {}),
    ]);
  });

  test.each([
    ["empty", []],
    ["too long", Array.from({ length: 101 }, (_, i) => request(i, "ping"))],
    ["with a handshake", [request(1, "initialize", {}), request(2, "ping")]],
  ])("%s: refused as a whole", (_title, items) => {
    const bench = new EndpointBench();
    const { port, json } = bench.session("2025-03-26").post(items);
    expect([port.status, json().error?.code]).toEqual([400, -32600]);
    expect(bench.acceptor.held).toEqual([]);
  });

  test.each(["2025-06-18", "2025-11-25"])("%s has none", (revision) => {
    const { port, json } = new EndpointBench().session(revision).post([list]);
    expect([port.status, json().error?.code]).toEqual([400, -32600]);
  });
});

describe("questions to the client", () => {
  function asking() {
    const bench = new EndpointBench();
    const session = bench.session();
    const { x, port } = session.hold(1);
    const replies: unknown[] = [];
    const asked = x.ask?.(question, (r) => void replies.push(r));
    return { bench, session, x, port, replies, asked };
  }

  test("a question within an exchange goes out on its stream, and its answer finds it", () => {
    const { session, port, replies } = asking();
    expect(messagesOf(port.text)).toEqual([question]);
    const answer = session.post(resultResponse("q", { action: "accept" }));
    expect([answer.port.status, replies]).toEqual([202, [resultResponse("q", { action: "accept" })]]);
  });

  test("an error is an answer; a second answer is reported and swallowed", () => {
    const { bench, session, replies } = asking();
    session.post(errorResponse("q", -1, "no"));
    session.post(resultResponse("q", {}));
    expect(replies).toEqual([errorResponse("q", -1, "no")]);
    expect(bench.reports.at(-1)?.code).toBe("unknown-reply");
  });

  test("an answer given in another session is not taken", () => {
    const { bench, replies } = asking();
    expect(bench.session().post(resultResponse("q", { forged: true })).port.status).toBe(202);
    expect(replies).toEqual([]);
  });

  test("a question is withdrawn on the same stream, and then not replied to", () => {
    const { bench, session, port, replies, asked } = asking();
    asked?.abandon(notification("notifications/cancelled", { requestId: "q" }));
    expect(messagesOf(port.text)).toHaveLength(2);
    session.post(resultResponse("q", {}));
    expect([replies, bench.reports.at(-1)?.code]).toEqual([[], "late-reply"]);
  });

  test.each(["ends", "is cancelled", "loses its session"])("a question fails when its exchange %s", (how) => {
    const { session, x, replies } = asking();
    if (how === "ends") x.end(resultResponse(1, {}));
    else if (how === "is cancelled") session.post(notification("notifications/cancelled", { requestId: 1 }));
    else session.delete();
    expect(replies.map((r) => isTransportError(r) && r.code)).toEqual(["closed"]);
  });

  test("a question of the link goes out on the standalone stream; before there was one it fails fast", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const [link] = bench.acceptor.links;
    const replies: unknown[] = [];
    link?.ask?.(question, (r) => void replies.push(r));
    expect(replies).toEqual([]);
    bench.host.turn();
    expect(replies.map((r) => isTransportError(r) && r.code)).toEqual(["unsupported"]);
    const { port } = session.get();
    link?.ask?.(request("q2", "roots/list"), (r) => void replies.push(r));
    expect(messagesOf(port.text)).toEqual([request("q2", "roots/list")]);
    session.post(resultResponse("q2", { roots: [] }));
    expect(replies.at(-1)).toEqual(resultResponse("q2", { roots: [] }));
  });

  test("where the answer is JSON, and without a session, there is nobody to ask", () => {
    const json = new EndpointBench({ responses: "json" });
    expect(json.session().hold(1).x.ask).toBeUndefined();
    const stateless = new EndpointBench({ sessions: false });
    stateless.send({ body: request(1, "hold") });
    expect(stateless.acceptor.held[0]?.ask).toBeUndefined();
    expect(stateless.acceptor.held[0]?.detach).toBeUndefined();
  });
});

describe("the standalone stream", () => {
  // 2025-11-25/basic/transports#listening-for-messages-from-the-server/3
  test("it opens at once, with a cursor for 2025-11-25 and a comment for older peers", () => {
    const newer = new EndpointBench().session().get();
    expect(eventsOf(newer.port.text)).toEqual([{ id: "0-1", data: "", retry: "500" }]);
    const older = new EndpointBench().session("2025-06-18").get();
    expect([older.port.status, older.port.text]).toEqual([200, ":\n\n"]);
  });

  test("what belongs to no exchange goes there, and nowhere else", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    const running = session.hold(1);
    const { port } = session.get();
    void bench.acceptor.links[0]?.notify?.(note(1));
    expect(messagesOf(port.text)).toEqual([note(1)]);
    expect(messagesOf(running.port.text)).toEqual([]);
  });

  test("what was said before the client listened is not lost", () => {
    const bench = new EndpointBench();
    const session = bench.session();
    void bench.acceptor.links[0]?.notify?.(note(1));
    void bench.acceptor.links[0]?.notify?.(note(2));
    expect(messagesOf(session.get().port.text)).toEqual([note(1), note(2)]);
  });

  test("a new GET replaces a dead one, and gets what nobody was given", () => {
    const bench = new EndpointBench();
    const session = bench.session("2025-06-18");
    const [link] = bench.acceptor.links;
    const first = session.get();
    void link?.notify?.(note(1));
    const second = session.get();
    expect([first.port.isEnded, second.port.status]).toEqual([true, 200]);
    void link?.notify?.(note(2));
    second.turn.closed();
    void link?.notify?.(note(3));
    const third = session.get();
    void link?.notify?.(note(4));
    expect([first, second, third].map(({ port }) => messagesOf(port.text))).toEqual([
      [note(1)],
      [note(2)],
      [note(3), note(4)],
    ]);
  });
});

describe("a lost connection", () => {
  // 2025-11-25/basic/transports#sending-messages-to-the-server/21
  test.each(["before anything was sent", "after the stream began"])("%s is no cancellation", (when) => {
    const bench = new EndpointBench();
    const session = bench.session();
    const answering = session.post(request(1, "hold"));
    const [x] = bench.acceptor.held;
    if (when.startsWith("after")) bench.host.turn();
    answering.turn.closed();
    bench.host.turn();
    expect(x?.aborted).toBeUndefined();
    void x?.notify(note(1));
    x?.end(resultResponse(1, {}));
    expect(bench.acceptor.aborts).toEqual([]);
    expect(bench.endpoint.inFlight).toBe(0);
    if (when.startsWith("before")) return;
    const cursor = eventsOf(answering.port.text)[0]?.id;
    const resumed = session.get(cursor);
    expect(messagesOf(resumed.port.text)).toEqual([note(1), resultResponse(1, {})]);
  });
});
