import { ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { servedRevisions } from "../dual-era/server-select.js";
import { answerInitialize, type Handshake, type HandshakeOffer } from "./server-handshake.js";

const info = { name: "s", version: "1", title: "S", description: "d", icons: [{ src: "https://a.example/i.png" }] };
const capabilities = {
  logging: {},
  completions: {},
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  extensions: { "a.example/x": {} },
};

function offerOf(revisions?: readonly string[], more: Partial<HandshakeOffer> = {}): HandshakeOffer {
  const served = servedRevisions(revisions);
  if (served.newestLegacy === undefined) throw new Error("no legacy revision");
  return {
    legacy: served.legacy,
    newestLegacy: served.newestLegacy,
    offered: served.offered,
    info,
    capabilities,
    instructions: "Read me",
    hasChannel: true,
    ...more,
  };
}

function shake(params: JSONObject | undefined, offer = offerOf()): Handshake {
  const answer = answerInitialize(params, offer);
  if (answer instanceof ProtocolError) throw answer;
  return answer;
}

const client = { capabilities: {}, clientInfo: { name: "c", version: "1" } };

describe("the version in the answer to initialize", () => {
  it.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"])(
    "is %s where the client asks for it [2025-11-25/basic/lifecycle#version-negotiation/3]",
    (protocolVersion) => {
      expect(shake({ ...client, protocolVersion }).result.protocolVersion).toBe(protocolVersion);
    },
  );

  it.each(["2026-07-28", "2030-01-01", "1.0.0", "", "2025-11-25 "])(
    "is the newest legacy one where the client asks for %j: initialize never yields a modern version [2025-11-25/basic/lifecycle#version-negotiation/4] [2025-11-25/basic/lifecycle#version-negotiation/5]",
    (protocolVersion) => {
      expect(shake({ ...client, protocolVersion }).result.protocolVersion).toBe("2025-11-25");
      expect(shake({ ...client, protocolVersion }, offerOf(["2024-11-05", "2025-03-26"])).result.protocolVersion).toBe(
        "2025-03-26",
      );
    },
  );

  it.each(["2025-11-25", "2024-11-05"])("is another one where %s is known, but not served", (protocolVersion) => {
    expect(shake({ ...client, protocolVersion }, offerOf(["2026-07-28", "2025-06-18"])).result.protocolVersion).toBe(
      "2025-06-18",
    );
  });
});

describe("the answer to initialize", () => {
  it("says who the server is, what it can do and how to use it [2025-11-25/basic/lifecycle#initialization/3]", () => {
    expect(shake({ ...client, protocolVersion: "2025-11-25" }).result).toEqual({
      protocolVersion: "2025-11-25",
      capabilities: { ...capabilities, extensions: undefined },
      serverInfo: info,
      instructions: "Read me",
    });
  });

  it.each([
    ["2025-06-18", { name: "s", version: "1", title: "S" }],
    ["2025-03-26", { name: "s", version: "1" }],
    ["2024-11-05", { name: "s", version: "1" }],
  ])("is cut to what %s knows", (protocolVersion, serverInfo) => {
    const { result } = shake({ ...client, protocolVersion });
    expect(result.serverInfo).toEqual(serverInfo);
    expect(result.capabilities).not.toHaveProperty("extensions");
  });

  it("leaves out instructions that are not there", () => {
    expect(
      shake({ ...client, protocolVersion: "2025-11-25" }, offerOf(undefined, { instructions: undefined })).result,
    ).not.toHaveProperty("instructions");
  });

  it("promises no notices where there is no channel for them", () => {
    const { result } = shake({ ...client, protocolVersion: "2025-11-25" }, offerOf(undefined, { hasChannel: false }));
    expect(result.capabilities).toEqual({ logging: {}, completions: {}, tools: {}, prompts: {}, resources: {} });
    // The host's own object is not touched.
    expect(capabilities.tools).toEqual({ listChanged: true });
  });
});

describe("what initialize says of its client", () => {
  it("is remembered", () => {
    const { clientInfo, clientCapabilities } = shake({
      protocolVersion: "2025-11-25",
      capabilities: { roots: { listChanged: true }, sampling: {} },
      clientInfo: { name: "c", version: "1", title: "C" },
    });
    expect(clientInfo).toEqual({ name: "c", version: "1", title: "C" });
    expect(clientCapabilities).toEqual({ roots: { listChanged: true }, sampling: {} });
  });

  it.each([
    ["nothing", {}, undefined, {}],
    [
      "null for what it lacks",
      { capabilities: { roots: null, sampling: {}, elicitation: false } },
      undefined,
      { sampling: {} },
    ],
    ["no usable name", { clientInfo: { name: 5 } }, undefined, {}],
  ])("may be %s", (_what, params, info, capabilities) => {
    const { clientInfo, clientCapabilities } = shake({ protocolVersion: "2025-11-25", ...params });
    expect([clientInfo, clientCapabilities]).toEqual([info, capabilities]);
  });

  it.each([
    ["no params", undefined],
    ["no version", {}],
    ["a version that is no string", { protocolVersion: 20251125 }],
    ["capabilities that are no object", { protocolVersion: "2025-11-25", capabilities: [] }],
  ])("is refused with -32602 and the versions where there is %s", (_what, params) => {
    expect(answerInitialize(params, offerOf())).toMatchObject({
      rpcCode: -32602,
      data: { supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] },
    });
  });
});
