// What an install of the server brings along, alone and beside zod: packages and MiB.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printTable } from "./table.mjs";
import { consumerManifest, run } from "./tarballs.mjs";

const budget = { packages: 8, mib: 12 };

const cases = [
  { what: "`@mcpwire/server`", more: {}, official: "–" },
  { what: "`@mcpwire/server` and zod", more: { zod: "4.6.7" }, official: "3, 14.0 MiB" },
];

export async function checkInstallSize(folder, packed) {
  const faults = [];
  const rows = [["Install", "Packages", "MiB", "Budget", "Official 2.4.0"]];
  for (const [at, { what, more, official }] of cases.entries()) {
    const { problem, names, mib } = await installed(join(folder, `server-alone-${at}`), packed, more);
    if (problem !== undefined) {
      faults.push(`${what}: ${problem}`);
      continue;
    }
    rows.push([what, String(names.length), mib.toFixed(1), `${budget.packages}, ${budget.mib} MiB`, official]);
    console.log(`packages: ${what} installs ${names.join(", ")}`);
    if (names.length > budget.packages) {
      faults.push(`${what}: ${names.length} packages; at most ${budget.packages}`);
    }
    if (mib > budget.mib) faults.push(`${what}: ${mib.toFixed(1)} MiB; at most ${budget.mib}`);
  }
  printTable(rows);
  return faults;
}

/** What npm brings for the server and for `more`: names, and how much it is. */
async function installed(project, packed, more) {
  mkdirSync(project, { recursive: true });
  const manifest = consumerManifest(project, packed);
  const server = "@mcpwire/server";
  // Only the server is asked for; the other tarballs are what its dependencies mean.
  const { [server]: tarball, ...overrides } = manifest.resolutions;
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ ...manifest, dependencies: { [server]: tarball, ...more }, overrides }),
  );
  const { code, said } = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
    { cwd: project },
  );
  if (code !== 0) return { problem: `npm install ended with exit code ${code}: ${said.slice(-2000)}` };
  const modules = join(project, "node_modules");
  return { names: packagesIn(modules), mib: bytesIn(modules) / 2 ** 20 };
}

/** The packages in a `node_modules`, those inside of them included. */
function packagesIn(modules) {
  return readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === "package.json")
    .map((entry) => join(entry.parentPath ?? entry.path))
    .filter((path) => /node_modules\/(@[^/]+\/)?[^/@.][^/]*$/.test(path))
    .map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
