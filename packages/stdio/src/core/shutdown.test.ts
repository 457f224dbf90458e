import { describe, expect, it } from "vitest";
import { Shutdown, type ShutdownInput, type ShutdownOutput, type ShutdownPhase } from "./shutdown.js";

const waits = { exitMs: 20, terminateMs: 30 };
const close: ShutdownInput = { type: "close" };
const exited: ShutdownInput = { type: "exited", leftovers: false };
const orphaned: ShutdownInput = { type: "exited", leftovers: true };
const emptied: ShutdownInput = { type: "emptied" };
const timer: ShutdownInput = { type: "timer" };

const paths: Readonly<Record<ShutdownPhase, readonly ShutdownInput[]>> = {
  running: [],
  "input-ended": [close],
  terminating: [close, timer],
  killing: [close, timer, timer],
  released: [exited],
};

function reach(phase: ShutdownPhase): Shutdown {
  const machine = new Shutdown(waits);
  for (const input of paths[phase]) machine.handle(input);
  expect(machine.phase).toBe(phase);
  return machine;
}

const endInput: readonly ShutdownOutput[] = [{ type: "end-input" }, { type: "set-timer", ms: 20 }];
const gone: readonly ShutdownOutput[] = [{ type: "clear-timer" }, { type: "released" }];
const nothing: readonly ShutdownOutput[] = [];

type Row = readonly [
  phase: ShutdownPhase,
  input: ShutdownInput,
  outputs: readonly ShutdownOutput[],
  next: ShutdownPhase,
];
const table: readonly Row[] = [
  ["running", close, endInput, "input-ended"],
  ["running", exited, [{ type: "released" }], "released"],
  ["running", orphaned, endInput, "input-ended"],
  ["running", emptied, [{ type: "released" }], "released"],
  ["running", timer, nothing, "running"],
  ["input-ended", close, nothing, "input-ended"],
  ["input-ended", exited, gone, "released"],
  ["input-ended", orphaned, nothing, "input-ended"],
  ["input-ended", emptied, gone, "released"],
  ["input-ended", timer, [{ type: "terminate" }, { type: "set-timer", ms: 30 }], "terminating"],
  ["terminating", close, nothing, "terminating"],
  ["terminating", exited, gone, "released"],
  ["terminating", orphaned, nothing, "terminating"],
  ["terminating", emptied, gone, "released"],
  ["terminating", timer, [{ type: "kill" }, { type: "set-timer", ms: 30 }], "killing"],
  ["killing", close, nothing, "killing"],
  ["killing", exited, gone, "released"],
  ["killing", orphaned, nothing, "killing"],
  ["killing", emptied, gone, "released"],
  ["killing", timer, [{ type: "released" }], "released"],
  ...[close, exited, orphaned, emptied, timer].map((input): Row => ["released", input, nothing, "released"]),
];

describe("every input in every phase", () => {
  it("is in the table, each once", () => {
    expect(table.length).toBe(Object.keys(paths).length * 5);
  });

  it.each(table)("%s takes %o", (phase, input, outputs, next) => {
    const machine = reach(phase);
    expect(machine.handle(input)).toEqual(outputs);
    expect(machine.phase).toBe(next);
  });
});

describe("the order of shutdown", () => {
  // 2024-11-05/basic/lifecycle#stdio/1, 2025-03-26/basic/lifecycle#stdio/1, 2025-06-18/basic/lifecycle#stdio/1,
  // 2025-11-25/basic/lifecycle#stdio/1, 2026-07-28/basic/transports/stdio#shutdown/1
  it("ends the input, asks, and only then kills a process that reacts to nothing", () => {
    const machine = new Shutdown(waits);
    const seen = [close, timer, timer, exited].flatMap((input) => machine.handle(input)).map((output) => output.type);
    expect(seen).toEqual([
      "end-input",
      "set-timer",
      "terminate",
      "set-timer",
      "kill",
      "set-timer",
      "clear-timer",
      "released",
    ]);
  });

  it("never signals a process that goes when its input ends", () => {
    const machine = new Shutdown(waits);
    const seen = [close, exited].flatMap((input) => machine.handle(input)).map((output) => output.type);
    expect(seen).toEqual(["end-input", "set-timer", "clear-timer", "released"]);
  });

  it("goes on until the last descendant is gone, when a wrapper exits and leaves the server running", () => {
    const machine = new Shutdown(waits);
    const seen = [close, orphaned, timer, timer, emptied].flatMap((input) => machine.handle(input));
    expect(seen.map((output) => output.type)).toContain("kill");
    expect(seen.at(-1)).toEqual({ type: "released" });
  });
});
