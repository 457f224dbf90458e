/** Sessions on hosts where timers and turns end with the request in which they were set, as in workers. */
import { resultResponse } from "@mcpwire/jsonrpc";
import { expect, test } from "vitest";
import { EndpointBench, ManualHost } from "../../../test/endpoint-bench.js";

function start(options: ConstructorParameters<typeof EndpointBench>[0] = {}): EndpointBench {
  return new EndpointBench(options, Object.assign(new ManualHost(), { timersEndWithRequest: true }));
}

test("a request that is over before its turn takes no other's cursor with it", () => {
  const bench = start();
  const session = bench.session();
  session.post({ jsonrpc: "2.0", id: 1, method: "hold" });
  bench.acceptor.held[0]?.end(resultResponse(1, {}));
  bench.host.endRequest();
  const { port } = session.hold(2);
  expect(port.text).toMatch(/^id: /);
});

test("idle sessions make room, also where the timer that looks for them has ended with its request", () => {
  const bench = start({ limits: { maxSessions: 2, sessionIdleMs: 1000 } });
  const first = bench.session();
  bench.session();
  bench.host.endRequest();
  bench.host.clock += 500;
  expect(first.post({ jsonrpc: "2.0", id: 1, method: "ping" }).port.status).toBe(200);
  bench.host.clock += 600;
  bench.session();
  expect(first.post({ jsonrpc: "2.0", id: 2, method: "ping" }).port.status).toBe(200);
  expect(bench.acceptor.released).toEqual(["drop"]);
});
