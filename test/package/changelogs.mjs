// What the next release would say, tried on a copy of the manifests: the version that the changes ask for, and changelogs in sentences.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changesets } from "../tools/changelog.mjs";
import { top } from "./published.mjs";

/** Raises the versions in a copy; gives what is wrong there. */
export function changelogFaults(items) {
  const waiting = changesets();
  if (waiting.length === 0) return [];
  const copy = mkdtempSync(join(tmpdir(), "mcpwire-release-"));
  try {
    for (const path of ["package.json", "pnpm-workspace.yaml", ".changeset", "test/package.json"]) {
      cpSync(join(top, path), join(copy, path), { recursive: true });
    }
    for (const name of ["examples", ...items.map(({ name }) => name)]) {
      mkdirSync(join(copy, "packages", name), { recursive: true });
      cpSync(join(top, "packages", name, "package.json"), join(copy, "packages", name, "package.json"));
    }
    // It asks when each file came; here all come at once.
    const author = ["-c", "user.name=release", "-c", "user.email=release@example.com"];
    for (const args of [
      ["init", "--quiet", "--initial-branch=main"],
      ["add", "."],
      [...author, "commit", "--quiet", "--message=all"],
    ]) {
      const { status, stderr } = spawnSync("git", args, { cwd: copy, encoding: "utf8" });
      if (status !== 0) return [`git ${args.join(" ")}: ${stderr}`];
    }
    const cli = join(top, "node_modules", "@changesets", "cli", "bin.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "version"], { cwd: copy, encoding: "utf8" });
    if (status !== 0) return [`changeset version ended with exit code ${status}\n${stdout}${stderr}`];
    const wanted = raised(items[0].manifest.version, waiting);
    console.log(`release: the next version is ${wanted}`);
    return items.flatMap(({ name, manifest }) => faultsOf(copy, wanted, name, manifest, waiting));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function faultsOf(copy, wanted, name, manifest, waiting) {
  const folder = join(copy, "packages", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const log = existsSync(join(folder, "CHANGELOG.md")) ? readFileSync(join(folder, "CHANGELOG.md"), "utf8") : "";
  const missing = waiting
    .filter(({ names }) => names.includes(manifest.name))
    .filter(({ text }) => !log.includes(text.split("\n")[0]));
  return [
    ...(version === wanted ? [] : [`${name} would become ${version}, where the changes ask for ${wanted}`]),
    ...(log.includes(`## ${wanted}`) ? [] : [`the changelog of ${name} has no ${wanted}`]),
    ...(/Updated dependencies|^- [0-9a-f]{7}:/m.test(log) ? [`the changelog of ${name} speaks to machines`] : []),
    ...missing.map(({ file }) => `the changelog of ${name} lacks .changeset/${file}`),
  ];
}

/** The version after these changes: the largest of them counts. */
function raised(version, waiting) {
  const [major, minor, patch] = version.split(".").map(Number);
  const has = (level) => waiting.some((change) => change.level === level);
  if (has("major")) return `${major + 1}.0.0`;
  return has("minor") ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
