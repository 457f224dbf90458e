import { request, type JSONObject, type JSONRPCRequest } from "@mcpwire/jsonrpc";
import { findRevision } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { initialize, modern } from "../../test/fake-server.js";
import { selectEra, servedRevisions, type Situation } from "./server-select.js";

const all = servedRevisions(undefined);
const modernOnly = servedRevisions(["2026-07-28"]);
const legacyOnly = servedRevisions(["2025-11-25", "2025-06-18"]);
const fresh: Situation = { agreed: undefined, envelope: undefined };
const agreed: Situation = { ...fresh, agreed: findRevision("2025-06-18") };
const named = (envelope: string): Situation => ({ ...fresh, envelope });

/** The selection in a word or two, so that a table can hold it. */
function summary(q: JSONRPCRequest, situation: Situation, served = all): string {
  const selection = selectEra(q, situation, served);
  switch (selection.type) {
    case "modern":
    case "legacy":
      return `${selection.type} ${selection.revision.name}`;
    case "handshake":
      return `handshake ${selection.newestLegacy.name}`;
    case "ping":
      return "ping";
    case "refused":
      return `${selection.error.rpcCode}${selection.refusal === undefined ? "" : ` ${selection.refusal}`}`;
    default:
      return selection satisfies never;
  }
}

const call = request(1, "tools/call", { name: "x" });
const ping = request(1, "ping");
const version = "io.modelcontextprotocol/protocolVersion";

describe("a request of a server that serves every revision", () => {
  const rows: [string, JSONRPCRequest, Situation, string][] = [
    ["with metadata is modern on a fresh link", modern(1, "tools/call"), fresh, "modern 2026-07-28"],
    [
      "with metadata is modern beside an agreed legacy link [2026-07-28/basic/versioning#compatibility-matrix/2]",
      modern(1, "tools/call"),
      agreed,
      "modern 2026-07-28",
    ],
    [
      "with metadata is modern whatever the envelope says",
      modern(1, "tools/call"),
      named("2025-06-18"),
      "modern 2026-07-28",
    ],
    [
      "whose metadata names a legacy revision is told so",
      modern(1, "tools/call", {}, { [version]: "2025-11-25" }),
      fresh,
      "-32022 unsupported-revision",
    ],
    [
      "whose metadata names an unknown revision is told so [2026-07-28/basic/versioning#protocol-version-negotiation/1]",
      modern(1, "tools/call", {}, { [version]: "1900-01-01" }),
      fresh,
      "-32022 unsupported-revision",
    ],
    [
      "whose metadata names a revision from the future is told so",
      modern(1, "tools/call", {}, { [version]: "2030-01-01" }),
      agreed,
      "-32022 unsupported-revision",
    ],
    [
      "whose metadata names no string is malformed",
      modern(1, "tools/call", {}, { [version]: 7 }),
      fresh,
      "-32602 malformed",
    ],
    [
      "whose metadata names null is malformed",
      modern(1, "tools/call", {}, { [version]: null }),
      fresh,
      "-32602 malformed",
    ],
    [
      "without capabilities in its metadata is malformed [2026-07-28/basic/index#meta/6]",
      modern(1, "tools/call", {}, { "io.modelcontextprotocol/clientCapabilities": undefined }),
      fresh,
      "-32602 malformed",
    ],
    [
      "with an unknown log level is malformed [2026-07-28/server/utilities/logging#error-handling/1]",
      modern(1, "tools/call", {}, { "io.modelcontextprotocol/logLevel": "loud" }),
      fresh,
      "-32602 malformed",
    ],
    ["initialize with metadata does not exist", modern(1, "initialize"), fresh, "-32601 unknown-method"],
    [
      "initialize with legacy metadata does not exist either",
      modern(1, "initialize", {}, { [version]: "2025-11-25" }),
      fresh,
      "-32601 unknown-method",
    ],
    [
      "initialize opens a handshake [2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions/1]",
      initialize("2025-11-25"),
      fresh,
      "handshake 2025-11-25",
    ],
    ["a second initialize is an invalid request", initialize("2025-11-25"), agreed, "-32600"],
    ["ping before initialize is answered", ping, fresh, "ping"],
    ["ping after initialize is the era's", ping, agreed, "legacy 2025-06-18"],
    ["a call before initialize is refused and told what is missing", call, fresh, "-32602 malformed"],
    ["a call after initialize is legacy", call, agreed, "legacy 2025-06-18"],
    ["a call on a shared link follows its envelope", call, named("2025-03-26"), "legacy 2025-03-26"],
    [
      "a call on a shared link may be of a revision that is never offered",
      call,
      named("2024-10-07"),
      "legacy 2024-10-07",
    ],
    ["a call whose envelope is modern lacks its metadata", call, named("2026-07-28"), "-32602 malformed"],
    ["a call whose envelope nobody knows is told so", call, named("2020-01-01"), "-32022 unsupported-revision"],
    ["`_meta` that is no object claims nothing", request(1, "tools/call", { _meta: 5 }), agreed, "legacy 2025-06-18"],
    [
      "other metadata claims nothing",
      request(1, "tools/call", { _meta: { progressToken: 1 } }),
      agreed,
      "legacy 2025-06-18",
    ],
    ["a method called constructor is just unclaimed", request(1, "constructor"), fresh, "-32602 malformed"],
  ];
  it.each(rows)("%s", (_title, q, situation, expected) => {
    expect(summary(q, situation)).toBe(expected);
  });
});

