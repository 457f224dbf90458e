// Runs the pinned pnpm with the given arguments. One place names the version.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const pnpmVersion = "10.34.9";

/** Runs pnpm at the top of the workspace, output inherited; returns its exit code. */
export function pnpm(args) {
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  const run = spawnSync(npx, ["--yes", `pnpm@${pnpmVersion}`, ...args], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "inherit",
  });
  return run.status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(pnpm(process.argv.slice(2)));
