// The packages that are published, in the order of their names.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const top = fileURLToPath(new URL("../..", import.meta.url));

/** Name, folder and manifest of each published package; `only` names folders to restrict the list to. */
export function published(only = []) {
  return readdirSync(join(top, "packages"))
    .filter((name) => only.length === 0 || only.includes(name))
    .map((name) => ({ name, folder: join(top, "packages", name) }))
    .filter(({ folder }) => existsSync(join(folder, "package.json")))
    .map((item) => ({ ...item, manifest: JSON.parse(readFileSync(join(item.folder, "package.json"), "utf8")) }))
    .filter(({ manifest }) => manifest.private !== true);
}