describe("a request of a server without the handshake", () => {
  it.each<[string, JSONRPCRequest, Situation, string]>([
    ["initialize is refused as what lacks its headers", initialize("2025-11-25"), fresh, "-32602 header-mismatch"],
    ["ping is a request without metadata", ping, fresh, "-32602 malformed"],
    ["a call is a request without metadata", call, fresh, "-32602 malformed"],
    ["a modern call is served", modern(1, "tools/call"), fresh, "modern 2026-07-28"],
    ["an envelope of a legacy revision is not served", call, named("2025-11-25"), "-32022 unsupported-revision"],
  ])("%s", (_title, q, situation, expected) => {
    expect(summary(q, situation, modernOnly)).toBe(expected);
  });

  it("names the versions it has in the error to initialize [2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions/4]", () => {
    const selection = selectEra(initialize("2025-11-25"), fresh, modernOnly);
    expect(selection).toMatchObject({ type: "refused", error: { data: { supported: ["2026-07-28"] } } });
    expect(selection.type === "refused" && selection.error.message).toContain("2026-07-28");
  });
});

describe("a request of a server without metadata", () => {
  it("learns which legacy versions there are when it claims a modern one", () => {
    expect(selectEra(modern(1, "server/discover"), fresh, legacyOnly)).toMatchObject({
      error: { rpcCode: -32022, data: { supported: ["2025-11-25", "2025-06-18"], requested: "2026-07-28" } },
    });
  });
});

describe("every refusal", () => {
  it.each<[string, JSONRPCRequest, Situation]>([
    ["of an early call", call, fresh],
    ["of a second initialize", initialize("2025-11-25"), agreed],
    ["of initialize with metadata", modern(1, "initialize"), fresh],
    ["of a version", modern(1, "x", {}, { [version]: "1900-01-01" }), fresh],
    ["of a version that is no string", modern(1, "x", {}, { [version]: 1 }), fresh],
  ])("%s names the versions that are served, without the one that is never offered", (_title, q, situation) => {
    const selection = selectEra(q, situation, all);
    const data = selection.type === "refused" ? (selection.error.data as JSONObject) : {};
    expect(data.supported).toEqual(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
  });
});

describe("the revisions that a server serves", () => {
  it("are all of them by default, and 2024-10-07 is accepted without being offered", () => {
    expect(all.names).toContain("2024-10-07");
    expect(all.offered).not.toContain("2024-10-07");
    expect(all.newest.name).toBe("2026-07-28");
  });

  it("may be one era", () => {
    expect(modernOnly.newestLegacy).toBeUndefined();
    expect(legacyOnly.modern.size).toBe(0);
    expect(legacyOnly.newest.name).toBe("2025-11-25");
  });

  it("must be known and not empty", () => {
    expect(() => servedRevisions(["2020-02-02"])).toThrow(/2020-02-02/);
    expect(() => servedRevisions([])).toThrow(/leaves none/);
  });
});
