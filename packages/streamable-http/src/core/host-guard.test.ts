import { describe, expect, test } from "vitest";
import { EndpointBench, modern } from "../../test/endpoint-bench.js";
import { request } from "@mcpwire/jsonrpc";
import { guardRequest, isLoopbackName, requestGuard, type GuardRules } from "./host-guard.js";

const loopback: GuardRules = { isLoopback: true };
const named: GuardRules = { allowedHosts: ["example.com", "api.example.com:8443"] };
const listed: GuardRules = { allowedOrigins: ["https://app.example.com", "http://dev.example.com:3000"] };

describe("who may call", () => {
  // 2026-07-28/basic/transports/streamable-http#security-endpoint/1 and /2; 2025-11-25/basic/transports#security-warning/1 and /2
  test.each<[string, GuardRules, string | undefined, string | undefined, boolean]>([
    ["no origin, no rules", {}, "anything", undefined, true],
    ["no origin and no host, no rules", {}, undefined, undefined, true],
    ["a foreign origin, no rules", {}, "example.com", "https://evil.com", false],
    ["an origin that equals an unverified host", {}, "evil.com", "http://evil.com", false],
    ["the origin null", {}, "example.com", "null", false],
    ["loopback host", loopback, "127.0.0.1:80", undefined, true],
    ["loopback name", loopback, "localhost:3000", undefined, true],
    ["loopback name in capitals", loopback, "LOCALHOST", undefined, true],
    ["loopback in IPv6", loopback, "[::1]:80", undefined, true],
    ["no host on a loopback bind", loopback, undefined, undefined, false],
    ["a rebound name on a loopback bind", loopback, "evil.example.com", "http://evil.example.com", false],
    ["a name that begins like loopback", loopback, "127.0.0.1.evil.com", undefined, false],
    ["a name that ends like loopback", loopback, "notlocalhost", undefined, false],
    ["a host with credentials", loopback, "localhost@evil.com", undefined, false],
    ["a loopback origin of another port", loopback, "localhost:3000", "http://localhost:5173", true],
    ["a loopback origin of another name", loopback, "127.0.0.1:3000", "http://localhost:5173", true],
    ["a foreign origin on a loopback bind", loopback, "localhost:3000", "https://evil.com", false],
    ["the origin null on a loopback bind", loopback, "localhost:3000", "null", false],
    ["an origin that only begins like loopback", loopback, "localhost", "http://localhost.evil.com", false],
    ["an allowed host", named, "example.com", undefined, true],
    ["an allowed host with any port", named, "example.com:8080", undefined, true],
    ["an allowed host with its port", named, "api.example.com:8443", undefined, true],
    ["an allowed host with another port", named, "api.example.com:1", undefined, false],
    ["a host that is not allowed", named, "evil.com", undefined, false],
    ["loopback where only names are allowed", named, "localhost", undefined, false],
    ["the origin of the verified host", named, "example.com", "https://example.com", true],
    ["the origin of the verified host, with its usual port", named, "example.com:443", "https://example.com", true],
    ["the origin of the verified host, another port", named, "example.com", "https://example.com:444", false],
    ["a listed origin", listed, "x", "https://app.example.com", true],
    ["a listed origin with its usual port", listed, "x", "https://app.example.com:443", true],
    ["a listed origin with another scheme", listed, "x", "http://app.example.com", false],
    ["a listed origin with another port", listed, "x", "http://dev.example.com:3001", false],
    ["a part of a listed origin", listed, "x", "https://app.example.com.evil.com", false],
    ["every origin", { allowedOrigins: "*" }, "x", "null", true],
    [
      "a predicate that agrees",
      { allowedOrigins: (o) => o.endsWith(".example.com") },
      "x",
      "https://a.example.com",
      true,
    ],
    ["a predicate that does not", { allowedOrigins: () => false }, "x", "https://a.example.com", false],
    ["an origin that is no origin", listed, "x", "https://app.example.com/path", false],
    ["garbage", listed, "x", "::::", false],
  ])("%s", (_title, rules, host, origin, passes) => {
    expect(guardRequest({ host, origin }, rules) === undefined).toBe(passes);
    const guard = requestGuard(rules);
    for (let time = 0; time < 2; time++) expect(guard(host, origin) === undefined).toBe(passes);
  });

  test("a host that was let in lets in no other host, and no page", () => {
    const guard = requestGuard(loopback);
    expect(guard("localhost:80", undefined)).toBeUndefined();
    expect(guard("evil.example.com", undefined)).toMatch(/Host/);
    expect(guard("localhost:80", "https://evil.com")).toMatch(/Origin/);
    expect(guard(undefined, undefined)).toMatch(/Host/);
    expect(guard("localhost:80", undefined)).toBeUndefined();
  });

  test.each(["localhost", "LOCALHOST.", "app.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"])(
    "%s is loopback",
    (name) => {
      expect(isLoopbackName(name)).toBe(true);
    },
  );

  test.each(["0.0.0.0", "::", "127.0.0.256", "127.0.0", "localhost.com", "example.com"])("%s is not", (name) => {
    expect(isLoopbackName(name)).toBe(false);
  });
});

