// Runs the pinned pnpm with the given arguments. One place names the version.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const pnpmVersion = "10.34.9";

/** What to spawn. On Windows npx is a .cmd file, which Node starts through a shell only; the arguments are our own. */
export function pnpmCommand(args) {
  const shell = process.platform === "win32";
  return { command: shell ? "npx.cmd" : "npx", args: ["--yes", `pnpm@${pnpmVersion}`, ...args], shell };
}

/** Runs pnpm at the top of the workspace, output inherited unless `quiet`; returns its exit code. */
export function pnpm(wanted, { quiet = false } = {}) {
  const { command, args, shell } = pnpmCommand(wanted);
  const run = spawnSync(command, args, {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: quiet ? ["ignore", "ignore", "inherit"] : "inherit",
    shell,
  });
  return run.status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(pnpm(process.argv.slice(2)));
