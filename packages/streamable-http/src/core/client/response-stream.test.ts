import { TransportError } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import {
  StreamMachine,
  type StreamInput,
  type StreamOutput,
  type StreamRules,
  type StreamState,
} from "./response-stream.js";

type Rules = Omit<StreamRules, "pace"> & StreamRules["pace"];

const rules: Rules = {
  canResume: true,
  needsEventId: true,
  maxReconnects: 5,
  reconnectDelayMs: 500,
  maxRetryMs: 1_800_000,
};

function machineWith(more: Partial<Rules>): StreamMachine {
  const { canResume, needsEventId, ...pace } = { ...rules, ...more };
  return new StreamMachine({ canResume, needsEventId, pace });
}

const broke = new TransportError("lost", "broke");
const opened: StreamInput = { type: "opened" };
const event = (data: string, id?: string): StreamInput => ({ type: "event", data, id });
const ended: StreamInput = { type: "ended", jitter: 0 };
const failed: StreamInput = { type: "ended", error: broke, jitter: 0 };
const refused: StreamInput = { type: "refused", error: new TransportError("http-status", "405") };
const timer: StreamInput = { type: "timer" };
const settled: StreamInput = { type: "settled" };
const retry = (ms: number): StreamInput => ({ type: "retry", ms });

/** An output, short. */
function short(output: StreamOutput): string {
  switch (output.type) {
    case "deliver":
      return `deliver ${output.data}`;
    case "connect":
      return output.lastEventId === undefined ? "connect" : `connect after ${output.lastEventId}`;
    case "set-timer":
      return `timer ${output.ms}`;
    case "lost":
      return `lost ${output.error.code}`;
    default:
      return output.type;
  }
}

function play(inputs: readonly StreamInput[], more: Partial<Rules> = {}): string[][] {
  const machine = machineWith(more);
  return inputs.map((input) => machine.handle(input).map(short));
}

const last = (inputs: readonly StreamInput[], more?: Partial<Rules>): string[] => play(inputs, more).at(-1) ?? [];

describe("every input in every state", () => {
  const way: Record<StreamState, readonly StreamInput[]> = {
    connecting: [opened, event("a", "1"), ended, timer],
    open: [opened, event("a", "1")],
    waiting: [opened, event("a", "1"), ended],
    over: [opened, settled],
  };
  const inputs = { opened, event: event("b", "2"), retry: retry(10), ended, failed, refused, timer, settled };
  type Row = readonly [outputs: readonly string[], next: StreamState];
  const table: Record<StreamState, Record<keyof typeof inputs, Row>> = {
    connecting: {
      opened: [[], "open"],
      event: [[], "connecting"],
      retry: [[], "connecting"],
      ended: [["timer 1000"], "waiting"],
      failed: [["timer 1000"], "waiting"],
      refused: [["lost http-status"], "over"],
      timer: [[], "connecting"],
      settled: [["release"], "over"],
    },
    open: {
      opened: [[], "open"],
      event: [["deliver b"], "open"],
      retry: [[], "open"],
      ended: [["timer 500"], "waiting"],
      failed: [["timer 500"], "waiting"],
      refused: [["lost http-status"], "over"],
      timer: [[], "open"],
      settled: [["release"], "over"],
    },
    waiting: {
      opened: [[], "waiting"],
      event: [[], "waiting"],
      retry: [[], "waiting"],
      ended: [[], "waiting"],
      failed: [[], "waiting"],
      refused: [[], "waiting"],
      timer: [["connect after 1"], "connecting"],
      settled: [["clear-timer"], "over"],
    },
    over: {
      opened: [[], "over"],
      event: [[], "over"],
      retry: [[], "over"],
      ended: [[], "over"],
      failed: [[], "over"],
      refused: [[], "over"],
      timer: [[], "over"],
      settled: [[], "over"],
    },
  };
  const rows = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([input, [outputs, next]]) => ({ state, input, outputs, next })),
  );

  it.each(rows)("$state, $input: $outputs, then $next", ({ state, input, outputs, next }) => {
    const machine = machineWith({});
    // Sound: both keys come from the tables themselves.
    for (const step of way[state as StreamState]) machine.handle(step);
    expect(machine.state).toBe(state);
    expect(machine.handle(inputs[input as keyof typeof inputs]).map(short)).toEqual(outputs);
    expect(machine.state).toBe(next);
  });
});

