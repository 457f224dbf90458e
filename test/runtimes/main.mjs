// Every runtime, from the packed tarballs: installs the runtimes on demand, runs one smoke suite on each, and prints the table.
//   node test/runtimes/main.mjs [--keep] [--write] [runtime …]
// Needs a build. Exits with 1 where a cell fails, or where the README keeps another table than that of a whole run; --write puts it there.
// --keep leaves the consumer project.
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installConsumer, packAll } from "../package/tarballs.mjs";
import { copyExamples } from "./examples.mjs";
import { installLambdaClient, installRuntimes, nodeVersions } from "./install.mjs";
import { checkLambda } from "./lambda.mjs";
import { buildNextApp, checkNext } from "./next.mjs";
import { startFixture } from "./processes.mjs";
import { checkBrowser, checkDurableObject, checkEdge, checkProgram, checkWorker } from "./runs.mjs";
import { isSound, keptTable, tableOf, writeTable } from "./table.mjs";

const flags = process.argv.slice(2).filter((arg) => arg.startsWith("--"));
const only = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const readme = fileURLToPath(new URL("../../README.md", import.meta.url));

const runtimes = {
  ...Object.fromEntries(nodeVersions.map((major) => [`Node ${major}`, (rig) => checkProgram(rig, `node${major}`)])),
  Bun: (rig) => checkProgram(rig, "bun"),
  Deno: (rig) => checkProgram(rig, "deno"),
  workerd: checkWorker,
  "Durable Object": checkDurableObject,
  "edge-runtime": checkEdge,
  "Next.js": checkNext,
  "AWS Lambda": checkLambda,
  Chromium: checkBrowser,
};

const parts = [
  "client",
  "json-schema",
  "jsonrpc",
  "negotiation",
  "node",
  "protocol",
  "server",
  "stdio",
  "streamable-http",
];

/** What the examples for Node stand in, at the versions that they name. */
const { dependencies } = JSON.parse(
  readFileSync(new URL("../../packages/examples/package.json", import.meta.url), "utf8"),
);
const frameworks = ["esbuild", "express", "fastify", "hono", "koa", "zod"];

installRuntimes();
const unknown = only.filter((name) => !(name in runtimes));
if (unknown.length > 0)
  throw new Error(`there is no ${unknown.join(", ")}; there are ${Object.keys(runtimes).join(", ")}`);
const wanted = Object.entries(runtimes).filter(([name]) => only.length === 0 || only.includes(name));
const has = (runtime) => wanted.some(([name]) => name === runtime);
const lambdaClient = has("AWS Lambda") ? await installLambdaClient() : undefined;
const folder = mkdtempSync(join(tmpdir(), "mcpwire-runtimes-"));
let fixture;
try {
  const began = Date.now();
  const packed = await packAll(join(folder, "packed"), parts);
  const more = Object.fromEntries(frameworks.map((name) => [name, dependencies[name]]));
  // A build of Next.js takes all cores, so nothing else runs beside it but an install. What goes wrong with it is told in its column.
  const nextApp = has("Next.js") ? buildNextApp(join(folder, "next"), packed) : undefined;
  await Promise.all([installConsumer(join(folder, "consumer"), packed, more), nextApp?.catch(() => {})]);
  for (const part of ["smoke", "hosts"]) {
    cpSync(fileURLToPath(new URL(part, import.meta.url)), join(folder, "consumer", part), { recursive: true });
  }
  copyExamples(join(folder, "consumer"));
  console.log(
    `runtimes: packed and installed${nextApp === undefined ? "" : ", Next.js built,"} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  fixture = await startFixture(join(folder, "consumer"));
  const rig = { folder: join(folder, "consumer"), servers: fixture.servers, nextApp, lambdaClient };
  const columns = {};
  const waiting = [...wanted];
  const names = waiting.map(([name]) => name);
  // Some at a time: most of a suite is waiting, and some of it is a 16 MB body.
  await Promise.all(
    [0, 1, 2].map(async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, check] = next;
        const at = Date.now();
        columns[name] = await check(rig).catch((error) => [{ feature: "runs at all", error: error.message }]);
        const failed = columns[name].filter(({ error }) => error !== undefined);
        console.log(
          `runtimes: ${name} ${failed.length === 0 ? "passed" : `FAILED ${failed.length} of`} ` +
            `${columns[name].length} checks in ${((Date.now() - at) / 1000).toFixed(1)} s`,
        );
        for (const { feature, error } of failed) console.error(`  ${feature}: ${error}`);
      }
    }),
  );
  const table = tableOf(names, columns);
  console.log(`\n${table}\n`);
  let passed = isSound(table);
  if (only.length === 0 && passed && flags.includes("--write")) writeTable(readme, table);
  if (only.length === 0 && keptTable(readme) !== table) {
    console.error("runtimes: the README keeps another table; `npm run runtimes -- --write` puts this one there");
    passed = false;
  }
  process.exitCode = passed ? 0 : 1;
} finally {
  fixture?.stop();
  if (flags.includes("--keep")) console.log(`runtimes: the consumer project is ${join(folder, "consumer")}`);
  else rmSync(folder, { recursive: true, force: true });
}
