/**
 * Every row of the probe's table, over both kinds of link.
 * 2026-07-28/basic/transports/stdio#backward-compatibility/2, 2026-07-28/basic/transports/streamable-http#backward-compatibility/2
 */
import { TransportError, errorResponse, resultResponse, type JSONRPCResponse } from "@mcpwire/jsonrpc";
import { latest, revisions, type Revision } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { speakable } from "../choose-revision.js";
import { ClientProbe, type ProbeFacts, type ProbeInput, type ProbeOutput, type ProbeState } from "./client-probe.js";

const all = speakable(undefined, revisions);
const older: Revision = { ...latest, name: "2026-06-01" };
const twoModern = [latest, older];

function facts(scope: ProbeFacts["scope"], more: Partial<ProbeFacts> = {}): ProbeFacts {
  return { scope, modern: all.modern, legacy: all.legacy, ...more };
}

/** An output, short: what it does, and with which revision or error. */
function short(output: ProbeOutput): string {
  switch (output.type) {
    case "fail":
      return `fail ${output.error.code}`;
    case "report":
      return `report ${output.report.code}`;
    case "use-modern":
      return `use-modern ${output.revision.name}${output.discovered === undefined ? " undiscovered" : ""}`;
    default:
      return `${output.type} ${output.revision.name}`;
  }
}

function started(scope: ProbeFacts["scope"], more?: Partial<ProbeFacts>): ClientProbe {
  const probe = new ClientProbe(facts(scope, more));
  expect(probe.handle({ type: "start" }).map(short)).toEqual(["ask 2026-07-28"]);
  return probe;
}

const answer = (response: JSONRPCResponse, httpStatus?: number): ProbeInput => ({
  type: "answer",
  response,
  httpStatus,
});
const error = (code: number, httpStatus?: number, data?: unknown, id: number | null | undefined = 1): ProbeInput =>
  answer(errorResponse(id, code, "no", data), httpStatus);
const discover = (supportedVersions: unknown, more: object = {}): ProbeInput =>
  answer(resultResponse(1, { resultType: "complete", supportedVersions, capabilities: {}, ...more }), 200);
const lost = (code: TransportError["code"], status?: number): ProbeInput => ({
  type: "lost",
  error: new TransportError(code, "gone", status === undefined ? {} : { data: { status } }),
});

const legacy = "initialize 2025-11-25";

