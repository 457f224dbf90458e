import { request } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { EndpointBench, modern } from "../../test/endpoint-bench.js";

const challenge = { status: 403, headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' } };

describe("the permit hook", () => {
  const guarded = {
    authorize: () => ({ caller: "ann", id: "ann" }),
    permit: (message: object, caller: unknown) =>
      "method" in message && message.method === "hold" && caller === "ann" ? challenge : undefined,
  };

  test("turns a message away before anything acts on it", () => {
    const bench = new EndpointBench(guarded);
    const { port } = bench.send(modern(request(1, "hold")));
    expect([port.status, port.headers["WWW-Authenticate"]]).toEqual([403, 'Bearer error="insufficient_scope"']);
    expect(bench.acceptor.held).toEqual([]);
  });

  test("lets other messages pass", () => {
    const bench = new EndpointBench(guarded);
    expect(bench.send(modern(request(1, "echo"))).port.status).not.toBe(403);
  });

  test("that throws permits nothing, and its error stays here", () => {
    const bench = new EndpointBench({
      permit: () => {
        throw new Error("no database");
      },
    });
    const { port } = bench.send(modern(request(1, "hold")));
    expect([port.status, port.text, bench.reports.map(({ code }) => code)]).toEqual([500, "", ["authorize-failed"]]);
    expect(bench.acceptor.held).toEqual([]);
  });
});
