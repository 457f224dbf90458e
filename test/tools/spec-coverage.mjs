// Which requirements of the specification are proved by a test. An id counts as tested when a test or a transcript quotes it.
//   node test/tools/spec-coverage.mjs [--open] [--quiet] [--also <id>]
// --open lists the open ids as well; --quiet prints faults only; --also checks one more id as if a test quoted it.
// Fails on an id that does not exist.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const options = process.argv.slice(2);
const quiet = options.includes("--quiet");
const also = options.flatMap((option, at) => (options[at - 1] === "--also" ? [option] : []));

const requirements = rows("test/spec/requirements.tsv").map(([id, revision, page, , level]) => ({
  id,
  revision,
  page,
  level,
}));
const known = new Set(requirements.map(({ id }) => id));
const faults = [];

const quoted = new Map(also.map((id) => [id, "the command line"]));
const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "packages", "test"],
  {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  },
).split("\0");
for (const file of files) {
  if (!/^packages\/.*\.test\.ts$|^packages\/[^/]+\/src\/compliance\/|^test\/.*\.(ts|txtar)$/.test(file)) continue;
  if (file.startsWith("test/architecture/") || !existsSync(join(top, file))) continue;
  const text = readFileSync(join(top, file), "utf8");
  for (const [id] of text.matchAll(/\b\d{4}-\d{2}-\d{2}\/[a-z0-9/-]+#[a-z0-9-]+\/\d+\b/g)) {
    if (!quoted.has(id)) quoted.set(id, file);
  }
}
for (const [id, where] of quoted) if (!known.has(id)) faults.push(`${where} quotes ${id}, which does not exist`);

const duties = new Map();
for (const [id, reason] of rows("test/spec/host-duties.tsv")) {
  if (!known.has(id)) faults.push(`test/spec/host-duties.tsv lists ${id}, which does not exist`);
  if (duties.has(id)) faults.push(`test/spec/host-duties.tsv lists ${id} twice`);
  if (reason === undefined || reason.trim() === "") faults.push(`test/spec/host-duties.tsv gives no reason for ${id}`);
  duties.set(id, reason);
}

if (!quiet) print();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function print() {
  const groups = new Map();
  for (const { id, revision, page } of requirements) {
    const state = quoted.has(id) ? "tested" : duties.has(id) ? "host" : "open";
    for (const key of [`${revision}\t${page}`, `${revision}\tall`, "all\tall"]) {
      const group = groups.get(key) ?? { tested: 0, host: 0, open: 0 };
      group[state]++;
      groups.set(key, group);
    }
  }
  console.log(`${"revision".padEnd(12)}${"page".padEnd(54)}  tested  host's duty    open`);
  for (const [key, { tested, host, open }] of [...groups].sort(([a], [b]) => order(a, b))) {
    const [revision, page] = key.split("\t");
    const counts = `${String(tested).padStart(8)}${String(host).padStart(13)}${String(open).padStart(8)}`;
    console.log(`${revision.padEnd(12)}${page.padEnd(54)}${counts}`);
  }
  if (!options.includes("--open")) return;
  console.log("\nopen:");
  for (const { id, level } of requirements) if (!quoted.has(id) && !duties.has(id)) console.log(`${id}\t${level}`);
}

/** By revision, each one's sum after its pages, the total last. */
function order(a, b) {
  const rank = (key) => key.replace(/^all/, "~").replace(/\tall$/, "\t~");
  return rank(a) < rank(b) ? -1 : 1;
}

function rows(file) {
  return readFileSync(join(top, file), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}