describe("the probe's outcomes", () => {
  it.each<[string, ProbeInput, string, string]>([
    [
      "a result with a common version",
      discover(["2026-07-28", "2025-11-25"]),
      "use-modern 2026-07-28",
      "use-modern 2026-07-28",
    ],
    [
      "a result with versions of the future beside a common one",
      discover(["2099-01-01", "2026-07-28"]),
      "use-modern 2026-07-28",
      "use-modern 2026-07-28",
    ],
    [
      "a result with odd members in its list",
      discover([7, null, "2026-07-28"]),
      "use-modern 2026-07-28",
      "use-modern 2026-07-28",
    ],
    [
      "a result with common legacy versions only",
      discover(["2024-11-05", "2025-06-18"]),
      "initialize 2025-06-18",
      "initialize 2025-06-18",
    ],
    ["a result without overlap", discover(["2099-01-01"]), "fail no-common-revision", "fail no-common-revision"],
    [
      "a result without resultType, as an early modern server sends it",
      answer(resultResponse(1, { supportedVersions: ["2026-07-28"] })),
      "use-modern 2026-07-28",
      "use-modern 2026-07-28",
    ],
    ["a result that is no discover result", answer(resultResponse(1, {}), 200), legacy, legacy],
    ["a result whose versions are no list", discover("2026-07-28"), legacy, legacy],
    [
      "-32022 with only legacy versions in common",
      error(-32022, 400, { supported: ["2025-03-26", "2025-06-18"] }),
      "initialize 2025-06-18",
      "initialize 2025-06-18",
    ],
    [
      "-32022 with none in common",
      error(-32022, 400, { supported: ["2099-01-01"] }),
      "fail no-common-revision",
      "fail no-common-revision",
    ],
    ["-32022 without a list", error(-32022, 400), "fail no-common-revision", "fail no-common-revision"],
    [
      "-32020: the request is to be corrected, never initialize",
      error(-32020, 400),
      "fail header-mismatch",
      "fail header-mismatch",
    ],
    [
      "-32021: the request is to be corrected, never initialize",
      error(-32021, 400),
      "fail missing-required-client-capability",
      "fail missing-required-client-capability",
    ],
    ["-32601 without a status", error(-32601), legacy, legacy],
    ["-32601 with 200", error(-32601, 200), legacy, legacy],
    ["-32601 with 400", error(-32601, 400), legacy, legacy],
    [
      "-32601 with 404: modern, without discover",
      error(-32601, 404),
      "use-modern 2026-07-28 undiscovered",
      "use-modern 2026-07-28 undiscovered",
    ],
    ["-32602", error(-32602, 400), legacy, legacy],
    ["-32600", error(-32600, 400), legacy, legacy],
    ["-32000, as servers before a session say it", error(-32000, 400), legacy, legacy],
    ["-32603", error(-32603, 200), legacy, legacy],
    ["an error whose id is null", error(-32700, 200, undefined, null), legacy, legacy],
    ["an error without an id", answer({ jsonrpc: "2.0", error: { code: -32700, message: "no" } }), legacy, legacy],
    ["a positive code", error(1, 200), legacy, legacy],
    ["a body with 401 is no evidence", error(-32601, 401), "fail unauthorized", "fail unauthorized"],
    ["a body with 403 is no evidence", error(-32000, 403), "fail unauthorized", "fail unauthorized"],
    ["a body with 500 is no evidence", error(-32603, 500), "fail http-status", "fail http-status"],
    ["a body with 429 is no evidence", error(-32000, 429), "fail http-status", "fail http-status"],
    ["400 without a body that is understood", lost("http-status", 400), legacy, legacy],
    ["404 without a body that is understood", lost("http-status", 404), legacy, legacy],
    ["405 without a body that is understood", lost("http-status", 405), legacy, legacy],
    ["406", lost("http-status", 406), legacy, legacy],
    ["408 is no evidence", lost("http-status", 408), "fail http-status", "fail http-status"],
    ["500 is no evidence", lost("http-status", 500), "fail http-status", "fail http-status"],
    ["503 is no evidence", lost("http-status", 503), "fail http-status", "fail http-status"],
    [
      "a redirect that was not followed is no evidence",
      lost("http-status", 307),
      "fail http-status",
      "fail http-status",
    ],
    ["401 and 403 are no evidence", lost("unauthorized", 401), "fail unauthorized", "fail unauthorized"],
    ["a network error is no evidence", lost("unreachable"), "fail unreachable", "fail unreachable"],
    ["an answer past a limit is no evidence", lost("budget"), "fail budget", "fail budget"],
    ["an unusable 2xx", lost("malformed"), legacy, legacy],
    ["a transport that carries no request metadata", lost("unsupported"), legacy, legacy],
    ["silence", lost("timeout"), legacy, "fail timeout"],
    ["the exchange lost with its link", lost("lost"), "respawn-and-initialize 2025-11-25", "fail lost"],
    ["the link ended by the server", lost("closed"), "respawn-and-initialize 2025-11-25", "fail closed"],
    ["the link's own end", { type: "closed" }, "respawn-and-initialize 2025-11-25", "fail closed"],
  ])("%s", (_title, input, onProcess, onOrigin) => {
    for (const [scope, expected] of [
      ["process", onProcess],
      ["origin", onOrigin],
    ] as const) {
      const probe = started(scope);
      expect(probe.handle(input).map(short), scope).toEqual([expected]);
      expect(probe.state).toBe("settled");
    }
  });

  it("tolerates extra members at the top of an answer", () => {
    const response = {
      ...resultResponse(1, { supportedVersions: ["2026-07-28"], capabilities: {} }),
      traceId: "x",
      extra: null,
    };
    expect(started("process").handle(answer(response)).map(short)).toEqual(["use-modern 2026-07-28"]);
  });

  it("asks again at a common modern version, and only once (2026-07-28/basic/versioning#protocol-version-negotiation/2)", () => {
    const refusal = error(-32022, 400, { supported: ["2026-06-01", "2025-11-25"] });
    const probe = started("origin", { modern: twoModern });
    expect(probe.handle(refusal).map(short)).toEqual(["ask 2026-06-01"]);
    expect(probe.state).toBe("asking-again");
    expect(probe.handle(refusal).map(short)).toEqual(["fail unsupported-protocol-version"]);
  });

  it("asks once more where the refused version is the one that is listed, and then believes the refusal", () => {
    const refusal = error(-32022, 400, { supported: ["2026-07-28"] });
    const probe = started("origin");
    expect(probe.handle(refusal).map(short)).toEqual(["ask 2026-07-28"]);
    expect(probe.handle(refusal).map(short)).toEqual(["fail unsupported-protocol-version"]);
  });

  it.each<[string, ProbeInput, string]>([
    ["a result", discover(["2026-06-01"]), "use-modern 2026-06-01"],
    ["a result with legacy versions only", discover(["2025-11-25"]), legacy],
    ["no discover", error(-32601), "use-modern 2026-06-01 undiscovered"],
    ["-32022 with legacy versions only", error(-32022, 400, { supported: ["2025-11-25"] }), legacy],
    ["any other error", error(-32603), "fail internal-error"],
    ["an error without an id", error(-32700, undefined, undefined, null), "fail parse-error"],
    ["a result that is no discover result", answer(resultResponse(1, {})), "fail malformed"],
    ["silence", lost("timeout"), "fail timeout"],
    ["an unusable answer", lost("malformed"), "fail malformed"],
    ["400 without a body", lost("http-status", 400), "fail http-status"],
    ["the link's end", { type: "closed" }, "fail closed"],
  ])("stays modern once -32022 has shown it: then %s", (_title, input, expected) => {
    const probe = started("process", { modern: twoModern });
    probe.handle(error(-32022, undefined, { supported: ["2026-06-01"] }));
    expect(probe.handle(input).map(short)).toEqual([expected]);
    expect(probe.state).toBe("settled");
  });

  it.each<[string, ProbeInput, RegExp]>([
    ["an error", error(-32601), /-32601 "no".*Only 2026-07-28 may be spoken/u],
    ["silence", lost("timeout"), /silence.*Only 2026-07-28 may be spoken/u],
    ["the end of the process", lost("lost"), /ended.*Only 2026-07-28 may be spoken/u],
    ["only legacy versions", discover(["2025-11-25"]), /2026-07-28.*supports 2025-11-25/u],
  ])("says what the server did where no legacy revision may be spoken: %s", (_title, input, message) => {
    const [output] = started("process", { legacy: [] }).handle(input);
    expect(output).toMatchObject({ type: "fail", error: { message: expect.stringMatching(message) } });
  });
});

