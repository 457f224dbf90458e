/**
 * The main job: one client that finds out what it talks to, against real servers of both generations; and real clients of both
 * against one server definition. Prints each row as it happens; ends with a verdict, and with exit code 1 when a row failed.
 */
import { freePort, startListening } from "../support/listening-process.js";
import { callerLeaves, cutInMidCall } from "./broken-connections.js";
import { ourClientAgainst, ourClientAt, theirClientAgainstOurs, theirClientAt } from "./rows.js";
import type { Row } from "./rows.js";
import { clientTargets, httpServerTargets, ourHttpServer, serverTargets } from "./targets.js";

const columns = [20, 20, 6, 6, 34, 34, 8] as const;

console.log(
  "mcpwire speaks every revision of the Model Context Protocol, from one client and one server definition.\n",
);

let passed = 0;
let failed = 0;

const titles = ["agreed on", "trips", "tools", "a call's result", "a failure's text", "time"];

console.log("Our client finds out what each server speaks, over stdio:");
print(["server", ...titles]);
for (const target of serverTargets()) await show(target.name, () => ourClientAgainst(target));

console.log("\n… and over HTTP, from the URL alone:");
print(["server", ...titles]);
const endpoint = await startListening(ourHttpServer);
for (const target of httpServerTargets([await freePort(), await freePort()])) {
  await show(target.name, async () => {
    const server = target === ourHttpServer ? endpoint : await startListening(target);
    try {
      return await ourClientAt(server.url, target);
    } finally {
      if (server !== endpoint) await server.stop();
    }
  });
}

console.log("\nThe official clients talk to our one server, over stdio and over HTTP:");
print(["client", ...titles]);
for (const target of clientTargets) await show(target.name, () => theirClientAgainstOurs(target));
for (const target of clientTargets) {
  const name = `${target.name.replace(" SDK", "")} over HTTP`;
  await show(name, async () => ({ ...(await theirClientAt(endpoint.url, target)), peer: name }));
}

console.log("\nConnections break, and callers leave:");
print(["what happens", "agreed on", "trips", "", "what the client gets", "what was seen on the way", "time"]);
await show("cut in mid-call", () => cutInMidCall(endpoint.url));
await show("caller leaves", () => callerLeaves(endpoint.url));
await endpoint.stop();

console.log(
  failed === 0
    ? `\nAll ${passed} rows passed: both generations, both directions, nothing configured.`
    : `\n${failed} of ${passed + failed} rows failed; the reasons stand below each of them.`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function show(peer: string, run: () => Promise<Row>): Promise<void> {
  let problems: readonly string[];
  try {
    const row = await run();
    print([
      row.peer,
      row.agreed,
      row.roundTrips ?? "–",
      row.tools ?? "",
      row.call,
      row.failure,
      `${Math.round(row.ms)} ms`,
    ]);
    problems = row.problems;
  } catch (error) {
    print([peer, "–", "–", "–", "–", "–", "–"]);
    problems = [error instanceof Error ? error.message : String(error)];
  }
  if (problems.length === 0) passed++;
  else failed++;
  for (const problem of problems) console.log(`    FAILED: ${problem}`);
}

function print(cells: readonly (string | number)[]): void {
  const line = cells.map((cell, i) => fit(String(cell), columns[i] ?? 10)).join(" ");
  console.log(`  ${line.trimEnd()}`);
}

/** One line of exactly this width. */
function fit(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > width ? `${line.slice(0, width - 1)}…` : line.padEnd(width);
}
