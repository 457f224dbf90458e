/**
 * Chaos: 200 clients with 50 calls each, every call with progress, while their connections are cut at random. Sessions of 2025-11-25
 * that hold an event id lose nothing and get nothing twice; everybody else gets one end of each call, a result or a typed loss; the
 * server's memory stays where it was. `--seconds N`: whole waves until so much time has passed. `--seed N`: the same choices again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { startListening } from "../support/listening-process.js";
import { TcpProxy } from "../support/tcp-proxy.js";
import { openClients, type Caller, type Kind, type Tally } from "./crowd.js";
import { seeded } from "./random.js";

const { values } = parseArgs({ options: { seconds: { type: "string" }, seed: { type: "string" } } });
const seconds = Number(values.seconds ?? 20);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const callsEach = 50;
/** How often connections are cut, and how many of them. */
const cutEveryMs = 20;
const cutShare = 0.02;
/** On a machine that is slow or busy the rest of a wave runs undisturbed, so that it ends. */
const cutForMs = 20_000;
/** What a wave may leave behind, beside what the first one warmed up; and what the server may need at its busiest. */
const maxGrowth = 24 * 1024 * 1024;
const maxPeak = 400 * 1024 * 1024;

const random = seeded(seed);
console.log(`chaos: seed ${seed}, at least ${seconds} s\n`);

const server = await startListening({
  command: process.execPath,
  args: [...process.execArgv, "--expose-gc", fileURLToPath(new URL("./server.mjs", import.meta.url))],
});
const [sessionsUrl = "", statelessUrl = ""] = server.url.split(" ");
const proxies = [await TcpProxy.before(sessionsUrl), await TcpProxy.before(statelessUrl)] as const;
const through = { sessions: proxies[0].through(sessionsUrl), stateless: proxies[1].through(statelessUrl) };
const kinds: readonly Kind[] = [
  { name: "2025-11-25, session", url: through.sessions, revision: "2025-11-25", clients: 140, resumes: true },
  { name: "2025-06-18, session", url: through.sessions, revision: "2025-06-18", clients: 20, resumes: false },
  { name: "2025-11-25, stateless", url: through.stateless, revision: "2025-11-25", clients: 20, resumes: false },
  { name: "2026-07-28", url: through.sessions, revision: "2026-07-28", clients: 20, resumes: false },
];
const auditor = await connect(http(sessionsUrl), { revisions: ["2026-07-28"] });

const violations: string[] = [];
const heaps: number[] = [];
const began = performance.now();
for (let wave = 1; wave === 1 || performance.now() - began < seconds * 1000; wave++) await play(wave);

await auditor.close();
for (const proxy of proxies) await proxy.close();
await server.stop();

for (const violation of violations.slice(0, 20)) console.log(`  VIOLATED: ${violation}`);
console.log(
  violations.length === 0
    ? `\nchaos: nothing lost, nothing doubled, memory flat, in ${Math.round((performance.now() - began) / 1000)} s`
    : `\nchaos: ${violations.length} promises broken; --seed ${seed} makes the same choices`,
);
process.exitCode = violations.length === 0 ? 0 : 1;

async function play(wave: number): Promise<void> {
  const callers: Caller[] = [];
  for (const kind of kinds) callers.push(...(await openClients(kind, wave)));
  const cutsBefore = cuts();
  const cutting = setInterval(() => {
    for (const proxy of proxies) proxy.cut(() => random() < cutShare);
  }, cutEveryMs);
  const enough = setTimeout(() => clearInterval(cutting), cutForMs);
  const started = performance.now();
  await Promise.all(callers.map((caller) => caller.run(callsEach, random)));
  clearInterval(cutting);
  clearTimeout(enough);
  const tookMs = performance.now() - started;
  await Promise.all(callers.map((caller) => caller.close()));
  const cut = cuts() - cutsBefore;
  console.log(`wave ${wave}: ${callers.length} clients, ${cut} connections cut, ${(tookMs / 1000).toFixed(1)} s`);
  if (cut < 100) violations.push(`wave ${wave} cut only ${cut} connections, which shows nothing`);

  for (const tally of new Set(callers.map((caller) => caller.tally))) {
    const kind = callers.find((caller) => caller.tally === tally)?.kind;
    if (kind !== undefined) settle(kind, tally);
  }
  await audit(wave);
}

function cuts(): number {
  return proxies.reduce((sum, proxy) => sum + proxy.cuts, 0);
}

function settle(kind: Kind, tally: Tally): void {
  const lost = [...tally.losses].map(([code, times]) => `${times} ${code}`).join(", ") || "none";
  console.log(
    `  ${kind.name.padEnd(22)} ${tally.calls} calls, ${tally.complete} results with all their progress, ${tally.resumptions} streams resumed; losses: ${lost}`,
  );
  violations.push(...tally.violations);
  if (kind.resumes && tally.resumptions === 0)
    violations.push(`${kind.name}: nothing was resumed, which shows nothing`);
  const ends = tally.results + [...tally.losses.values()].reduce((sum, times) => sum + times, 0);
  if (ends !== tally.calls) violations.push(`${kind.name}: ${tally.calls} calls had ${ends} ends`);
}

/** Looks at the server once every session is closed. */
async function audit(wave: number): Promise<void> {
  await sleep(500);
  const { content } = await auditor.callTool("audit", { forget: true });
  const [block] = content;
  // Our own server wrote it.
  const seen = JSON.parse(block?.type === "text" ? block.text : "{}") as {
    heapUsed: number;
    peak: number;
    rss: number;
    calls: number;
    repeated: string[];
  };
  heaps.push(seen.heapUsed);
  console.log(
    `  the server ran ${seen.calls} of them; heap ${mib(seen.heapUsed)} now, ${mib(seen.peak)} at most, RSS ${mib(seen.rss)}`,
  );
  for (const key of seen.repeated) violations.push(`${key} ran more than once`);
  if (seen.peak > maxPeak) violations.push(`wave ${wave}: the server's heap was ${mib(seen.peak)}`);
  const growth = seen.heapUsed - (heaps[0] ?? 0);
  if (growth > maxGrowth) violations.push(`wave ${wave}: the server's heap grew by ${mib(growth)} since the first`);
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
