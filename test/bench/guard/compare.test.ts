import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const compare = fileURLToPath(new URL("./compare.mjs", import.meta.url));

/** The guard is plain JavaScript, so that it starts without a compiler. */
async function said(by: "faultsOf" | "winsOf", measured: object, baseline: object): Promise<string[]> {
  const program = `import { ${by} } from ${JSON.stringify(compare)};
    console.log(JSON.stringify(${by}(${JSON.stringify(measured)}, ${JSON.stringify(baseline)})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  // The program above prints what the function gives.
  return JSON.parse(stdout) as string[];
}

describe("the guard of allocations", () => {
  it.each([
    { what: "nothing changed", measured: { call: 10_000 }, faults: [] },
    { what: "a call allocates a little more", measured: { call: 10_300 }, faults: [] },
    { what: "a call allocates much less", measured: { call: 5000 }, faults: [] },
    {
      what: "a call allocates 2 KB more",
      measured: { call: 12_048 },
      faults: ["call allocates 20.5 % more than its baseline"],
    },
    { what: "a workload is gone", measured: {}, faults: ["call is in the baseline, and was not measured"] },
    { what: "a workload is new", measured: { call: 10_000, other: 1 }, faults: ["other has no baseline"] },
    { what: "a workload gave nothing", measured: { call: null }, faults: ["call gave no number"] },
  ])("where $what, says $faults", async ({ measured, faults }) => {
    expect(await said("faultsOf", measured, { call: 10_000 })).toEqual(faults);
  });

  it("asks to hold on to what was won", async () => {
    expect(await said("winsOf", { call: 5000, other: 9900 }, { call: 10_000, other: 10_000 })).toEqual([
      "call allocates 50.0 % less than its baseline",
    ]);
  });
});
