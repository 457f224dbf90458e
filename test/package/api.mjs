// The API report of every entry of every published package: packages/X/api/X[-entry].api.md.
//   node test/package/api.mjs [--check] [package …]
// Writes the reports, or with --check compares them and fails on a difference. Needs a build.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { published, top } from "./published.mjs";

const args = process.argv.slice(2);
const check = args.includes("--check");
let failed = 0;

for (const { name, folder, manifest } of published(args.filter((arg) => arg !== "--check"))) {
  const reports = new Set();
  for (const [entry, target] of Object.entries(manifest.publishConfig.exports)) {
    if (entry === "./package.json") continue;
    const report = [name, ...entry.split("/").slice(1)].join("-");
    reports.add(`${report}.api.md`);
    failed += run(folder, report, join(folder, target.types)) ? 0 : 1;
  }
  const stale = existsSync(join(folder, "api"))
    ? readdirSync(join(folder, "api")).filter((file) => !reports.has(file))
    : [];
  for (const file of stale) {
    const path = join(folder, "api", file);
    if (check) console.error(`api: ${relative(top, path)} belongs to no entry`);
    else rmSync(path, { recursive: true });
    failed += check ? 1 : 0;
  }
}
if (failed > 0 && check) console.error("api: look at the differences, then run `npm run api` and commit the reports");
process.exitCode = failed === 0 ? 0 : 1;

/** One report; true if it is in order. */
function run(folder, report, entry) {
  if (!existsSync(entry)) {
    console.error(`api: ${relative(top, entry)} does not exist; run \`npm run build\` first`);
    return false;
  }
  const work = join(top, "node_modules", ".cache", "api-extractor", report);
  if (!check) mkdirSync(join(folder, "api"), { recursive: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(compilerFor(entry)));
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(folder, "api-extractor.json"),
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      compiler: { tsconfigFilePath: join(work, "tsconfig.json"), skipLibCheck: true },
      apiReport: {
        enabled: true,
        reportFileName: `${report}.api.md`,
        reportFolder: join(folder, "api"),
        reportTempFolder: work,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" } },
        extractorMessageReporting: {
          default: { logLevel: "none" },
          "ae-forgotten-export": { logLevel: "none", addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: !check,
    showVerboseMessages: false,
    messageCallback: (message) => {
      // Its console chatter is replaced by one line of ours.
      if (message.logLevel !== "error") message.logLevel = "none";
    },
  });
  const sound = result.errorCount === 0 && !(check && result.apiReportChanged);
  const verdict = !sound ? "DIFFERS or failed" : result.apiReportChanged ? "written" : "unchanged";
  const committed = join(folder, "api", `${report}.api.md`);
  console.log(`api: ${relative(top, committed)} ${verdict}`);
  if (!sound && existsSync(committed)) {
    spawnSync("git", ["--no-pager", "diff", "--no-index", "--unified=1", committed, join(work, `${report}.api.md`)], {
      stdio: "inherit",
    });
  }
  return sound;
}

function compilerFor(entry) {
  return {
    compilerOptions: {
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
      types: ["node"],
      typeRoots: [join(top, "node_modules", "@types")],
      module: "nodenext",
      moduleResolution: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
    },
    files: [entry],
  };
}