describe("at the endpoint", () => {
  const ping = modern(request(1, "ping"));
  const origin = { origin: "https://app.example.com" };
  const cors = { cors: true, allowedOrigins: ["https://app.example.com"] };

  test("403 with an error that has no id, before anything else is looked at", () => {
    let asked = 0;
    const bench = new EndpointBench({ authorize: () => ({ caller: (asked += 1), id: "x" }) });
    const { port, json } = bench.send({ ...ping, headers: { ...ping.headers, origin: "null" } });
    expect([port.status, json().error?.code, "id" in json(), asked]).toEqual([403, -32600, false, 0]);
  });

  test("a preflight is answered before authorization, and lists what the page may send", () => {
    const bench = new EndpointBench({ ...cors, authorize: () => ({ challenge: { status: 401 } }) });
    const { port } = bench.send({
      method: "OPTIONS",
      headers: {
        ...origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, mcp-param-region, x-evil",
      },
    });
    expect([port.status, port.text]).toEqual([204, ""]);
    expect(port.headers["Access-Control-Allow-Origin"]).toBe("https://app.example.com");
    expect(port.headers["Access-Control-Allow-Methods"]).toBe("GET, POST, DELETE");
    const allowed = port.headers["Access-Control-Allow-Headers"]?.toLowerCase().split(", ") ?? [];
    for (const name of [
      "content-type",
      "accept",
      "authorization",
      "mcp-protocol-version",
      "mcp-session-id",
      "mcp-method",
      "mcp-name",
      "last-event-id",
      "mcp-param-region",
    ]) {
      expect(allowed).toContain(name);
    }
    expect(allowed).not.toContain("x-evil");
  });

  test("a preflight of a foreign page is 403", () => {
    const { port } = new EndpointBench(cors).send({ method: "OPTIONS", headers: { origin: "https://evil.com" } });
    expect(port.status).toBe(403);
  });

  test.each<[string, () => EndpointBench, Parameters<EndpointBench["send"]>[0], number]>([
    ["a result", () => new EndpointBench(cors), { ...ping, headers: { ...ping.headers, ...origin } }, 200],
    ["a refusal", () => new EndpointBench(cors), { headers: origin, body: "{" }, 400],
    [
      "a 202",
      () => new EndpointBench({ ...cors, sessions: false }),
      { headers: origin, body: { jsonrpc: "2.0", method: "x" } },
      202,
    ],
    [
      "a challenge",
      () => new EndpointBench({ ...cors, authorize: () => ({ challenge: { status: 401 } }) }),
      { headers: origin, body: "{}" },
      401,
    ],
    [
      "a handshake",
      () => new EndpointBench(cors),
      { headers: origin, body: request(1, "initialize", { protocolVersion: "2025-11-25" }) },
      200,
    ],
  ])("%s can be read by the page, with the headers it needs", (_title, make, asks, status) => {
    const { port } = make().send(asks);
    expect(port.status).toBe(status);
    expect(port.headers["Access-Control-Allow-Origin"]).toBe("https://app.example.com");
    expect(port.headers["Access-Control-Expose-Headers"]).toContain("Mcp-Session-Id");
    expect(port.headers["Access-Control-Expose-Headers"]).toContain("WWW-Authenticate");
    expect(port.headers["Vary"]).toBe("Origin");
  });

  test("a stream can be read by the page, too", () => {
    const { port } = new EndpointBench(cors).session("2025-11-25", origin).get();
    expect([port.isStream, port.headers["Access-Control-Allow-Origin"]]).toEqual([true, "https://app.example.com"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no database");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no database"))],
    // What no type checker has seen may forget to answer.
    ["gives nothing", () => undefined as never],
    ["gives nothing, later", () => Promise.resolve(undefined as never)],
  ])("an authorize hook that %s: 500, and its error stays here", async (_title, authorize) => {
    const bench = new EndpointBench({ authorize });
    const { port } = bench.send(ping);
    await Promise.resolve();
    await Promise.resolve();
    expect([port.status, bench.reports.map(({ code }) => code)]).toEqual([500, ["authorize-failed"]]);
    expect(port.text).not.toContain("database");
  });

  test("an authorize hook may take its time; its caller travels to the handler, before the body is read", async () => {
    const bench = new EndpointBench({ authorize: (head) => Promise.resolve({ caller: head.method, id: "x" }) });
    const asks = modern(request(1, "hold"));
    const { port, turn } = bench.send({ ...(asks.headers === undefined ? {} : { headers: asks.headers }) });
    expect(port.wantsBody).toBe(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(port.wantsBody).toBe(true);
    turn.received(JSON.stringify(asks.body));
    expect(bench.acceptor.held[0]?.caller).toBe("POST");
  });

  test("a client that leaves while it is authorized is not served", async () => {
    const bench = new EndpointBench({ authorize: () => Promise.resolve({ caller: 1, id: "x" }) });
    const { port, turn } = bench.send(ping);
    turn.closed();
    await Promise.resolve();
    await Promise.resolve();
    expect([port.status, port.wantsBody]).toEqual([undefined, false]);
  });
});
