// Packs every published package as `pnpm publish` would, looks at the tarballs with the eyes of a user's tools, and imports every
// entry from a folder that holds nothing but the tarballs and their third party dependencies.
//   node test/package/pack.mjs [--keep <folder>] [package …]
// Needs a build. --keep leaves the tarballs in that folder.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { pnpm } from "../tools/pnpm.mjs";
import { published, top } from "./published.mjs";
import { readTarball } from "./tarball.mjs";

const args = process.argv.slice(2);
const keepAt = args.indexOf("--keep");
const keep = keepAt === -1 ? undefined : resolve(args.splice(keepAt, 2)[1] ?? "tarballs");
const out = keep ?? mkdtempSync(join(tmpdir(), "mcpwire-pack-"));
mkdirSync(out, { recursive: true });

const require = createRequire(import.meta.url);
const attw = join(dirname(require.resolve("@arethetypeswrong/cli/package.json")), "dist", "index.js");

let failed = 0;
const items = published(args);
try {
  for (const item of items) {
    const began = Date.now();
    const faults = await check(item);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`pack: ${item.manifest.name} ${faults.length === 0 ? "passed" : "FAILED"} in ${seconds} s`);
    for (const fault of faults) console.error(`  ${fault}`);
    failed += faults.length === 0 ? 0 : 1;
  }
  if (args.length === 0 && failed === 0) failed += importAll(items) ? 0 : 1;
} finally {
  if (keep === undefined) rmSync(out, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function check({ name, folder, manifest }) {
  const target = join(out, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const code = pnpm(["--dir", folder, "pack", "--pack-destination", target], { quiet: true });
  const tarball = readdirSync(target).find((file) => file.endsWith(".tgz"));
  if (code !== 0 || tarball === undefined) return [`pnpm pack ended with exit code ${code}`];
  const path = join(target, tarball);
  return [...contents(readTarball(path), manifest), ...(await lint(path)), ...types(path)];
}

/** What is in the tarball, held against the manifest that it was packed from. */
function contents(files, source) {
  const faults = [];
  const packed = JSON.parse(files.get("package.json")?.toString("utf8") ?? "{}");
  for (const wanted of ["package.json", "README.md", "LICENSE"]) {
    if (!files.has(wanted)) faults.push(`${wanted} is missing`);
  }
  for (const file of files.keys()) {
    const expected = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/[^\n]+\.(js|d\.ts))$/.test(file);
    if (!expected) faults.push(`${file} should not be packed`);
    if (/\.(test|fixture)\.(js|d\.ts)$/.test(file)) faults.push(`${file} belongs to the tests`);
    if (file.endsWith(".js") && /sourceMappingURL=data:/.test(files.get(file).toString("utf8"))) {
      faults.push(`${file} carries a source map inside`);
    }
  }
  if (JSON.stringify(packed.exports) !== JSON.stringify(source.publishConfig.exports)) {
    faults.push(`its exports are not those of publishConfig: ${JSON.stringify(packed.exports)}`);
  }
  for (const target of Object.values(packed.exports ?? {}).flatMap((entry) => Object.values(Object(entry)))) {
    if (String(target).startsWith("./") && !files.has(String(target).slice(2))) faults.push(`${target} is not packed`);
  }
  for (const [wanted, range] of Object.entries({ ...packed.dependencies, ...packed.peerDependencies })) {
    if (/^(workspace|file|link):/.test(range)) faults.push(`${wanted} is asked for as ${range}`);
  }
  return faults;
}

async function lint(path) {
  const bytes = readFileSync(path);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: "warning" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

function types(path) {
  const run = spawnSync(process.execPath, [attw, path, "--profile", "esm-only", "--no-color", "--no-emoji"], {
    cwd: top,
    encoding: "utf8",
  });
  return run.status === 0 ? [] : [`are the types wrong: ${run.stdout}${run.stderr}`];
}

/** Lays the tarballs out as an install would, and imports each entry there with plain Node; true if all can be imported. */
function importAll(packed) {
  const modules = join(out, "consumer", "node_modules");
  rmSync(dirname(modules), { recursive: true, force: true });
  const entries = [];
  for (const { name, folder, manifest } of packed) {
    const tarball = readdirSync(join(out, name)).find((file) => file.endsWith(".tgz"));
    for (const [file, bytes] of readTarball(join(out, name, tarball))) {
      const path = join(modules, manifest.name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    for (const wanted of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const path = join(modules, wanted);
      if (wanted.startsWith("@mcpwire/") || existsSync(path)) continue;
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(realpathSync(join(folder, "node_modules", wanted)), path, "junction");
    }
    for (const entry of Object.keys(manifest.publishConfig.exports)) {
      if (entry !== "./package.json") entries.push(`${manifest.name}${entry.slice(1)}`);
    }
  }
  const program = join(dirname(modules), "import-all.mjs");
  writeFileSync(program, entries.map((entry) => `import ${JSON.stringify(entry)};`).join("\n"));
  const run = spawnSync(process.execPath, [program], { encoding: "utf8", timeout: 60_000 });
  console.log(`pack: importing ${entries.length} entries from the tarballs ${run.status === 0 ? "passed" : "FAILED"}`);
  if (run.status !== 0) console.error(run.stderr);
  return run.status === 0;
}
