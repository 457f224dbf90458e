// Installs with the pinned pnpm and builds. Quick when nothing changed: a stamp remembers what was built.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pnpm } from "./pnpm.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const stamp = join(top, "node_modules", ".setup-stamp");

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old; this workspace needs Node 20.19 or newer.`);
  process.exit(1);
}

const now = fingerprint();
if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) process.exit(0);

step("install", ["install", "--frozen-lockfile", "--prefer-offline"]);
step("build", ["-r", "--filter", "./packages/*", "--reporter-hide-prefix", "run", "build"]);
writeFileSync(stamp, now);

function step(name, args) {
  const began = Date.now();
  console.log(`setup: ${name} …`);
  const code = pnpm(args);
  if (code !== 0) {
    console.error(`setup: ${name} failed with exit code ${code}; its output is above.`);
    process.exit(code);
  }
  console.log(`setup: ${name} took ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Changes when an input of install or build does: lock file, manifests, configs and sources. */
function fingerprint() {
  const hash = createHash("sha256");
  const add = (path) => hash.update(path).update(readFileSync(join(top, path)));
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "tsconfig.base.json", "package.json"]) add(file);
  const walk = (folder) => {
    for (const name of readdirSync(join(top, folder)).sort()) {
      if (name === "node_modules" || name === "dist" || name === "api") continue;
      const path = `${folder}/${name}`;
      if (statSync(join(top, path)).isDirectory()) walk(path);
      else if (!name.endsWith(".test.ts") && !name.endsWith(".md")) add(path);
    }
  };
  walk("packages");
  add("test/package.json");
  return hash.digest("hex");
}
