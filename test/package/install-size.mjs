// What an install of the server with zod brings along: packages and MiB.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consumerManifest, run } from "./tarballs.mjs";

const budget = { packages: 8, mib: 12 };

export async function checkInstallSize(folder, packed) {
  const project = join(folder, "server-alone");
  mkdirSync(project, { recursive: true });
  const manifest = consumerManifest(project, packed, { zod: "4.6.7" });
  const server = "@mcpwire/server";
  // Only the server is asked for; the other tarballs are what its dependencies mean.
  const { [server]: tarball, zod } = manifest.dependencies;
  const overrides = Object.fromEntries(Object.entries(manifest.resolutions).filter(([name]) => name !== server));
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ ...manifest, dependencies: { [server]: tarball, zod }, overrides }),
  );
  const { code, said } = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
    {
      cwd: project,
    },
  );
  if (code !== 0) return [`npm install ended with exit code ${code}: ${said.slice(-2000)}`];
  const names = packagesIn(join(project, "node_modules"));
  const mib = bytesIn(join(project, "node_modules")) / 2 ** 20;
  console.log(
    `\n| Install                   | Packages | MiB  | Budget         | Official 2.4.0 |\n` +
      `| ------------------------- | -------- | ---- | -------------- | -------------- |\n` +
      `| \`@mcpwire/server\` and zod | ${String(names.length).padEnd(8)} | ${mib.toFixed(1).padEnd(4)} | ` +
      `${`${budget.packages}, ${budget.mib} MiB`.padEnd(14)} | 3, 14.0 MiB    |\n\n${names.join(", ")}\n`,
  );
  return [
    ...(names.length > budget.packages ? [`${names.length} packages; at most ${budget.packages}`] : []),
    ...(mib > budget.mib ? [`${mib.toFixed(1)} MiB; at most ${budget.mib}`] : []),
  ];
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
