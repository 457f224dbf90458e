// Brings the runtimes onto this machine, once: npm packages at the versions of pinned.json, and Chromium from the distribution.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../.cache/runtimes", import.meta.url));
export const modules = join(cache, "node_modules");
const pinned = readFileSync(new URL("pinned.json", import.meta.url), "utf8");

/** Some 40 s on two cores that have nothing else to do. */
const nativeBuildMs = 120_000;

/** What is installed in projects of its own, by project. */
export const { apart } = JSON.parse(pinned);

export const nodeVersions = ["20", "22", "24", "26"];

/** Where each program is. Their install scripts are not needed: the binaries are packages of their own. */
export const binaries = {
  ...Object.fromEntries(nodeVersions.map((major) => [`node${major}`, join(modules, `node${major}`, "bin", "node")])),
  bun: join(modules, "@oven", "bun-linux-x64", "bin", "bun"),
  deno: join(modules, "@deno", "linux-x64-glibc", "deno"),
  workerd: join(modules, "@cloudflare", "workerd-linux-64", "bin", "workerd"),
  edge: join(modules, "edge-runtime", "dist", "cli", "index.js"),
  pnpm: join(modules, "pnpm", "bin", "pnpm.cjs"),
  yarn: join(modules, "yarn", "bin", "yarn.js"),
  yarn4: join(modules, "yarn4", "bin", "yarn.js"),
  ...Object.fromEntries(
    ["59", "6", "7"].map((name) => [`tsc${name}`, join(modules, `typescript${name}`, "bin", "tsc")]),
  ),
  esbuild: join(modules, "@esbuild", "linux-x64", "bin", "esbuild"),
};

/** Installs what is missing; quick when nothing is. Throws where that fails. */
export function installRuntimes() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`the runtimes are pinned for Linux on x64, and this is ${process.platform} on ${process.arch}`);
  }
  const stamp = join(cache, ".installed");
  const missing = () => Object.values(binaries).filter((path) => !existsSync(path));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === pinned && missing().length === 0) return;
  const began = Date.now();
  console.log("runtimes: installing …");
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), pinned);
  npmInstall(cache);
  if (missing().length > 0) {
    // npm believes its own list of what is there, whoever took a file away.
    for (const name of ["node_modules", "package-lock.json"])
      rmSync(join(cache, name), { recursive: true, force: true });
    npmInstall(cache);
  }
  if (missing().length > 0) throw new Error(`not there after an install: ${missing().join(", ")}`);
  writeFileSync(stamp, pinned);
  console.log(`runtimes: installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function npmInstall(folder) {
  step("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], folder);
}

/**
 * The runtime interface client of AWS Lambda, in a folder of its own: what runs a function there. It speaks HTTP through a native
 * part that is built on this machine, once; where that cannot be done, `isNative` says so.
 */
export async function installLambdaClient() {
  const folder = join(cache, "lambda");
  const client = join(folder, "node_modules", "aws-lambda-ric");
  const stamp = join(folder, ".installed");
  const wanted = JSON.stringify(apart.lambda);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted || !existsSync(client)) {
    const began = Date.now();
    console.log("runtimes: building the client of AWS Lambda …");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: apart.lambda }));
    npmInstall(folder);
    const isBuilt = await buildsNativePart(folder);
    writeFileSync(stamp, wanted);
    console.log(
      `runtimes: ${isBuilt ? "built" : "could not build"} it in ${((Date.now() - began) / 1000).toFixed(1)} s`,
    );
  }
  return { entry: join(client, "index.mjs"), isNative: existsSync(join(client, "rapid-client.node")) };
}

/** Whether its build came to an end in time. With all that it started it is a group of processes, which ends as one. */
function buildsNativePart(folder) {
  return new Promise((resolve) => {
    const args = ["rebuild", "aws-lambda-ric", "--no-ignore-scripts", "--loglevel=error"];
    const build = spawn("npm", args, { cwd: folder, stdio: "ignore", detached: true });
    const timer = setTimeout(() => process.kill(-build.pid, "SIGKILL"), nativeBuildMs);
    const done = (isBuilt) => {
      clearTimeout(timer);
      resolve(isBuilt);
    };
    build.once("error", () => done(false));
    build.once("close", (code) => done(code === 0));
  });
}

/** The path of Chromium, which is installed where it is missing and we may. */
export function installChromium() {
  const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = () => known.find((path) => existsSync(path));
  if (found() === undefined) {
    console.log("runtimes: installing Chromium …");
    step("apt-get", ["update", "-qq"]);
    step("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"]);
  }
  const path = found();
  if (path === undefined) throw new Error("there is no Chromium on this machine, and it could not be installed");
  return path;
}

/** `playwright-core`, which drives the browser. */
export async function browserDriver() {
  const { chromium } = await import(join(modules, "playwright-core", "index.mjs"));
  return chromium;
}

function step(command, args, cwd) {
  const run = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (run.status !== 0) {
    throw new Error(`${command} ${args.join(" ")} ended with exit code ${run.status}\n${run.stdout}${run.stderr}`);
  }
}
