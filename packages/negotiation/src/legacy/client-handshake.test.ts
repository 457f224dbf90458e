import { TransportError, errorResponse, resultResponse } from "@mcpwire/jsonrpc";
import { revisions, type Revision } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { speakable } from "../choose-revision.js";
import { ClientHandshake, type HandshakeInput, type HandshakeOutput, type HandshakeState } from "./client-handshake.js";

const { legacy, acceptable } = speakable(undefined, revisions);

function named(name: string): Revision {
  const revision = revisions.find((one) => one.name === name);
  if (revision === undefined) throw new Error(name);
  return revision;
}

function handshake(
  offer = "2025-11-25",
  more: { legacy?: readonly Revision[]; acceptable?: readonly Revision[] } = {},
) {
  return new ClientHandshake({
    info: { name: "c", version: "1", title: "C" },
    capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} }, extensions: { "a/b": {} } },
    offer: named(offer),
    legacy,
    acceptable,
    ...more,
  });
}

function short(output: HandshakeOutput): string {
  if (output.type === "send") return `send ${String(output.params.protocolVersion)}`;
  return output.type === "agreed" ? `agreed ${output.agreement.revision.name}` : `fail ${output.error.code}`;
}

const result = (protocolVersion: unknown, more: object = {}): HandshakeInput => ({
  type: "answer",
  response: resultResponse(1, {
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "2" },
    ...more,
  }),
});
const error = (code: number, data?: unknown): HandshakeInput => ({
  type: "answer",
  response: errorResponse(1, code, "no", data),
});
const lost: HandshakeInput = { type: "lost", error: new TransportError("timeout", "late") };

describe("initialize", () => {
  it("carries a version that we support, our capabilities and who we are (2025-11-25/basic/lifecycle#initialization/2, 2025-11-25/basic/lifecycle#version-negotiation/1)", () => {
    const [output] = handshake().handle({ type: "start" });
    expect(output).toEqual({
      type: "send",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
        clientInfo: { name: "c", version: "1", title: "C" },
      },
    });
  });

  it("declares to an old revision only what it knows", () => {
    const [output] = handshake("2024-11-05").handle({ type: "start" });
    expect(output).toMatchObject({
      params: { protocolVersion: "2024-11-05", capabilities: { roots: { listChanged: true } } },
    });
    expect(output).not.toHaveProperty("params.capabilities.elicitation");
  });
});

describe("the answer to initialize", () => {
  it.each<[string, HandshakeInput, string]>([
    ["the same version", result("2025-11-25"), "agreed 2025-11-25"],
    ["an older one that we speak", result("2025-03-26"), "agreed 2025-03-26"],
    ["2024-10-07, accepted though never offered", result("2024-10-07"), "agreed 2024-10-07"],
    // 2025-11-25/basic/lifecycle#version-negotiation/6
    ["a version that nobody knows", result("2099-01-01"), "fail no-common-revision"],
    ["a modern version, which initialize never yields", result("2026-07-28"), "fail no-common-revision"],
    ["no version", result(undefined), "fail malformed"],
    ["a version that is no string", result(20251125), "fail malformed"],
    [
      "no capabilities and no name",
      { type: "answer", response: resultResponse(1, { protocolVersion: "2025-06-18" }) },
      "agreed 2025-06-18",
    ],
    ["an error", error(-32603), "fail internal-error"],
    ["an error that lists nothing of ours", error(-32022, { supported: ["2026-07-28"] }), "fail no-common-revision"],
    ["an error that lists the version it refused", error(-32602, { supported: ["2025-11-25"] }), "fail invalid-params"],
    ["an error without an id", { type: "answer", response: errorResponse(null, -32700, "no") }, "fail parse-error"],
    ["none", lost, "fail timeout"],
  ])("%s", (_title, input, expected) => {
    const machine = handshake();
    machine.handle({ type: "start" });
    expect(machine.handle(input).map(short)).toEqual([expected]);
    expect(machine.state).toBe("over");
  });

  it("keeps what the server says of itself", () => {
    const machine = handshake();
    machine.handle({ type: "start" });
    const [output] = machine.handle(result("2025-11-25", { instructions: "be kind" }));
    expect(output).toMatchObject({
      agreement: { capabilities: { tools: {} }, info: { name: "s", version: "2" }, instructions: "be kind" },
    });
  });

  it("offers once more where the refusal lists another version (2025-11-25/basic/lifecycle#error-handling/1)", () => {
    const machine = handshake();
    machine.handle({ type: "start" });
    const refusal = error(-32602, { supported: ["2024-11-05", "2025-06-18"], requested: "2025-11-25" });
    expect(machine.handle(refusal).map(short)).toEqual(["send 2025-06-18"]);
    expect(machine.handle(error(-32602, { supported: ["2024-11-05"] })).map(short)).toEqual(["fail invalid-params"]);
  });

  it("holds the server to a pin", () => {
    const pin = [named("2025-06-18")];
    const machine = handshake("2025-06-18", { legacy: pin, acceptable: pin });
    machine.handle({ type: "start" });
    expect(machine.handle(result("2025-03-26")).map(short)).toEqual(["fail no-common-revision"]);
  });
});

describe("every input in every state", () => {
  const reach: Record<HandshakeState, () => ClientHandshake> = {
    idle: () => handshake(),
    offered: () => {
      const machine = handshake();
      machine.handle({ type: "start" });
      return machine;
    },
    "offered-again": () => {
      const machine = handshake();
      machine.handle({ type: "start" });
      machine.handle(error(-32602, { supported: ["2025-06-18"] }));
      return machine;
    },
    over: () => {
      const machine = handshake();
      machine.handle({ type: "start" });
      machine.handle(lost);
      return machine;
    },
  };
  const inputs: Record<HandshakeInput["type"], HandshakeInput> = {
    start: { type: "start" },
    answer: result("2025-06-18"),
    lost,
  };
  const table: Record<HandshakeState, Record<HandshakeInput["type"], readonly string[]>> = {
    idle: { start: ["send 2025-11-25"], answer: [], lost: [] },
    offered: { start: [], answer: ["agreed 2025-06-18"], lost: ["fail timeout"] },
    "offered-again": { start: [], answer: ["agreed 2025-06-18"], lost: ["fail timeout"] },
    over: { start: [], answer: [], lost: [] },
  };
  for (const [state, row] of Object.entries(table)) {
    for (const [type, expected] of Object.entries(row)) {
      it(`${type} in ${state} gives ${expected.join(", ") || "nothing"}`, () => {
        const machine = reach[state as HandshakeState]();
        expect(machine.state).toBe(state);
        expect(machine.handle(inputs[type as HandshakeInput["type"]]).map(short)).toEqual(expected);
      });
    }
  }
});
