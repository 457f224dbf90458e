/**
 * Programs from the npm registry, installed when they are wanted: each in a folder of its own under .cache/servers, and again when
 * its version changes. They are large and foreign, so they are no dependencies of the workspace, and their install scripts do not run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../../.cache/servers/", import.meta.url));

export interface Installed {
  readonly folder: string;
  /** The file that the package's command runs. */
  readonly entry: string;
}

/** Installs `name@version`. `bin` names the command where the package has several. */
export function installed(name: string, version: string, bin?: string): Installed {
  const folder = join(cache, folderOf(name));
  const stamp = join(folder, "pin.txt");
  const pin = `${name}@${version}`;
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== pin) {
    console.log(`interop: installing ${pin} …`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "counterpart", private: true }));
    npm(folder, [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--loglevel=error",
      pin,
    ]);
    writeFileSync(stamp, pin);
  }
  const root = join(folder, "node_modules", name);
  // A manifest of a published package; what is not there is undefined, and join below says so.
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const bins = manifest.bin ?? {};
  const file = typeof bins === "string" ? bins : bin === undefined ? Object.values(bins)[0] : bins[bin];
  return {
    folder,
    entry: file === undefined ? createRequire(join(root, "package.json")).resolve(name) : join(root, file),
  };
}

/** `@scope/name` as `scope-name`. */
export function folderOf(name: string): string {
  return name.replaceAll(/[@/]/g, "-").replace(/^-/, "");
}

function npm(folder: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
    timeout: 300_000,
  });
  if (error !== undefined) throw new Error("npm could not be started, or took too long", { cause: error });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} ended with ${status}:\n${stderr}`);
}
