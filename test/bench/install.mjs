// Brings what is measured: packs the packages as they would be published, installs the tarballs with their peers in a project of its own,
// and copies the contestants into it. Needs a build. Quick when neither the packages nor the peers have changed.
//   node test/bench/install.mjs
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { published, top } from "../package/published.mjs";
import { installConsumer, installedVersion, packAll } from "../package/tarballs.mjs";

const peers = [
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/node",
  "mcp-lite",
  "tmcp",
  "@tmcp/adapter-zod",
  "@tmcp/transport-http",
  "@tmcp/transport-in-memory",
  "@tmcp/transport-stdio",
  "@hono/node-server",
  "zod",
];

const bench = join(top, ".cache", "bench");
const project = join(bench, "project");
const stamp = join(bench, "installed.json");
const { devDependencies } = JSON.parse(readFileSync(join(top, "test", "package.json"), "utf8"));
const wanted = Object.fromEntries(peers.map((name) => [name, devDependencies[name]]));
const packages = published();
const fingerprint = hashOf([...packages.flatMap(({ folder }) => publishedFiles(folder)), JSON.stringify(wanted)]);

if (!existsSync(stamp) || JSON.parse(readFileSync(stamp, "utf8")).fingerprint !== fingerprint) {
  const began = Date.now();
  console.error("bench: packing the packages and installing them with their peers …");
  rmSync(bench, { recursive: true, force: true });
  await installConsumer(project, await packAll(join(bench, "packed")), wanted);
  const names = [...packages.map(({ manifest }) => manifest.name), ...peers];
  const versions = Object.fromEntries(names.map((name) => [name, installedVersion(project, name)]));
  writeFileSync(stamp, JSON.stringify({ fingerprint, versions }, undefined, 2));
  console.error(`bench: installed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
for (const folder of ["servers", "clients", "framing"]) {
  rmSync(join(project, folder), { recursive: true, force: true });
  cpSync(fileURLToPath(new URL(folder, import.meta.url)), join(project, folder), { recursive: true });
}

/** The files that decide what a tarball holds. */
function publishedFiles(folder) {
  const built = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, "dist", name));
  return [join(folder, "package.json"), ...built.sort()].map((path) => readFileSync(path));
}

function hashOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
