/** Which status and code each request gets that is not served, and which era takes each that is. */
import { notification, request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { EndpointBench, metadata, modern, type Asking } from "../../test/endpoint-bench.js";
import type { EndpointOptions } from "./create-endpoint.js";

const init = (id = 1, more = {}) =>
  request(id, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, ...more });
const list = request(7, "tools/list");
const version = (name: string) => ({ "MCP-Protocol-Version": name });
const both = {};
const modernOnly = { revisions: ["2026-07-28"] };
const legacyOnly = { revisions: ["2025-11-25", "2025-06-18", "2025-03-26"] };
const stateless = { sessions: false };

interface Refusal {
  readonly title: string;
  readonly server?: EndpointOptions & { readonly revisions?: readonly string[] };
  readonly asks: Asking;
  readonly status: number;
  readonly code?: number;
  readonly id?: unknown;
  /** Words of the message. */
  readonly says?: RegExp;
}

const refusals: readonly Refusal[] = [
  /* eras */
  {
    title: "initialize that carries a version in its metadata is unknown where metadata rules",
    asks: modern(init()),
    status: 404,
    code: -32601,
    id: 1,
    says: /initialize/,
  },
  {
    title: "a modern header on a legacy initialize is a mismatch, and no session is opened",
    asks: { headers: version("2026-07-28"), body: init() },
    status: 400,
    code: -32020,
    id: 1,
    says: /2026-07-28/,
  },
  {
    title: "a modern header on any other request without metadata is malformed",
    asks: { headers: version("2026-07-28"), body: list },
    status: 400,
    code: -32602,
    id: 7,
    says: /_meta/,
  },
  {
    // 2026-07-28/basic/transports/streamable-http#protocol-version-header/3
    title: "a legacy header on a modern body is a mismatch",
    asks: modern(list, version("2025-11-25")),
    status: 400,
    code: -32020,
    id: 7,
    says: /2025-11-25/,
  },
  {
    title: "a modern body without the version header is a mismatch",
    asks: { body: { ...list, params: { _meta: metadata } } },
    status: 400,
    code: -32020,
    id: 7,
    says: /MCP-Protocol-Version is missing/,
  },
  {
    // 2025-11-25/basic/transports#protocol-version-header/4
    title: "an unknown version header without metadata",
    asks: { headers: version("1999-01-01"), body: list },
    status: 400,
    code: -32022,
    id: 7,
    says: /1999-01-01/,
  },
  {
    title: "an unknown version header on initialize",
    asks: { headers: version("1999-01-01"), body: init() },
    status: 400,
    code: -32022,
    id: 1,
  },
  {
    title: "an unknown version header on a notification",
    asks: { headers: version("1999-01-01"), body: notification("notifications/initialized") },
    status: 400,
    code: -32022,
  },
  {
    title: "a known revision that is not served, without metadata",
    server: { revisions: ["2026-07-28", "2025-11-25"] },
    asks: { headers: version("2025-06-18"), body: list },
    status: 400,
    code: -32022,
    id: 7,
  },
  {
    title: "a modern header where only legacy is served",
    server: legacyOnly,
    asks: { headers: version("2026-07-28"), body: list },
    status: 400,
    code: -32022,
    id: 7,
    says: /2025-11-25/,
  },
  {
    title: "a response in the modern era, whose clients send none",
    asks: { headers: version("2026-07-28"), body: resultResponse(1, {}) },
    status: 400,
    code: -32600,
  },
  /* modern only */
  {
    title: "initialize where legacy is off names what is served",
    server: modernOnly,
    asks: { body: init() },
    status: 400,
    code: -32020,
    id: 1,
    says: /Supported protocol versions: 2026-07-28/,
  },
  {
    title: "a request without header and metadata where legacy is off",
    server: modernOnly,
    asks: { body: list },
    status: 400,
    code: -32020,
    id: 7,
  },
  {
    title: "a legacy header where legacy is off",
    server: modernOnly,
    asks: { headers: version("2025-11-25"), body: list },
    status: 400,
    code: -32022,
    id: 7,
  },
  {
    title: "a session id means nothing where legacy is off",
    server: modernOnly,
    asks: { headers: { "Mcp-Session-Id": "x" }, body: list },
    status: 400,
    code: -32020,
    id: 7,
  },
  { title: "GET where legacy is off", server: modernOnly, asks: { method: "GET" }, status: 405, code: -32600 },
  { title: "DELETE where legacy is off", server: modernOnly, asks: { method: "DELETE" }, status: 405, code: -32600 },
  {
    title: "GET with a modern header",
    asks: { method: "GET", headers: version("2026-07-28") },
    status: 405,
  },
  /* sessions */
  {
    // 2025-11-25/basic/transports#session-management/6
    title: "a request without its session",
    asks: { body: list },
    status: 400,
    code: -32600,
    id: 7,
    says: /Mcp-Session-Id is missing/,
  },
  { title: "a notification without its session", asks: { body: notification("x") }, status: 400, code: -32600 },
  { title: "a response without its session", asks: { body: resultResponse(1, {}) }, status: 400, code: -32600 },
  {
    // 2025-11-25/basic/transports#session-management/8
    title: "a session that is not there",
    asks: { headers: { "Mcp-Session-Id": "gone" }, body: list },
    status: 404,
    code: -32600,
    id: 7,
    says: /initialize/,
  },
  {
    title: "initialize for a session that is not there",
    asks: { headers: { "Mcp-Session-Id": "gone" }, body: init() },
    status: 404,
    id: 1,
  },
  { title: "GET without a session", asks: { method: "GET" }, status: 400 },
  { title: "GET of no session", asks: { method: "GET", headers: { "Mcp-Session-Id": "gone" } }, status: 404 },
  {
    title: "GET with an unknown version",
    asks: { method: "GET", headers: version("1999-01-01") },
    status: 400,
    code: -32022,
  },
  { title: "DELETE without a session", asks: { method: "DELETE" }, status: 400 },
  { title: "DELETE of no session", asks: { method: "DELETE", headers: { "Mcp-Session-Id": "gone" } }, status: 404 },
  { title: "GET in stateless mode", server: stateless, asks: { method: "GET" }, status: 405 },
  { title: "DELETE in stateless mode", server: stateless, asks: { method: "DELETE" }, status: 405 },
  {
    title: "a response in stateless mode, where nobody asked",
    server: stateless,
    asks: { body: resultResponse(1, {}) },
    status: 400,
  },
  /* HTTP */
  { title: "another method", asks: { method: "PUT" }, status: 405 },
  { title: "OPTIONS without CORS", asks: { method: "OPTIONS", headers: { origin: "http://a.b" } }, status: 403 },
  {
    title: "another media type",
    asks: { headers: { "content-type": "text/plain" }, body: list },
    status: 415,
    code: -32600,
    says: /application\/json/,
  },
  { title: "a compressed body", asks: { headers: { "content-encoding": "gzip" }, body: list }, status: 415 },
  {
    title: "an answer that the client would not take",
    asks: { headers: { accept: "text/html" }, body: list },
    status: 406,
    code: -32600,
  },
  {
    title: "a stream where the server only writes JSON",
    server: { responses: "json" },
    asks: { headers: { accept: "text/event-stream" }, body: list },
    status: 406,
  },
  {
    title: "GET for something else than a stream",
    asks: { method: "GET", headers: { accept: "application/json" } },
    status: 406,
  },
  /* bodies */
  { title: "a body that is no JSON", asks: { body: "{" }, status: 400, code: -32700 },
  { title: "an empty body", asks: { body: "" }, status: 400, code: -32700 },
  { title: "a body nested too deeply", asks: { body: "[".repeat(2000) + "]".repeat(2000) }, status: 400, code: -32600 },
  {
    title: "a request whose id is null",
    asks: { body: { jsonrpc: "2.0", id: null, method: "ping" } },
    status: 400,
    code: -32600,
  },
  {
    title: "a bad envelope whose id can be read",
    asks: { body: { jsonrpc: "1.0", id: "a", method: "ping" } },
    status: 400,
    code: -32600,
    id: "a",
  },
  {
    title: "params that are no object",
    asks: { body: { jsonrpc: "2.0", id: 0, method: "ping", params: [] } },
    status: 400,
    code: -32602,
    id: 0,
  },
  { title: "a batch without a session", asks: { body: [list] }, status: 400, code: -32600 },
  {
    title: "a batch with a modern header in stateless mode",
    server: stateless,
    asks: { headers: version("2026-07-28"), body: [list] },
    status: 400,
    code: -32600,
  },
  {
    title: "a batch of a revision without batches in stateless mode",
    server: stateless,
    asks: { headers: version("2025-06-18"), body: [list] },
    status: 400,
    code: -32600,
  },
];

