// The changelog of all packages, which share one version: what the files in .changeset say, the sentences for users.
//   node test/tools/changelog.mjs             prints what the next release will say
//   node test/tools/changelog.mjs --release   raises the versions and writes it into CHANGELOG.md
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const heading = "# Changelog\n\nAll packages are released together, with one version. The newest comes first.\n";
const levels = { major: "What to change", minor: "New", patch: "Fixed" };

/** The changes that wait for a release: their level, the packages that they name, and their text. */
export function changesets(folder = join(top, ".changeset")) {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => {
      const [, head = "", ...body] = readFileSync(join(folder, file), "utf8").split(/^---$/m);
      const named = [...head.matchAll(/^"([^"]+)": (\w+)$/gm)].map(([, name, level]) => ({ name, level }));
      const level = Object.keys(levels).find((wanted) => named.some((entry) => entry.level === wanted));
      return { file, level, names: named.map(({ name }) => name), text: body.join("---").trim() };
    });
}

/** One release as Markdown. */
export function releaseNotes(title, changes) {
  const parts = Object.entries(levels).flatMap(([level, words]) => {
    const entries = changes.filter((change) => change.level === level).map(entryOf);
    return entries.length === 0 ? [] : [`### ${words}\n\n${entries.join("\n")}\n`];
  });
  return [`## ${title}\n`, ...parts].join("\n");
}

function entryOf({ names, text }) {
  const short = names.map((name) => name.replace("@mcpwire/", "")).join(", ");
  const [first, ...more] = text.split("\n");
  return [`- **${short}**: ${first}`, ...more.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

function release() {
  const waiting = changesets();
  const cli = join(top, "node_modules", "@changesets", "cli", "bin.js");
  const { status } = spawnSync(process.execPath, [cli, "version"], { cwd: top, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  const { version } = JSON.parse(readFileSync(join(top, "packages", "jsonrpc", "package.json"), "utf8"));
  const path = join(top, "CHANGELOG.md");
  const before = existsSync(path) ? readFileSync(path, "utf8").slice(heading.length) : "";
  const title = `${version} (${new Date().toISOString().slice(0, 10)})`;
  writeFileSync(path, `${heading}\n${releaseNotes(title, waiting)}${before}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--release")) release();
  else console.log(releaseNotes("The next release", changesets()));
}
