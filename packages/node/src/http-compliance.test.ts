/** The transport contract over real HTTP: our client against our listener, in both eras, with and without sessions. */
import { transportCompliance, type ComplianceFeatures, type ComplianceOptions } from "@mcpwire/jsonrpc/compliance";
import type { JSONRPCRequest, WireRules } from "@mcpwire/jsonrpc";
import { createFetchHandler, http, type FetchHandlerOptions } from "@mcpwire/streamable-http";
import { httpSse } from "@mcpwire/streamable-http/http-sse";
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { toNodeHandler } from "./http-fetch-adapter.js";
import { httpSseHandler, serveHttp, type ServeHttpOptions } from "./http-listener.js";

const legacyRules: WireRules = {
  revision: "2025-11-25",
  batches: false,
  nullIds: false,
  versionHeader: true,
  primingEvent: true,
};

const handshake = {
  request: (id: string | number): JSONRPCRequest => ({
    jsonrpc: "2.0",
    id,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  }),
  result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "test", version: "1" } },
  rules: legacyRules,
  first: { jsonrpc: "2.0", method: "notifications/initialized" },
} as const;

const stamp = (q: JSONRPCRequest): JSONRPCRequest => ({
  ...q,
  params: {
    ...q.params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

function over(serve: ServeHttpOptions): ComplianceOptions["open"] {
  return async (acceptor) => {
    const listener = await serveHttp(acceptor, { closeMs: 100, ...serve });
    return { transport: http(listener.url), close: () => listener.close() };
  };
}

/** A fetch handler on Node, as it is or with real objects around it. */
function overFetch(options: FetchHandlerOptions, objects: "stand-ins" | "real"): ComplianceOptions["open"] {
  return async (acceptor) => {
    const handler = createFetchHandler(acceptor, { closeMs: 100, ...options });
    const server = createServer(
      toNodeHandler(objects === "real" ? async (request) => handler(new Request(request)) : handler),
    );
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return {
      transport: http(`http://127.0.0.1:${port}/mcp`),
      async close() {
        await handler.close();
        server.closeAllConnections();
        await new Promise((resolve) => void server.close(resolve));
      },
    };
  };
}

const nothing: ComplianceFeatures = {
  asks: false,
  linkNotify: false,
  linkAsks: false,
  detach: false,
  closeAborts: false,
  serverCloses: false,
  ownLinks: false,
};

const revisions = ["2026-07-28", "2025-11-25"];

const ofSessions: ComplianceFeatures = {
  asks: true,
  linkNotify: true,
  linkAsks: true,
  detach: true,
  closeAborts: true,
  serverCloses: true,
  ownLinks: true,
};

const options: readonly ComplianceOptions[] = [
  {
    name: "modern",
    open: over({}),
    revisions,
    request: stamp,
    features: { ...nothing, closeAborts: true },
  },
  {
    name: "legacy session",
    open: over({ retryMs: 10 }),
    revisions,
    handshake,
    features: ofSessions,
  },
  {
    name: "HTTP+SSE",
    async open(acceptor) {
      const fallback = httpSseHandler(acceptor, { closeMs: 100 });
      const listener = await serveHttp(acceptor, { closeMs: 100, fallback });
      return {
        transport: httpSse(new URL("/sse", listener.url)),
        async close() {
          await fallback.close();
          await listener.close();
        },
      };
    },
    revisions,
    features: { ...ofSessions, detach: false },
  },
  { name: "legacy stateless", open: over({ sessions: false }), revisions, handshake, features: nothing },
  {
    name: "legacy session, JSON alone",
    open: over({ responses: "json" }),
    revisions,
    handshake,
    // What belongs to no exchange has a stream of its own.
    features: { ...nothing, linkNotify: true, linkAsks: true, closeAborts: true, serverCloses: true, ownLinks: true },
  },
  {
    name: "modern, JSON alone",
    open: over({ responses: "json" }),
    revisions,
    request: stamp,
    features: { ...nothing, closeAborts: true },
  },
  {
    name: "modern, streams alone",
    open: over({ responses: "stream" }),
    revisions,
    request: stamp,
    features: { ...nothing, closeAborts: true },
  },
  ...(["stand-ins", "real"] as const).flatMap((objects): ComplianceOptions[] => [
    {
      name: `modern, fetch handler, ${objects}`,
      open: overFetch({}, objects),
      revisions,
      request: stamp,
      features: { ...nothing, closeAborts: true },
    },
    {
      name: `legacy session, fetch handler, ${objects}`,
      open: overFetch({ retryMs: 10 }, objects),
      revisions,
      handshake,
      features: ofSessions,
    },
  ]),
];

/** Sockets, servers and timers that keep the process alive. */
function openHandles(): number {
  return process.getActiveResourcesInfo().filter((kind) => /^(TCP|Timeout|Immediate)/.test(kind)).length;
}

const suites = options.map((each) => ({ ...each, openHandles }));

/** An answer that is one JSON body has no room for what comes before it, which these cases wait for. */
const needsStreams = "of notifications|notifications of exchanges|while the server works|one of several";

/** What the contract asks and the revision rules out. */
const impossible: ReadonlyMap<string, RegExp> = new Map([
  // Without metadata or header, a notification belongs to no era. [2026-07-28 basic/transports/streamable-http#sending-messages]
  ["modern", /a notification of the client reaches/],
  ["modern, fetch handler, stand-ins", /a notification of the client reaches/],
  ["modern, fetch handler, real", /a notification of the client reaches/],
  ["modern, streams alone", /a notification of the client reaches/],
  ["modern, JSON alone", new RegExp(`a notification of the client reaches|${needsStreams}`)],
  ["legacy session, JSON alone", new RegExp(needsStreams)],
  // A lost connection is no cancellation, and a cancellation without a session names no request that could be found.
  // [2025-11-25 basic/transports#sending-messages-to-the-server]
  ["legacy stateless", /abandoning while the server works|abandoning one of several/],
]);

describe.each(suites)("HTTP, $name", (suite) => {
  const cases = transportCompliance(suite).filter(({ title }) => impossible.get(suite.name)?.test(title) !== true);
  test.each(cases)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