describe("what is refused", () => {
  test.each(refusals)("$title: $status $code", ({ server = both, asks, status, code, id, says }) => {
    const bench = new EndpointBench(server);
    const { port, json } = bench.send(asks);
    expect(port.status).toBe(status);
    expect(port.isEnded).toBe(true);
    expect(port.headers["Content-Type"]).toBe("application/json");
    const { error, ...rest } = json();
    expect(rest).toEqual(id === undefined ? { jsonrpc: "2.0" } : { jsonrpc: "2.0", id });
    if (code !== undefined) expect(error?.code).toBe(code);
    if (says !== undefined) expect(error?.message).toMatch(says);
    // Nothing of it ran, and nothing is left behind.
    expect(bench.acceptor.held).toEqual([]);
    expect(bench.acceptor.taken).toEqual([]);
    expect(bench.endpoint.sessions.size).toBe(0);
    expect(bench.endpoint.inFlight).toBe(0);
  });

  test("initialize where legacy is off lists the versions in data as well", () => {
    const { json } = new EndpointBench(modernOnly).send({ body: init() });
    expect(json().error?.data).toEqual({ supported: ["2026-07-28"] });
  });

  test("a 405 names the methods that are there", () => {
    expect(new EndpointBench(modernOnly).send({ method: "GET" }).port.headers["Allow"]).toBe("POST");
    expect(new EndpointBench().send({ method: "PUT" }).port.headers["Allow"]).toBe("GET, POST, DELETE");
  });

  test.each([
    ["too-large", 413, -32600],
    ["not-utf8", 400, -32700],
    ["broken", 400, -32700],
  ] as const)("a body that is %s: %i", (problem, status, code) => {
    const { port, turn, json } = new EndpointBench().send({});
    turn.unreadable(problem);
    expect([port.status, json().error?.code]).toEqual([status, code]);
  });
});

