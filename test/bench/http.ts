/**
 * The HTTP benchmark: server CPU per call, long streams, sessions, clients, the memory pair and cold starts, as ratios against a floor or
 * the official SDK in the same run. Contestants are interleaved within each repetition; tables show medians. Everything runs from `dist`.
 *
 *   tsx bench/http.ts [--only calls,streams,sessions,clients,memory,start] [--modes session,modern] [--reps N] [--seconds N]
 *                     [--contestants floor,mcpwire] [--quick] [--check] [--json FILE]
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureClients, measureMemory } from "./client-calls.js";
import { measureColdStart } from "./cold-start.js";
import { contestants as all, fewContestants } from "./contestants.js";
import type { HttpMode } from "./contestants.js";
import { checkGoals } from "./goals.js";
import { measureCalls } from "./http-calls.js";
import { measureSessions } from "./http-sessions.js";
import { measureStreams } from "./http-streams.js";
import { Samples } from "./samples.js";
import { markdown } from "./table.js";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "calls,streams,sessions,clients,memory,start" },
    modes: { type: "string", default: "session-stream,session,stateless,modern" },
    contestants: { type: "string" },
    concurrency: { type: "string" },
    reps: { type: "string" },
    seconds: { type: "string" },
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const suites = values.only.split(",");
const reps = Number(values.reps ?? (values.quick ? 2 : 5));
const seconds = Number(values.seconds ?? (values.quick ? 0.15 : 1));
// Sound: a mode that nobody knows has no contestant, and so no row.
const modes = values.modes.split(",") as HttpMode[];
const concurrencies = values.concurrency?.split(",").map(Number) ?? (values.quick ? [16] : [1, 16, 64]);
const names = values.contestants?.split(",") ?? (values.quick ? fewContestants : undefined);
const contestants = names === undefined ? all : all.filter(({ name }) => names.includes(name));
const samples = new Samples();
const progress = (what: string): void => console.error(`  measured ${what}`);

const [cpu] = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpu?.model ?? "?"}, ${reps} repetitions.\n`,
);
if (suites.includes("calls")) {
  const warmCalls = values.quick ? 2500 : 4000;
  await measureCalls(samples, { contestants, modes, concurrencies, reps, seconds, warmCalls }, progress);
}
if (suites.includes("streams")) {
  const plan = values.quick
    ? { contestants, reps, events: 2000, replays: 5 }
    : { contestants, reps, events: 10_000, replays: 20 };
  await measureStreams(samples, plan, progress);
}
if (suites.includes("sessions")) {
  const plan = values.quick
    ? { contestants, reps: 1, sessions: 300, streams: 100 }
    : { contestants, reps: 3, sessions: 1000, streams: 500 };
  await measureSessions(samples, plan, progress);
}
const clientPlan = values.quick ? { reps, calls: 500, memoryCalls: 3000 } : { reps, calls: 3000, memoryCalls: 20_000 };
if (suites.includes("clients")) await measureClients(samples, clientPlan, progress);
if (suites.includes("memory")) await measureMemory(samples, clientPlan, progress);
if (suites.includes("start")) await measureColdStart(samples, values.quick ? 2 : 7, progress);

const rows = samples.rows();
console.log(
  markdown(
    ["work", "contestant", "median", "× floor", "lowest – highest"],
    rows.map(({ work, contestant, value, unit, ratio, spread }) => [
      work,
      contestant,
      `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`,
      ratio?.toFixed(2) ?? "",
      spread?.map((end) => end.toFixed(2)).join(" – ") ?? "",
    ]),
  ),
);
const goals = checkGoals(samples);
console.log("\nGoals\n");
console.log(
  markdown(
    ["goal", "measured", ""],
    goals.map(({ goal, measured, isMet }) => [goal, measured.toFixed(2), isMet ? "met" : "**missed**"]),
  ),
);
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ node: process.version, cpu: cpu?.model, reps, rows, goals }, null, 2)}\n`,
  );
}
if (values.check && goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