describe("every input in every state", () => {
  const reach: Record<ProbeState, () => ClientProbe> = {
    idle: () => new ClientProbe(facts("process", { modern: twoModern })),
    asking: () => started("process", { modern: twoModern }),
    "asking-again": () => {
      const probe = started("process", { modern: twoModern });
      probe.handle(error(-32022, 400, { supported: ["2026-06-01"] }));
      return probe;
    },
    settled: () => {
      const probe = started("process", { modern: twoModern });
      probe.handle(lost("timeout"));
      return probe;
    },
  };
  const inputs: Record<ProbeInput["type"], ProbeInput> = {
    start: { type: "start" },
    answer: discover(["2026-07-28"]),
    lost: lost("unreachable"),
    closed: { type: "closed" },
  };
  const table: Record<ProbeState, Record<ProbeInput["type"], readonly string[]>> = {
    idle: { start: ["ask 2026-07-28"], answer: ["report late-reply"], lost: [], closed: [] },
    asking: {
      start: [],
      answer: ["use-modern 2026-07-28"],
      lost: ["fail unreachable"],
      closed: ["respawn-and-initialize 2025-11-25"],
    },
    "asking-again": {
      start: [],
      answer: ["use-modern 2026-07-28"],
      lost: ["fail unreachable"],
      closed: ["fail closed"],
    },
    // A late answer after the fallback changes nothing, and is told.
    settled: { start: [], answer: ["report late-reply"], lost: [], closed: [] },
  };

  for (const [state, row] of Object.entries(table)) {
    for (const [type, expected] of Object.entries(row)) {
      it(`${type} in ${state} gives ${expected.join(", ") || "nothing"}`, () => {
        const probe = reach[state as ProbeState]();
        expect(probe.state).toBe(state);
        expect(probe.handle(inputs[type as ProbeInput["type"]]).map(short)).toEqual(expected);
      });
    }
  }
});