describe("what is served", () => {
  test.each<[string, EndpointOptions, Asking, number]>([
    ["a modern request", {}, modern(list), 200],
    ["header names in any case and blanks around values", {}, modern(list, { "MCP-METHOD": " tools/list " }), 200],
    [
      "session and cursor headers of a modern request are ignored",
      {},
      modern(list, { "mcp-session-id": "x", "last-event-id": "y" }),
      200,
    ],
    ["initialize", {}, { body: init() }, 200],
    ["initialize with a legacy header", {}, { headers: version("2025-06-18"), body: init() }, 200],
    ["initialize in stateless mode", stateless, { body: init() }, 200],
    ["a stateless request without a header", stateless, { body: list }, 200],
    ["a stateless request with a header", stateless, { headers: version("2025-11-25"), body: list }, 200],
    ["a batch without a header in stateless mode", stateless, { body: [list] }, 200],
    [
      "a modern notification by its header",
      {},
      { headers: version("2026-07-28"), body: notification("notifications/x") },
      202,
    ],
    ["a modern notification by its metadata", {}, { body: notification("notifications/x", { _meta: metadata }) }, 202],
    ["a stateless notification", stateless, { body: notification("notifications/initialized") }, 202],
    [
      "JSON with a charset, in capitals",
      {},
      { ...modern(list, { "content-type": "Application/JSON; charset=UTF-8" }) },
      200,
    ],
    ["any type accepted", {}, modern(list, { accept: "*/*" }), 200],
    ["only JSON accepted", {}, modern(list, { accept: "application/json" }), 200],
    ["only streams accepted", {}, modern(list, { accept: "text/event-stream" }), 200],
  ])("%s", (_title, server, asks, status) => {
    const { port } = new EndpointBench(server).send(asks);
    expect(port.status).toBe(status);
    expect(port.isEnded).toBe(true);
    // 2026-07-28/basic/transports/streamable-http#sending-messages/7: no body.
    if (status === 202) expect(port.text).toBe("");
  });

  test("an absent Accept takes anything, as HTTP has it", () => {
    const bench = new EndpointBench();
    const { port } = bench.send(modern(list, { accept: "" }));
    expect(port.headers["Content-Type"]).toBe("application/json");
  });

  test("no response mints or echoes a session for a modern request", () => {
    const { port } = new EndpointBench().send(modern(list, { "mcp-session-id": "x" }));
    expect(Object.keys(port.headers).map((name) => name.toLowerCase())).not.toContain("mcp-session-id");
  });

  test("a stateless request is read as its header's revision, without one as 2025-03-26", () => {
    const bench = new EndpointBench(stateless);
    bench.send({ headers: version("2025-11-25"), body: request(1, "hold") });
    bench.send({ body: request(2, "hold") });
    bench.send({ body: init() });
    expect(bench.acceptor.held.map((x) => x.revision)).toEqual(["2025-11-25", "2025-03-26"]);
  });

  test("a value that a framework has parsed is taken as it is", () => {
    const bench = new EndpointBench();
    const { headers, body } = modern(list);
    const { port, turn } = bench.send(headers === undefined ? {} : { headers });
    turn.receivedValue(body);
    expect(port.status).toBe(200);
  });
});
