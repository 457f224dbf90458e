/**
 * The stdio benchmark: framing of large messages in process, and calls of a small tool over a real process, as ratios against a
 * floor in the same run. Contestants are interleaved within each repetition; the table shows medians.
 *
 *   tsx bench/stdio.ts [--reps N] [--calls N] [--json FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { framingRatios } from "./framing.js";
import { MeasuredServer } from "./measured-server.js";
import type { Generation } from "./measured-server.js";
import { markdown, median } from "./table.js";

const { values } = parseArgs({
  options: {
    reps: { type: "string", default: "5" },
    calls: { type: "string", default: "4000" },
    json: { type: "string" },
  },
});
const reps = Number(values.reps);
const calls = Number(values.calls);

const contestants = [
  { name: "floor", script: "floor-stdio.mjs", generations: ["legacy", "modern"] },
  { name: "coalescing echo", script: "coalescing-stdio.mjs", generations: ["legacy", "modern"] },
  { name: "mcpwire", script: "ours-stdio.mjs", generations: ["legacy", "modern"] },
  { name: "official v1", script: "official-v1-stdio.mjs", generations: ["legacy"] },
  { name: "official v2", script: "official-v2-stdio.mjs", generations: ["legacy", "modern"] },
] as const satisfies readonly { name: string; script: string; generations: readonly Generation[] }[];

console.log(
  `Framing: 10 MB messages, in process, ${reps} repetitions; the floor keeps the chunks, joins and decodes once, parses.\n`,
);
const framing = framingRatios(reps);
console.log(
  markdown(
    ["chunks", "floor ms", "mcpwire ms", "ratio (goal ≤ 1.15)"],
    framing.map(({ chunk, floorMs, oursMs, ratio }) => [
      `${chunk / 1024} KB`,
      floorMs.toFixed(1),
      oursMs.toFixed(1),
      ratio.toFixed(2),
    ]),
  ),
);

console.log(
  `\nCalls: server CPU per echo call, ${calls} calls a point, ${reps} repetitions; the floor is a bare line echo, a write per line (goal ≤ 1.3).\n`,
);
const results: { work: string; contestant: string; cpu: number; ratio: number }[] = [];
for (const generation of ["legacy", "modern"] as const) {
  for (const inFlight of [1, 32]) {
    const work = `${generation}, ${inFlight} in flight`;
    const taking = contestants.filter(({ generations }) => (generations as readonly Generation[]).includes(generation));
    const samples = await measure(taking, generation, inFlight);
    const floor = samples.get("floor") ?? [];
    for (const [contestant, cpu] of samples) {
      const ratio = median(cpu.map((value, i) => value / (floor[i] ?? Number.NaN)));
      results.push({ work, contestant, cpu: median(cpu), ratio });
    }
    console.log(`  measured ${work}`);
  }
}
console.log();
console.log(
  markdown(
    ["work", "contestant", "µs per call", "× floor"],
    results.map(({ work, contestant, cpu, ratio }) => [work, contestant, cpu.toFixed(1), ratio.toFixed(2)]),
  ),
);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ framing, calls: results }, null, 2)}\n`);

/** CPU per call of each contestant, one value a repetition. */
async function measure(
  taking: readonly { readonly name: string; readonly script: string }[],
  generation: Generation,
  inFlight: number,
): Promise<Map<string, number[]>> {
  const running = new Map<string, MeasuredServer>();
  for (const { name, script } of taking) running.set(name, await MeasuredServer.start(script, generation));
  const samples = new Map<string, number[]>(taking.map(({ name }) => [name, []]));
  for (const server of running.values()) await drive(server, calls, inFlight);
  for (let rep = 0; rep < reps; rep++) {
    for (const [name, server] of running) {
      const before = await server.usage();
      await drive(server, calls, inFlight);
      const after = await server.usage();
      samples.get(name)?.push((after.cpu - before.cpu) / calls);
    }
  }
  for (const server of running.values()) await server.stop();
  return samples;
}

async function drive(server: MeasuredServer, count: number, inFlight: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await server.call(`hello ${left}`);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
