import { describe, expect, it } from "vitest";
import { Budget } from "./budget.js";
import { Samples } from "./samples.js";
import { Measurement } from "./windows.js";
import type { Runner } from "./windows.js";

const work = "a call";

function measurement(minutes = 1): Measurement {
  const budget = new Budget(minutes, [1]);
  budget.beginSuite(1);
  return new Measurement(new Samples(), budget, () => {});
}

/** Gives one value a window, from a list; the load of the machine does not matter to it. */
function scripted(name: string, values: readonly number[]): Runner & { readonly asked: () => number } {
  let at = 0;
  return {
    name,
    asked: () => at,
    async measure() {
      const value = values[at++];
      if (value === undefined) throw new Error("no more values");
      return { user: undefined, figures: [{ work, unit: "µs", value }] };
    },
  };
}

describe("windows in turns", () => {
  it("throws the first ones away", async () => {
    const all = measurement();
    await all.interleave([scripted("floor", [90, 12, 10, 11, 12])], { reps: 3, discard: 2 });
    expect(all.samples.value(work, "floor")).toBe(11);
  });

  it("measures one that is a quarter off the median again at once, and counts it", async () => {
    const all = measurement();
    const floor = scripted("floor", [90, 10, 10, 10, 20, 10.5]);
    await all.interleave([floor], { reps: 3, discard: 2 });
    expect(all.samples.spread(work, "floor")).toEqual([1, 1.05]);
    expect(all.rejectedForDeviation).toBe(1);
    expect(all.keptUnsteady).toBe(0);
  });

  it("keeps one that stays off, and says so", async () => {
    const all = measurement();
    await all.interleave([scripted("floor", [10, 10, 10, 20, 20, 20])], { reps: 2, discard: 2 });
    expect(all.samples.spread(work, "floor")).toEqual([10 / 15, 20 / 15]);
    expect(all.rejectedForDeviation).toBe(2);
    expect(all.keptUnsteady).toBe(1);
  });

  it("relates values of the same repetition", async () => {
    const all = measurement();
    await all.interleave([scripted("floor", [10, 11, 12]), scripted("mcpwire", [12, 13.2, 14.4])], {
      reps: 3,
      discard: 0,
    });
    expect(all.samples.ratioSpread(work, "mcpwire", "floor")).toEqual([1.2, 1.2]);
  });

  it("stops after three repetitions when the time is over", async () => {
    const all = measurement(0);
    const floor = scripted("floor", [1, 1, 1, 1, 1]);
    await all.interleave([floor], { reps: 5, discard: 0 });
    expect(floor.asked()).toBe(3);
    expect(all.shortened).toBe(1);
  });

  it("goes on without a contestant that fails, and counts the failure", async () => {
    const all = measurement();
    await all.interleave([scripted("tmcp", [5]), scripted("floor", [1, 1, 1])], { reps: 3, discard: 0 });
    expect(all.failures).toBe(1);
    expect(all.notes).toEqual(["tmcp failed at a call: Error: no more values"]);
    expect(all.samples.value(work, "floor")).toBe(1);
  });
});
