// The guard against regressions, without a clock: bytes that fixed workloads allocate per call, against a baseline for this Node.
//   npm run bench:guard [-- --update]
// Needs a build. With --update it writes the baseline. Each run also proves that it would notice: it wastes memory in each workload.
import { readFileSync, writeFileSync } from "node:fs";
import { allocatedBy, workloads } from "./allocation.mjs";
import { faultsOf, tolerance, winsOf } from "./compare.mjs";

const file = new URL("./baseline.json", import.meta.url);
const baselines = JSON.parse(readFileSync(file, "utf8"));
const [major] = process.versions.node.split(".");
const isUpdate = process.argv.includes("--update");
const baseline = baselines[major] ?? {};

const measured = {};
for (const workload of workloads) {
  const bytes = Math.round(await allocatedBy(workload));
  measured[workload.name] = bytes;
  const expected = baseline[workload.name];
  const change = expected === undefined ? "no baseline" : `${((bytes / expected - 1) * 100).toFixed(2)} %`;
  console.log(`guard: ${workload.name}: ${bytes.toLocaleString("en")} bytes per call (${change})`);
}

if (isUpdate) {
  writeFileSync(file, `${JSON.stringify({ ...baselines, [major]: measured }, undefined, 2)}\n`);
  console.log(`guard: this is the baseline for Node ${major} now`);
} else {
  const faults =
    baselines[major] === undefined
      ? [`there is no baseline for Node ${major}; --update writes one`]
      : [...faultsOf(measured, baseline), ...(await blindness())];
  for (const win of winsOf(measured, baseline)) console.log(`guard: ${win}; --update holds on to that`);
  for (const fault of faults) console.error(`guard: ${fault}`);
  if (faults.length > 0) {
    console.error("guard: where that is worth it, `npm run bench:guard -- --update` takes it as the baseline");
    process.exitCode = 1;
  } else console.log(`guard: within ${tolerance * 100} % of the baseline; what is wasted on purpose is noticed`);
}

/** The workloads in which waste on top of what was just measured would pass. */
async function blindness() {
  const blind = [];
  for (const workload of workloads) {
    const wasteful = await allocatedBy(workload, { waste: workload.waste, processes: 1 });
    const faults = faultsOf({ [workload.name]: wasteful }, { [workload.name]: measured[workload.name] });
    if (faults.length === 0) blind.push(`${workload.name}: ${workload.waste} bytes more per call are not noticed`);
  }
  return blind;
}
