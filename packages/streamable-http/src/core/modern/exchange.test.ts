/** Modern requests: header checks, the form of the answer, statuses, silence, disconnects, limits. */
import { request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { EndpointBench, messagesOf, metadata, note } from "../../../test/endpoint-bench.js";
import type { EndpointOptions } from "../create-endpoint.js";

const hold = request(5, "hold");
const call = (name: string, args: unknown) => request(1, "tools/call", { name, arguments: args });

function held(options: EndpointOptions = {}, headers = {}) {
  const bench = new EndpointBench(options);
  const answering = bench.modern(hold, headers);
  const [x] = bench.acceptor.held;
  if (x === undefined) throw new Error("not held");
  return { bench, ...answering, x };
}

describe("headers", () => {
  // 2026-07-28/basic/transports/streamable-http#server-validation/1, /3, /4 and /5
  test.each<[string, ReturnType<typeof call>, Readonly<Record<string, string>>, RegExp | undefined]>([
    ["Mcp-Method of another method", call("a", {}), { "mcp-method": "tools/list" }, /Mcp-Method/],
    ["Mcp-Method in another case", call("a", {}), { "mcp-method": "Tools/Call" }, /Mcp-Method/],
    ["Mcp-Name of another tool", call("a", {}), { "mcp-name": "b" }, /Mcp-Name/],
    ["Mcp-Name in another case", call("a", {}), { "mcp-name": "A" }, /Mcp-Name/],
    ["Mcp-Name in base64", call("ä", {}), { "mcp-name": "=?base64?w6Q=?=" }, undefined],
    ["Mcp-Name in bad base64", call("ä", {}), { "mcp-name": "=?base64?w6Q?=" }, /Mcp-Name/],
    ["Mcp-Name that only looks like base64", call("=?base64?", {}), { "mcp-name": "=?base64?" }, undefined],
    ["a mirrored parameter", call("mirrored", { region: "eu" }), { "mcp-param-region": "eu" }, undefined],
    [
      "a mirrored parameter in base64",
      call("mirrored", { region: "ä" }),
      { "mcp-param-region": "=?base64?w6Q=?=" },
      undefined,
    ],
    [
      "a mirrored parameter with another value",
      call("mirrored", { region: "eu" }),
      { "mcp-param-region": "us" },
      /Mcp-Param-Region/,
    ],
    ["a mirrored parameter without its header", call("mirrored", { region: "eu" }), {}, /Mcp-Param-Region is missing/],
    [
      "a mirrored parameter with wrong padding",
      call("mirrored", { region: "ä" }),
      { "mcp-param-region": "=?base64?w6Q?=" },
      /base64/,
    ],
    ["a mirrored parameter without value or header", call("mirrored", {}), {}, undefined],
    ["a mirrored parameter that is null", call("mirrored", { region: null }), {}, undefined],
    ["a header that no tool knows", call("a", {}), { "mcp-param-other": "x" }, undefined],
  ])("%s", (_title, q, headers, says) => {
    const bench = new EndpointBench();
    const { port, json } = bench.modern(q, headers);
    if (says === undefined) {
      expect(bench.acceptor.held).toHaveLength(1);
      return;
    }
    expect(bench.acceptor.held).toEqual([]);
    expect([port.status, json().error?.code, json().id]).toEqual([400, -32020, 1]);
    expect(json().error?.message).toMatch(says);
  });

  test("a mirrored parameter is asked for by what the caller may know of", () => {
    const authorize = (head: { header(name: string): string | undefined }) => {
      const id = head.header("authorization") ?? "";
      return { caller: id, id };
    };
    const bench = new EndpointBench({ authorize });
    const statusFor = (authorization: string) =>
      bench.modern(call("mirrored", { region: "eu" }), { authorization }).port.status;
    expect(statusFor("ann")).toBe(400);
    expect(bench.acceptor.held).toEqual([]);
    statusFor("bob");
    expect(bench.acceptor.held).toHaveLength(1);
  });

  test.each([
    ["Mcp-Method", { "mcp-protocol-version": "2026-07-28", "mcp-name": "a" }],
    ["Mcp-Name", { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" }],
    ["MCP-Protocol-Version", { "mcp-method": "tools/call", "mcp-name": "a" }],
  ])("%s missing", (name, headers) => {
    const { port, json } = new EndpointBench().send({
      headers,
      body: { ...call("a", {}), params: { name: "a", _meta: metadata } },
    });
    expect([port.status, json().error?.code]).toEqual([400, -32020]);
    expect(json().error?.message).toContain(`${name} is missing`);
  });

  test("a revision that is not served is the acceptor's to refuse, whatever its other headers are", () => {
    const bench = new EndpointBench();
    const asks = { "io.modelcontextprotocol/protocolVersion": "v999.0.0" };
    const { port, json } = bench.send({
      headers: { "mcp-protocol-version": "v999.0.0" },
      body: request(1, "unserved", { _meta: asks }),
    });
    expect([port.status, json().error?.code]).toEqual([400, -32022]);
  });

  test("an unknown method is 404 with a body", () => {
    const { port, json } = new EndpointBench().modern(request(3, "unknown/method"));
    expect([port.status, json().error?.code, json().id]).toEqual([404, -32601, 3]);
  });
});

describe("the form of the answer", () => {
  test("nothing sent before the result: one body of JSON, also later", () => {
    const { x, port } = held();
    expect(port.status).toBeUndefined();
    x.end(resultResponse(5, { a: 1 }));
    expect(port.headers).toEqual({ "Content-Type": "application/json" });
    expect([port.status, port.writes, port.text]).toEqual([200, 1, '{"jsonrpc":"2.0","id":5,"result":{"a":1}}']);
  });

  test("the first message opens a stream, with the headers that proxies need, and events carry no ids", () => {
    const { x, port } = held();
    void x.notify(note(1));
    expect(port.headers).toEqual({
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    });
    void x.notify(note(2));
    x.end(resultResponse(5, {}));
    expect(port.isEnded).toBe(true);
    expect(port.text).not.toContain("id: ");
    expect(messagesOf(port.text)).toEqual([note(1), note(2), resultResponse(5, {})]);
  });

  test("an error after the stream began is its last event; its status is gone by then", () => {
    const { x, port } = held();
    void x.notify(note(1));
    x.end({ jsonrpc: "2.0", id: 5, error: { code: -32601, message: "no" } }, "unknown-method");
    expect([port.status, port.isEnded]).toEqual([200, true]);
    expect(messagesOf(port.text)[1]).toMatchObject({ error: { code: -32601 } });
  });

  test("mode stream: the answer is a stream in one write", () => {
    const { x, port } = held({ responses: "stream" });
    x.end(resultResponse(5, {}));
    expect([port.headers["Content-Type"], port.writes]).toEqual(["text/event-stream", 1]);
    expect(messagesOf(port.text)).toEqual([resultResponse(5, {})]);
  });

  test.each([
    ["mode json", { responses: "json" } as const, {}],
    ["a client that takes JSON only", {}, { accept: "application/json" }],
  ])("%s: what comes before the result is reported, not sent", (_title, options, headers) => {
    const { bench, x, port } = held(options, headers);
    void x.notify(note(1));
    bench.host.advance(60_000);
    x.end(resultResponse(5, {}));
    expect([port.headers["Content-Type"], port.writes]).toEqual(["application/json", 1]);
    expect(bench.reports.map(({ code }) => code)).toEqual(["unsent-notification"]);
  });

  test("a client that takes streams only gets one", () => {
    const { x, port } = held({}, { accept: "text/event-stream" });
    x.end(resultResponse(5, {}));
    expect(port.headers["Content-Type"]).toBe("text/event-stream");
  });

  test("a watch needs a stream", () => {
    const listen = request(1, "subscriptions/listen", { notifications: {} });
    expect(new EndpointBench().modern(listen, { accept: "application/json" }).port.status).toBe(406);
    expect(new EndpointBench({ responses: "json" }).modern(listen).port.status).toBe(404);
  });

  test("a result that JSON cannot say becomes one error", () => {
    const { bench, x, json } = held();
    x.end(resultResponse(5, { n: 1n }));
    expect(json()).toMatchObject({ id: 5, error: { code: -32603 } });
    expect(bench.reports).toHaveLength(1);
  });

  test("a second end and a message after the end are swallowed", () => {
    const { x, port } = held();
    x.end(resultResponse(5, { n: 1 }));
    x.end(resultResponse(5, { n: 2 }));
    void x.notify(note(1));
    expect(port.writes).toBe(1);
  });
});

describe("silence", () => {
  // 2026-07-28/basic/transports/streamable-http#receiving-messages/5
  test("a request that is silent becomes a stream with a comment, and goes on being one", () => {
    const { bench, x, port } = held({ streamAfterMs: 5000, keepAliveMs: 8000 });
    bench.host.advance(3000);
    expect(port.status).toBeUndefined();
    bench.host.advance(2000);
    expect([port.status, port.isStream, port.text]).toEqual([200, true, ":\n\n"]);
    bench.host.advance(8000);
    expect(port.text).toBe(":\n\n:\n\n");
    x.end(resultResponse(5, {}));
    expect(messagesOf(port.text)).toEqual([resultResponse(5, {})]);
  });

  test("an open stream never says nothing for longer than the interval", () => {
    const { bench, x, port } = held({ keepAliveMs: 8000 });
    void x.notify(note(1));
    let last = 0;
    let longest = 0;
    for (let ms = 0; ms < 100_000; ms += 500) {
      if (ms % 7000 === 0) void x.notify(note(ms));
      const before = port.writes;
      bench.host.advance(500);
      if (port.writes > before || ms % 7000 === 0) last = ms;
      longest = Math.max(longest, ms - last);
    }
    expect(longest).toBeLessThanOrEqual(8000);
    expect(port.text).toContain(":\n\n");
  });

  test("the timer is gone soon after the last response", () => {
    const { bench, x } = held();
    x.end(resultResponse(5, {}));
    bench.host.advance(60_000);
    expect(bench.host.pendingTimers).toBe(0);
  });
});

describe("giving up", () => {
  // 2026-07-28/basic/transports/streamable-http#cancellation/1 and /3
  test.each(["before anything was sent", "in the middle of a stream"])(
    "a disconnect %s cancels the exchange",
    (when) => {
      const { bench, x, port, turn } = held();
      if (when.includes("middle")) void x.notify(note(1));
      const { writes } = port;
      turn.closed();
      expect(bench.acceptor.aborts).toEqual([{ id: 5, why: { code: "disconnected" } }]);
      expect(x.aborted).toEqual({ code: "disconnected" });
      void x.notify(note(2));
      x.end(resultResponse(5, {}));
      turn.closed();
      expect(port.writes).toBe(writes);
      expect(bench.acceptor.aborts).toHaveLength(1);
      expect(bench.endpoint.inFlight).toBe(0);
    },
  );

  test("a disconnect after the end is none", () => {
    const { bench, x, turn } = held();
    x.end(resultResponse(5, {}));
    turn.closed();
    expect(bench.acceptor.aborts).toEqual([]);
  });

  test("a reader that is too slow aborts with overload", () => {
    const { bench, x, turn } = held();
    void x.notify(note(1));
    turn.closed("overload");
    expect(bench.acceptor.aborts[0]?.why).toEqual({ code: "overload" });
  });

  test("two requests with one id do not know of each other", () => {
    const bench = new EndpointBench();
    const first = bench.modern(hold);
    const second = bench.modern(hold);
    bench.acceptor.held[1]?.end(resultResponse(5, { which: 2 }));
    first.turn.closed();
    expect(second.json().result).toEqual({ which: 2 });
    expect(first.port.status).toBeUndefined();
  });

  test("beyond maxStatelessInFlight: 429", () => {
    const bench = new EndpointBench({ limits: { maxStatelessInFlight: 1 } });
    bench.modern(hold);
    const { port, json } = bench.modern(hold);
    expect([port.status, json().error?.code, json().id]).toEqual([429, -32603, 5]);
    bench.acceptor.held[0]?.end(resultResponse(5, {}));
    expect(bench.modern(request(6, "ping")).port.status).toBe(200);
  });

  test("beyond maxInFlight of one caller: 429, others are served", () => {
    const authorize = (head: { header(name: string): string | undefined }) => {
      const id = head.header("authorization") ?? "";
      return { caller: { id }, id };
    };
    const bench = new EndpointBench({ authorize, limits: { maxInFlight: 1 } });
    bench.modern(hold, { authorization: "a" });
    expect(bench.modern(hold, { authorization: "a" }).port.status).toBe(429);
    bench.modern(hold, { authorization: "b" });
    expect(bench.acceptor.held.map(({ caller }) => caller)).toEqual([{ id: "a" }, { id: "b" }]);
  });
});

describe("the end of the server", () => {
  test("a drain lets what runs finish and refuses what comes", () => {
    const { bench, x, port } = held();
    let idle = 0;
    bench.endpoint.drain(() => (idle += 1));
    expect([bench.acceptor.released, idle]).toEqual([["drain"], 0]);
    const refused = bench.modern(request(6, "ping"));
    expect([refused.port.status, refused.json().error?.code]).toEqual([503, -32603]);
    x.end(resultResponse(5, {}));
    expect([port.status, idle]).toEqual([200, 1]);
    bench.endpoint.drop();
    expect(bench.acceptor.released).toEqual(["drain"]);
    expect(bench.host.pendingTimers).toBe(0);
  });

  test("a drop aborts what runs, and its client is told why", () => {
    const { bench, x, port } = held();
    void x.notify(note(1));
    bench.endpoint.drop();
    bench.endpoint.drop();
    expect(port.isEnded).toBe(true);
    expect(messagesOf(port.text)[1]).toMatchObject({ id: 5, error: { code: -32603 } });
    expect(bench.acceptor.aborts[0]?.why.code).toBe("closed");
    expect(bench.acceptor.released).toEqual(["drop"]);
  });

  test("whoever still waits then is told so, and not left with a broken stream", () => {
    const { bench, x, port } = held();
    void x.notify(note(1));
    bench.endpoint.drop();
    expect(messagesOf(port.text).at(-1)).toMatchObject({
      id: x.request.id,
      error: { code: -32603, message: "the server is shutting down" },
    });
  });
});
