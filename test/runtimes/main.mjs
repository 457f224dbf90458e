// Every runtime, from the packed tarballs: installs the runtimes on demand, runs one smoke suite on each, and prints the table.
//   node test/runtimes/main.mjs [--keep] [runtime …]
// Needs a build. Exits with 1 where a cell fails. --keep leaves the consumer project.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installConsumer, packAll } from "../package/tarballs.mjs";
import { copyExamples } from "./examples.mjs";
import { installRuntimes, nodeVersions } from "./install.mjs";
import { startFixture } from "./processes.mjs";
import { checkBrowser, checkDurableObject, checkEdge, checkProgram, checkWorker } from "./runs.mjs";
import { printTable } from "./table.mjs";

const keep = process.argv.includes("--keep");
const only = process.argv.slice(2).filter((arg) => arg !== "--keep");

const runtimes = {
  ...Object.fromEntries(nodeVersions.map((major) => [`Node ${major}`, (rig) => checkProgram(rig, `node${major}`)])),
  Bun: (rig) => checkProgram(rig, "bun"),
  Deno: (rig) => checkProgram(rig, "deno"),
  workerd: checkWorker,
  "Durable Object": checkDurableObject,
  "edge-runtime": checkEdge,
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

installRuntimes();
const folder = mkdtempSync(join(tmpdir(), "mcpwire-runtimes-"));
let fixture;
try {
  const began = Date.now();
  await installConsumer(join(folder, "consumer"), await packAll(join(folder, "packed"), parts), { zod: "4.6.7" });
  for (const part of ["smoke", "hosts"]) {
    cpSync(fileURLToPath(new URL(part, import.meta.url)), join(folder, "consumer", part), { recursive: true });
  }
  copyExamples(join(folder, "consumer"));
  console.log(`runtimes: packed and installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  fixture = await startFixture(join(folder, "consumer"));
  const rig = { folder: join(folder, "consumer"), servers: fixture.servers };
  const columns = {};
  const waiting = Object.entries(runtimes).filter(([name]) => only.length === 0 || only.includes(name));
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
  process.exitCode = printTable(names, columns) ? 0 : 1;
} finally {
  fixture?.stop();
  if (keep) console.log(`runtimes: the consumer project is ${join(folder, "consumer")}`);
  else rmSync(folder, { recursive: true, force: true });
}
