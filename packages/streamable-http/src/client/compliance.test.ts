/** The transport contract over HTTP: our client and our server, without a socket in between. */
import { notification, request, type JSONRPCRequest } from "@mcpwire/jsonrpc";
import { transportCompliance, type ComplianceFeatures, type ComplianceOptions } from "@mcpwire/jsonrpc/compliance";
import { describe, it } from "vitest";
import { rules } from "../../test/scripted-http.js";
import { createFetchHandler, http } from "../index.js";

const clientInfo = { name: "test", version: "1" };
const everything: ComplianceFeatures = {
  asks: true,
  linkNotify: true,
  linkAsks: true,
  detach: true,
  closeAborts: true,
  serverCloses: true,
  ownLinks: true,
};

const open: ComplianceOptions["open"] = async (acceptor) => {
  const handle = createFetchHandler(acceptor);
  const transport = http("http://127.0.0.1/mcp", {
    reconnectDelayMs: 1,
    fetch: (url, init) => handle(new Request(url, init)),
  });
  return { transport, close: () => handle.close() };
};

const withSession: ComplianceOptions = {
  name: "with a session",
  open,
  features: everything,
  revisions: ["2025-11-25"],
  handshake: {
    request: (id) => request(id, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }),
    result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: clientInfo },
    rules,
    first: notification("notifications/initialized"),
  },
};

const modern: ComplianceOptions = {
  name: "modern",
  open,
  features: {
    asks: false,
    linkNotify: false,
    linkAsks: false,
    detach: false,
    closeAborts: true,
    serverCloses: false,
    ownLinks: false,
  },
  revisions: ["2026-07-28"],
  request: (q: JSONRPCRequest) => ({
    ...q,
    params: {
      ...q.params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }),
};

describe.each([withSession, modern])("the contract over HTTP", (options) => {
  it.each(transportCompliance(options).map(({ title, run }) => [title, run] as const))("%s", (_title, run) => run());
});
