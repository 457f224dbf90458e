// What a workload allocates per call. Compiled code allocates what the compiler did not get rid of, and when it compiles is a matter of
// time; so everything is interpreted here, which makes the number the same on a busy machine.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const flags = [
  "--expose-gc",
  "--no-opt",
  "--no-sparkplug",
  "--no-lazy-feedback-allocation",
  "--no-flush-bytecode",
  "--single-threaded-gc",
  "--min-semi-space-size=256",
  "--max-semi-space-size=256",
];

/** The calls are so few that no collection is due. `waste` is what each call allocates more where the guard is to prove itself. */
export const workloads = [
  { name: "memory-call", calls: 1000, waste: 2048 },
  { name: "http-modern-call", calls: 500, waste: 2048 },
  { name: "http-session-call", calls: 500, waste: 2048 },
  { name: "client-call", calls: 500, waste: 2048 },
  // One more copy of the message.
  { name: "stdio-framing", calls: 8, waste: 1024 * 1024 },
];

/** Bytes per call; the median of several processes, each with its own warm-up. */
export async function allocatedBy({ name, calls }, { waste = 0, processes = 3 } = {}) {
  const values = [];
  for (let i = 0; i < processes; i++) values.push(await once(name, calls, waste));
  return values.sort((a, b) => a - b)[Math.floor(processes / 2)];
}

async function once(name, calls, waste) {
  const script = fileURLToPath(new URL("./measured.mjs", import.meta.url));
  const args = [...flags, script, name, String(calls), String(waste)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  return Number(stdout);
}
