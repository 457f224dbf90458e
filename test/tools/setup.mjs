// Installs with the pinned pnpm and builds. Quick when nothing changed: two stamps remember what was installed and what was built.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pnpm, pnpmCommand } from "./pnpm.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const stamps = join(top, "node_modules");

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old; this workspace needs Node 20.19 or newer.`);
  process.exit(1);
}

const packages = readdirSync(join(top, "packages")).filter((name) =>
  existsSync(join(top, "packages", name, "package.json")),
);
const manifests = [...packages.map((name) => `packages/${name}/package.json`), "package.json", "test/package.json"];

await step("install", fingerprint(["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]), modulesInPlace(), () =>
  pnpm(["install", "--frozen-lockfile", "--prefer-offline", "--config.confirmModulesPurge=false"]),
);
await step(
  "build",
  fingerprint(["pnpm-lock.yaml", "tsconfig.base.json", ...manifests, ...inputs("packages")]),
  builtInPlace(),
  build,
);

/** Runs a step unless its stamp says that its inputs are the ones it last ran with, and what it made is still there. */
async function step(name, wanted, inPlace, run) {
  const stamp = join(stamps, `.setup-${name}`);
  if (inPlace && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const began = Date.now();
  console.log(`setup: ${name} …`);
  const code = await run();
  if (code !== 0) {
    console.error(`setup: ${name} failed with exit code ${code}; its output is above.`);
    process.exit(code);
  }
  writeFileSync(stamp, wanted);
  console.log(`setup: ${name} took ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Builds in the order of dependencies; says which package is ready, and the compilers' words only where one fails. */
function build() {
  const { command, args, shell } = pnpmCommand(["-r", "--filter", "./packages/*", "--stream", "run", "build"]);
  const child = spawn(command, args, { cwd: top, shell, stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      said.push(line);
      const ready = /^(\S+) build: Done$/.exec(line)?.[1];
      if (ready !== undefined) console.log(`setup: built ${ready}`);
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => {
      if (code !== 0) console.error(failures(said).join("\n"));
      resolve(code ?? 1);
    });
  });
}

/** What the packages that failed said, without the bundler's chatter; everything, where no package did. */
function failures(said) {
  const failed = said.flatMap((line) => /^(\S+ build): Failed$/.exec(line)?.[1] ?? []);
  const theirs = said.filter(
    (line) => failed.some((name) => line.startsWith(name)) && !/ build: (CLI|ESM) /.test(line),
  );
  return theirs.length === 0 ? said : theirs;
}

function modulesInPlace() {
  return ["", ...packages.map((name) => `packages/${name}`), "test"].every((folder) =>
    existsSync(join(top, folder, "node_modules")),
  );
}

/** True if every file that a package's entries name exists. */
function builtInPlace() {
  return packages.every((name) => {
    const { exports = {} } = JSON.parse(readFileSync(join(top, "packages", name, "package.json"), "utf8"));
    return Object.values(exports)
      .flatMap((entry) => Object.values(Object(entry)))
      .every((path) => !String(path).startsWith("./dist/") || existsSync(join(top, "packages", name, path)));
  });
}

/** The files below a folder that a build reads. */
function inputs(folder) {
  return readdirSync(join(top, folder)).flatMap((name) => {
    if (name === "node_modules" || name === "dist" || name === "api") return [];
    const path = `${folder}/${name}`;
    if (statSync(join(top, path)).isDirectory()) return inputs(path);
    return /\.test\.ts$|\.md$/.test(name) ? [] : [path];
  });
}

function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of [...paths].sort()) hash.update(`${path}\0`).update(readFileSync(join(top, path)));
  return hash.digest("hex");
}
