/**
 * The benchmark, whole: calls, streams, sessions, clients, memory, starts, framing, and how cost grows, as ratios to a floor or to the
 * official SDK in the same run. Its README says how it measures. `npm run bench` packs and installs the packages first.
 *
 *   npm run bench -- [--only http,stdio,…] [--contestants floor,mcpwire] [--modes session,modern] [--reps N] [--minutes N]
 *                    [--quick] [--check] [--json FILE] [--write]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkGoals } from "./goals.js";
import { checkCurve } from "./growth/check.js";
import type { MeasuredCurve } from "./growth/check.js";
import { growthShare, measureGrowth } from "./growth/growth.js";
import { plot } from "./growth/svg.js";
import { Budget } from "./measure/budget.js";
import { Samples } from "./measure/samples.js";
import { Measurement } from "./measure/windows.js";
import { quickPlan, wholePlan } from "./plan.js";
import { allRows, goalsTable, growthTable, header, trust } from "./report.js";
import { httpClients, inMemory } from "./suites/clients.js";
import { coldStart } from "./suites/cold-start.js";
import { framing } from "./suites/framing.js";
import { httpCalls } from "./suites/http-calls.js";
import { sessions } from "./suites/sessions.js";
import { stdioCalls } from "./suites/stdio-calls.js";
import { streams } from "./suites/streams.js";
import type { Choice } from "./suites/suite.js";
import { writeResults } from "./write.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    contestants: { type: "string" },
    modes: { type: "string" },
    reps: { type: "string" },
    minutes: { type: "string" },
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const all = [httpCalls, stdioCalls, framing, streams, sessions, httpClients, inMemory, coldStart];
const names = [...all.map(({ name }) => name), "growth"];
const only = values.only?.split(",") ?? names;
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no suite is called ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(2);
}

const base = values.quick ? quickPlan : wholePlan;
const plan = values.reps === undefined ? base : { ...base, reps: Number(values.reps), slowReps: Number(values.reps) };
const minutes = Number(values.minutes ?? (values.quick ? 10 : 20));
const listed = (text: string | undefined) => {
  const wanted = text?.split(",");
  return (name: string): boolean => wanted?.includes(name) ?? true;
};
const choice: Choice = { takes: listed(values.contestants), hasMode: listed(values.modes) };

const suites = all.filter(({ name }) => only.includes(name));
const hasGrowth = only.includes("growth");
const budget = new Budget(minutes, [...suites.map(({ share }) => share), ...(hasGrowth ? [growthShare] : [])]);
const samples = new Samples();
const measurement = new Measurement(samples, budget, (what) => {
  const seconds = Math.round(budget.elapsedMs / 1000);
  console.error(`[${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}] ${what}`);
});

// A contestant that hangs must not hang the run.
setTimeout(() => {
  console.error(`given up after ${2 * minutes} minutes`);
  process.exit(3);
}, minutes * 120_000).unref();

const head = header(`${values.quick ? "quick" : "whole"} run, ${plan.reps} repetitions`, minutes);
console.error(`${head}\n`);
for (const suite of suites) {
  budget.beginSuite(suite.share);
  if (budget.isOver) measurement.fail(`no time was left for ${suite.name}`);
  else await suite.run(measurement, plan, choice);
}
let curves: readonly MeasuredCurve[] = [];
if (hasGrowth) {
  budget.beginSuite(growthShare);
  curves = await measureGrowth(measurement, plan, choice);
}

const goals = checkGoals(samples);
const growth = curves.map(checkCurve);
const missed = goals.filter(({ isMet }) => !isMet).length + growth.filter(({ isMet }) => !isMet).length;
const sections = {
  goals: [
    head,
    ...(goals.length === 0 ? [] : [goalsTable(goals, samples)]),
    ...(growth.length === 0 ? [] : [growthTable(growth)]),
    ...(suites.length === 0 ? [] : [trust(measurement)]),
    `${goals.length + growth.length - missed} of ${goals.length + growth.length} goals are met; ${Math.round(budget.elapsedMs / 60_000)} minutes.`,
  ].join("\n\n"),
  rows: allRows(samples),
};
console.log(suites.length === 0 ? sections.goals : `${sections.goals}\n\n${sections.rows}`);

if (curves.length > 0) {
  const folder = fileURLToPath(new URL(values.write ? "./plots/" : "../../.cache/bench/plots/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const measured of curves) writeFileSync(`${folder}${measured.curve.id}.svg`, plot(measured));
  console.error(`plots are in ${folder}`);
}
if (values.json !== undefined) {
  const lines = curves.map(({ curve, lines }) => ({ id: curve.id, lines }));
  const text = JSON.stringify({ head, goals, growth, curves: lines, rows: samples.rows() }, undefined, 2);
  // The script has another working directory than whoever asked for the file.
  writeFileSync(resolve(process.env["INIT_CWD"] ?? ".", values.json), `${text}\n`);
}
if (values.write) writeResults(sections);
if (values.check && (missed > 0 || measurement.failures > 0)) process.exitCode = 1;
