// Whether the packages could be published now: one version for all, the fixed group names every one of them, each change has its
// sentence for users, the next version is the one that they ask for, and a dry run of the publication succeeds for each.
//   node test/package/release.mjs
// Needs a build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pnpmCommand } from "../tools/pnpm.mjs";
import { changesets } from "../tools/changelog.mjs";
import { changelogFaults } from "./changelogs.mjs";
import { published, top } from "./published.mjs";
import { run } from "./tarballs.mjs";

const items = published();
const names = items.map(({ manifest }) => manifest.name);
const faults = [
  ...versionFaults(),
  ...groupFaults(),
  ...changesetFaults(),
  ...changelogFaults(items),
  ...(await dryRuns()),
];
for (const fault of faults) console.error(`release: ${fault}`);
console.log(
  `release: ${names.length} packages ${faults.length === 0 ? "could be published" : "could NOT be published"}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function versionFaults() {
  const versions = new Set(items.map(({ manifest }) => manifest.version));
  return versions.size === 1 ? [] : [`the packages have different versions: ${[...versions].join(", ")}`];
}

/** Changesets raise the version of a fixed group as one. */
function groupFaults() {
  const { fixed, ignore } = JSON.parse(readFileSync(join(top, ".changeset", "config.json"), "utf8"));
  const [group] = fixed;
  const included = (name) =>
    group.some((pattern) => matches(pattern, name)) &&
    !group.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1), name));
  return [
    ...(fixed.length === 1 ? [] : ["there must be exactly one fixed group"]),
    ...names.filter((name) => !included(name)).map((name) => `${name} is not in the fixed group`),
    ...names.filter((name) => ignore.includes(name)).map((name) => `${name} is published and ignored`),
    ...items
      .filter(({ manifest }) => manifest.publishConfig?.access !== "public")
      .map(({ name }) => `${name}: not public`),
  ];
}

function matches(pattern, name) {
  return pattern === name || (pattern.endsWith("/*") && name.startsWith(pattern.slice(0, -1)));
}

/** Each changeset names packages that exist, and says something. */
function changesetFaults() {
  return changesets().flatMap(({ file, names: named, text }) => [
    ...(named.length > 0 ? [] : [`.changeset/${file} names no package`]),
    ...named.filter((name) => !names.includes(name)).map((name) => `.changeset/${file} names ${name}`),
    ...(text.length > 20 ? [] : [`.changeset/${file} says nothing to a user`]),
  ]);
}

async function dryRuns() {
  const found = [];
  for (const { name, folder } of items) {
    const { command, args, shell } = pnpmCommand(["publish", "--dry-run", "--no-git-checks"]);
    const { code, said } = await run(command, args, { cwd: folder, shell });
    console.log(`release: ${name} ${code === 0 ? "passed the dry run" : "FAILED the dry run"}`);
    if (code !== 0) found.push(`pnpm publish --dry-run of ${name} ended with exit code ${code}\n${said.slice(-1500)}`);
  }
  return found;
}
