/**
 * Runs the official conformance suite against the fixture server and client, strictly: a warning, a client that exits with an error,
 * and a scenario without a passed check of its own count as failures, whether the scenario is scored or not. Prints one line a
 * scenario that failed and the totals of each list; exits with 1 when something was not as expected.
 *
 * `npm run conformance -- server 2026-07-28 ping` runs one list, or one scenario of it, and shows every scenario.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { knownFailures, leftOut, mayExit } from "./expectations.js";
import { install, run } from "./suite.js";
import type { List, Outcome } from "./suite.js";

const programs = fileURLToPath(new URL("../../packages/examples/dist/", import.meta.url));

const lists: readonly List[] = [
  { side: "server", revision: "2025-11-25", scenarios: 33 },
  { side: "server", revision: "2026-07-28", scenarios: 50 },
  { side: "client", revision: "2025-11-25", scenarios: 25 },
  { side: "client", revision: "2026-07-28", scenarios: 39 },
  { side: "client", revision: "2025-03-26", suite: "backcompat", scenarios: 2 },
  { side: "client", revision: "default", suite: "backcompat", scenarios: 2 },
  { side: "server", revision: "2025-06-18", suite: "all", scenarios: 27 },
  { side: "server", revision: "2025-03-26", suite: "all", scenarios: 1 },
];

const [side, revision, only] = process.argv.slice(2);
const chosen = lists.filter(
  (list) => (side ?? list.side) === list.side && (revision ?? list.revision) === list.revision,
);
const isChatty = side !== undefined;

install();
const totals: string[] = [];
let isGood = true;
for (const list of chosen) {
  const title = `${list.side} ${list.revision}${list.suite === undefined ? "" : ` (suite ${list.suite})`}`;
  console.log(`conformance: ${title} …`);
  const began = Date.now();
  const ran =
    list.side === "server"
      ? await againstServer(list)
      : await run(list, { client: `${programs}conformance-client.js` });
  if (ran.size !== list.scenarios) {
    isGood = false;
    console.log(`  FAIL the suite played ${ran.size} scenarios; this list has ${list.scenarios}`);
  }
  totals.push(judge(title, ran, Date.now() - began));
}
console.log(`\n${totals.join("\n")}`);
process.exitCode = isGood && totals.length > 0 ? 0 : 1;

async function againstServer(list: List): Promise<ReadonlyMap<string, Outcome>> {
  const server = spawn(process.execPath, [`${programs}conformance-server.js`], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", isChatty ? "inherit" : "ignore"],
  });
  try {
    return await run(list, { url: await listening(server) });
  } finally {
    const exited = once(server, "exit");
    server.kill("SIGTERM");
    const [code] = await exited;
    if (code !== 0) {
      isGood = false;
      console.log(`  FAIL the server ended with exit code ${String(code)}`);
    }
  }
}

async function listening(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("the server's output is a pipe");
  for await (const line of createInterface({ input: server.stdout })) {
    // The first line says where it listens.
    return (JSON.parse(line) as { readonly listening: string }).listening;
  }
  throw new Error(`the server ended with exit code ${String(server.exitCode)} before it listened`);
}

/** Prints what was not as expected; returns the list's total. */
function judge(title: string, outcomes: ReadonlyMap<string, Outcome>, ms: number): string {
  let passed = 0;
  let checks = 0;
  let counted = 0;
  const out = new Map<string, number>();
  for (const [name, outcome] of outcomes) {
    if (only !== undefined && name !== only) continue;
    const reason = leftOut.find((entry) => entry.names.test(name))?.reason;
    if (reason !== undefined) {
      out.set(reason, (out.get(reason) ?? 0) + 1);
      continue;
    }
    counted += 1;
    const fault = faultOf(name, outcome);
    const known = knownFailures.get(`${title} ${name}`);
    if (fault === undefined) passed += 1;
    checks += outcome.passed;
    if ((fault === undefined) !== (known === undefined)) isGood = false;
    if (fault === undefined && known !== undefined)
      console.log(`  FAIL ${name} passes now; take it off the known failures`);
    if (fault !== undefined) console.log(`  ${known === undefined ? "FAIL" : "known"} ${name}: ${known ?? fault}`);
    else if (isChatty) console.log(`  ok   ${name}: ${outcome.passed} checks`);
    if (fault !== undefined) for (const complaint of outcome.complaints) console.log(`         ${complaint}`);
  }
  const omitted = [...out].map(([reason, count]) => `; ${count} left out: ${reason}`).join("");
  return `${title}: ${passed} of ${counted} scenarios passed (${checks} checks, ${(ms / 1000).toFixed(1)} s)${omitted}`;
}

function faultOf(name: string, outcome: Outcome): string | undefined {
  const { passed, failed, warnings, isIdle, exit } = outcome;
  if (failed > 0) return `${failed} checks failed`;
  if (exit?.isTimedOut === true) return "the client ran past its time limit";
  if (passed === 0 || isIdle) return "no check of its own passed";
  if (warnings > 0) return `${warnings} warnings`;
  if (exit !== undefined && exit.code !== 0 && !mayExit.has(name)) return `the client exited with ${exit.code}`;
  return undefined;
}
