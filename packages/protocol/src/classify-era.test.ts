import { describe, expect, it } from "vitest";

import { notification, request, resultResponse } from "@mcpwire/jsonrpc";
import type { JSONRPCMessage } from "@mcpwire/jsonrpc";

import { classifyEra } from "./classify-era.js";
import type { EnvelopeFacts, EraClaim } from "./classify-era.js";

const key = "io.modelcontextprotocol/protocolVersion";
const eraOf = (revision: string) =>
  revision === "2026-07-28" ? ("modern" as const) : revision === "2025-11-25" ? ("legacy" as const) : undefined;

const messages: Record<string, JSONRPCMessage> = {
  "a request with metadata": request(1, "tools/list", { _meta: { [key]: "2026-07-28" } }),
  "a request whose metadata names a legacy revision": request(1, "tools/list", { _meta: { [key]: "2025-11-25" } }),
  "a request whose version is no string": request(1, "tools/list", { _meta: { [key]: null } }),
  initialize: request(0, "initialize", { protocolVersion: "2025-11-25" }),
  "initialize with metadata": request(0, "initialize", { _meta: { [key]: "2026-07-28" } }),
  "initialize without an id": notification("initialize"),
  "a bare request": request("", "tools/list"),
  "a request with foreign metadata": request(1, "tools/list", { _meta: { progressToken: 1 } }),
  "a request whose _meta is null": request(1, "tools/list", { _meta: null }),
  "a bare notification": notification("notifications/cancelled", { requestId: 1 }),
  "a response": resultResponse(1, {}),
};

const envelopes: Record<string, EnvelopeFacts> = {
  nothing: {},
  "a modern header": { versionHeader: "2026-07-28", eraOf },
  "a legacy header": { versionHeader: "2025-11-25", eraOf },
  "an unknown header": { versionHeader: "2099-01-01", eraOf },
  "a session": { hasSession: true },
  "a modern header and a session": { versionHeader: "2026-07-28", eraOf, hasSession: true },
};

const headers: Record<string, EraClaim["header"]> = {
  nothing: undefined,
  "a modern header": "modern",
  "a legacy header": "legacy",
  "an unknown header": "unknown",
  "a session": undefined,
  "a modern header and a session": "modern",
};

/** What messages without a claim of their own are, by envelope. */
const byEnvelope: Record<string, object> = {
  nothing: { era: "unclaimed" },
  "a modern header": { era: "modern", by: "header", revision: "2026-07-28" },
  "a legacy header": { era: "legacy", by: "header" },
  "an unknown header": { era: "unclaimed" },
  "a session": { era: "legacy", by: "session" },
  "a modern header and a session": { era: "modern", by: "header", revision: "2026-07-28" },
};

const byBody: Record<string, object> = {
  "a request with metadata": { era: "modern", by: "metadata", revision: "2026-07-28" },
  "a request whose metadata names a legacy revision": { era: "modern", by: "metadata", revision: "2025-11-25" },
  "a request whose version is no string": { era: "modern", by: "metadata", revision: undefined },
  initialize: { era: "legacy", by: "initialize" },
  "initialize with metadata": { era: "modern", by: "metadata", revision: "2026-07-28" },
};

describe.each(Object.entries(messages))("%s", (title, message) => {
  it.each(Object.entries(envelopes))("under %s claims what the body says first", (envelope, facts) => {
    expect(classifyEra(message, facts)).toEqual({
      ...(byBody[title] ?? byEnvelope[envelope]),
      header: headers[envelope],
    });
  });
});

it("sees no claim in a prototype", () => {
  const _meta: unknown = Object.create({ [key]: "2026-07-28" });
  expect(classifyEra(request(1, "tools/list", { _meta }))).toEqual({ era: "unclaimed", header: undefined });
});
