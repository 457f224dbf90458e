/** Where the contestants run: the project that `install.mjs` has made, with the tarballs and the peers in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../.cache/bench/", import.meta.url));

/** A file of a contestant, as `servers/ours-http.mjs`. */
export function contestantFile(name: string): string {
  return join(folder, "project", name);
}

/** The versions that were installed, by package. */
export function installedVersions(): Readonly<Record<string, string>> {
  // Sound: install.mjs has just written it.
  return (JSON.parse(readFileSync(join(folder, "installed.json"), "utf8")) as { versions: Record<string, string> })
    .versions;
}
