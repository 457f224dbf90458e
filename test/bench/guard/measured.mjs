// One workload in a process of its own: what a call of it allocates, in bytes, on the heap and beside it. No collection may run meanwhile.
//   node <flags of allocation.mjs> measured.mjs <workload> <calls> [<bytes that each call wastes on top>]
import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

const [, , workload, calls, waste = "0"] = process.argv;
const { call } = await import(new URL(`./workloads/${workload}.mjs`, import.meta.url).href);
const wasted = Number(waste);
let kept;

let collections = 0;
new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ["gc"] });

async function repeat(count) {
  for (let i = 0; i < count; i++) {
    await call();
    if (wasted > 0) kept = new Uint8Array(wasted);
  }
}

function allocated() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await repeat(Number(calls));
globalThis.gc();
await setImmediate();
await repeat(1);
await setImmediate();
collections = 0;
const before = allocated();
await repeat(Number(calls));
const after = allocated();
await setImmediate();
if (collections > 0 || after <= before) throw new Error(`${collections} collections ran; measure fewer calls`);
console.log((after - before) / Number(calls));
process.exit(kept === null ? 1 : 0);
