// The tarballs in an empty project of each package manager, and every entry imported from there on every Node.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binaries, nodeVersions } from "../runtimes/install.mjs";
import { consumerManifest, run } from "./tarballs.mjs";

const managers = {
  npm: ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
  pnpm: [process.execPath, binaries.pnpm, "install", "--prefer-offline", "--reporter=silent"],
  // A cache of its own: Yarn remembers a tarball by its name and version, and ours has the same ones every day.
  yarn: [
    process.execPath,
    binaries.yarn,
    "install",
    "--silent",
    "--non-interactive",
    "--no-lockfile",
    "--cache-folder",
    "cache",
  ],
  // Without a `node_modules`: who imports what its manifest does not name is refused.
  "yarn 4 (PnP)": [binaries.node24, binaries.yarn4, "install"],
};

const settings = "nodeLinker: pnp\nenableGlobalCache: false\nenableTelemetry: false\nenableImmutableInstalls: false\n";
const pnp = ["--require", "./.pnp.cjs", "--experimental-loader", "./.pnp.loader.mjs"];

/** Where a manager's project is, for those that come after. */
export const projectOf = (folder, manager) => join(folder, `with-${manager.replaceAll(/\W+/g, "-")}`);

export async function checkManagers(folder, packed) {
  const entries = entriesOf(packed);
  const program = `import assert from "node:assert";
for (const entry of ${JSON.stringify(entries)}) {
  const module = await import(entry);
  const names = Object.keys(module);
  assert(names.length > 0, entry + " exports nothing");
  for (const name of names) assert(module[name] !== undefined, entry + " exports " + name + " without a value");
}`;
  const faults = await Promise.all(
    Object.entries(managers).map(async ([manager, [command, ...args]]) => {
      const project = projectOf(folder, manager);
      mkdirSync(project, { recursive: true });
      // Beside their own dependencies; a user of npm has them all in one place. zod is for a bundle that is measured there, and no
      // package of ours may need it: the other projects do not have it.
      const more = { "@types/node": "22.20.7", ...(manager === "npm" ? { zod: "4.6.7" } : {}) };
      writeFileSync(
        join(project, "package.json"),
        JSON.stringify(consumerManifest(project, packed, more), undefined, 2),
      );
      writeFileSync(join(project, "import-all.mjs"), program);
      const isPnp = manager.endsWith("(PnP)");
      if (isPnp) writeFileSync(join(project, ".yarnrc.yml"), settings);
      const { code, said } = await run(command, args, { cwd: project, timeoutMs: 180_000 });
      if (code !== 0) return [`${manager} install ended with exit code ${code}: ${said.slice(-2000)}`];
      const found = [];
      for (const major of nodeVersions) {
        const imported = await run(binaries[`node${major}`], [...(isPnp ? pnp : []), "import-all.mjs"], {
          cwd: project,
        });
        if (imported.code !== 0) found.push(`${manager}, Node ${major}: ${imported.said.slice(0, 2000)}`);
      }
      return found;
    }),
  );
  console.log(
    `packages: ${entries.length} entries, installed by ${Object.keys(managers).join(", ")}, imported on Node ${nodeVersions.join(", ")}`,
  );
  return faults.flat();
}

/** Every entry that can be imported, as a user writes it. */
export function entriesOf(packed) {
  return packed.flatMap(({ manifest }) =>
    Object.keys(manifest.publishConfig.exports)
      .filter((entry) => entry !== "./package.json")
      .map((entry) => `${manifest.name}${entry.slice(1)}`),
  );
}
