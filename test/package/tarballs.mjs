// Packs published packages as `pnpm publish` would, and installs the tarballs in a project of their own.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pnpmCommand } from "../tools/pnpm.mjs";
import { published, top } from "./published.mjs";

/** Packs each package into a folder of its name below `out`; `only` names folders. Gives the items with the path of their tarball. */
export async function packAll(out, only = []) {
  const items = published(only);
  const packed = [];
  // Two at a time: what packs is a package manager that mostly waits for its own start.
  const waiting = [...items];
  await Promise.all(
    [0, 1].map(async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        packed.push({ ...item, tarball: await packOne(item, join(out, item.name)) });
      }
    }),
  );
  return items.map((item) => packed.find(({ name }) => name === item.name));
}

async function packOne({ name, folder }, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { command, args, shell } = pnpmCommand(["--dir", folder, "pack", "--pack-destination", target]);
  const { code, said } = await run(command, args, { cwd: top, shell });
  const tarball = readdirSync(target).find((file) => file.endsWith(".tgz"));
  if (code !== 0 || tarball === undefined) throw new Error(`packing ${name} ended with exit code ${code}\n${said}`);
  return join(target, tarball);
}

/**
 * The manifest of a project that depends on these tarballs and on `more`. Siblings ask for each other by version, and no registry has
 * them yet: each package manager is told, in its own words, that the tarballs are what is meant.
 */
export function consumerManifest(folder, packed, more = {}) {
  const files = Object.fromEntries(
    packed.map(({ manifest, tarball }) => [manifest.name, `file:${relative(folder, tarball)}`]),
  );
  return {
    name: "consumer",
    version: "1.0.0",
    private: true,
    type: "module",
    dependencies: { ...files, ...more },
    overrides: Object.fromEntries(Object.keys(files).map((name) => [name, `$${name}`])),
    resolutions: files,
    pnpm: { overrides: files },
  };
}

/** Installs the project with npm. */
export async function installConsumer(folder, packed, more) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(consumerManifest(folder, packed, more), undefined, 2));
  const { code, said } = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--loglevel=error"],
    { cwd: folder },
  );
  if (code !== 0) throw new Error(`npm install of the tarballs ended with exit code ${code}\n${said}`);
}

/** Runs a program to its end; never rejects for what it does. */
export function run(command, args, { cwd, env, shell = false, timeoutMs = 120_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let said = "";
    child.stdout.on("data", (chunk) => ((out += chunk), (said += chunk)));
    child.stderr.on("data", (chunk) => (said += chunk));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const done = (code) => {
      clearTimeout(timer);
      resolve({ code, out, said });
    };
    child.once("error", (error) => ((said += error.message), done(1)));
    child.once("close", (code, signal) => done(code ?? signal));
  });
}

/** The version that a package in some `node_modules` has. */
export function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}