describe("a response stream", () => {
  it("of a revision without resumption is lost at its first end, id or not", () => {
    expect(last([opened, event("a", "1"), ended], { canResume: false })).toEqual(["lost lost"]);
  });

  it("without any event id is lost at its first end", () => {
    expect(last([opened, event("a"), ended])).toEqual(["lost lost"]);
  });

  it("resumes after the id of an event without data [2025-11-25/basic/transports#resumability-and-redelivery/4]", () => {
    expect(play([opened, event("", "prime"), ended, timer])).toEqual([[], [], ["timer 500"], ["connect after prime"]]);
  });

  it("keeps its last id over any number of drops without a new event", () => {
    const drops = [ended, timer, failed, timer, opened, ended, timer, opened, failed, timer];
    expect(last([opened, event("a", "e1"), ...drops])).toEqual(["connect after e1"]);
  });

  it("keeps its last id through events without one", () => {
    expect(last([opened, event("a", "e1"), event("b"), ended, timer])).toEqual(["connect after e1"]);
  });

  it("whose id was taken back by an empty one is lost", () => {
    expect(last([opened, event("a", "e1"), event("b", ""), ended])).toEqual(["lost lost"]);
  });

  it("that a server accepts and closes at once is not opened without limit", () => {
    const bounce = [ended, timer, opened];
    const waits = play([opened, event("a", "1"), ...Array.from({ length: 5 }, () => bounce).flat(), ended])
      .flat()
      .filter((output) => output.startsWith("timer") || output.startsWith("lost"));
    expect(waits).toEqual(["timer 500", "timer 1000", "timer 2000", "timer 4000", "timer 8000", "lost lost"]);
  });

  it.each([0, 1, 3])("with maxReconnects %i reconnects exactly that often", (maxReconnects) => {
    const bounce = [ended, timer, opened];
    const outputs = play([opened, event("a", "1"), ...Array.from({ length: 9 }, () => bounce).flat()], {
      maxReconnects,
    }).flat();
    expect(outputs.filter((output) => output.startsWith("connect"))).toHaveLength(maxReconnects);
    expect(outputs.at(-1)).toBe("lost lost");
  });

  it("gets its whole budget back with data, and only with data", () => {
    const one = { maxReconnects: 1 };
    expect(last([opened, event("a", "1"), ended, timer, opened, event("b", "2"), ended], one)).toEqual(["timer 500"]);
    expect(last([opened, event("a", "1"), ended, timer, opened, event("", "2"), ended], one)).toEqual(["lost lost"]);
  });

  it("waits at least as long as the server asks [2025-11-25/basic/transports#sending-messages-to-the-server/14]", () => {
    expect(last([opened, event("a", "1"), retry(3_000), ended])).toEqual(["timer 3000"]);
    expect(last([opened, event("a", "1"), retry(45_000), ended])).toEqual(["timer 45000"]);
    expect(last([opened, event("a", "1"), retry(10), ended])).toEqual(["timer 500"]);
  });

  it("remembers what the server asked over drops", () => {
    expect(last([opened, event("a", "1"), retry(3_000), ended, timer, failed])).toEqual(["timer 3000"]);
  });

  it.each([1_800_001, 1e20, Infinity])("whose server wants to wait for %d ms is lost", (ms) => {
    expect(last([opened, event("a", "1"), retry(ms), ended])).toEqual(["lost lost"]);
    expect(last([opened, event("a", "1"), retry(ms), event("b"), settled])).toEqual(["release"]);
  });

  it("backs off to at most 30 s by itself, and jitter only adds", () => {
    const more = { maxReconnects: 20 };
    const bounce = [ended, timer, opened];
    const nine = Array.from({ length: 9 }, () => bounce).flat();
    expect(last([opened, event("a", "1"), ...nine, ended], more)).toEqual(["timer 30000"]);
    expect(last([opened, event("a", "1"), { type: "ended", jitter: 0.5 }])).toEqual(["timer 550"]);
    expect(last([opened, event("a", "1"), retry(500), { type: "ended", jitter: 0.999 }])).toEqual(["timer 600"]);
  });

  it("whose reply has come reconnects no more", () => {
    expect(play([opened, event("a", "1"), settled, ended, timer])).toEqual([[], ["deliver a"], ["release"], [], []]);
    expect(play([opened, event("a", "1"), ended, settled, timer]).slice(3)).toEqual([["clear-timer"], []]);
  });

  it("says why it was lost", () => {
    const machine = machineWith({ maxReconnects: 0 });
    machine.handle(opened);
    machine.handle(event("a", "1"));
    expect(machine.handle(failed)).toMatchObject([{ error: { code: "lost", cause: broke, data: { reconnects: 0 } } }]);
  });
});

describe("a standalone stream", () => {
  it("opens again without an id where the server gave none", () => {
    expect(play([opened, event("a"), ended, timer], { needsEventId: false }).slice(2)).toEqual([
      ["timer 500"],
      ["connect"],
    ]);
  });

  it("goes on behind its last id where the server gave one", () => {
    expect(last([opened, event("a", "1"), ended, timer], { needsEventId: false })).toEqual(["connect after 1"]);
  });
});
