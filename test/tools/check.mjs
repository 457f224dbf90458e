// The whole check, step by step: types, lint, tests. Stops at the first failure and says which step it was.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pnpm } from "./pnpm.mjs";

step("types", () => pnpm(["--recursive", "--reporter-hide-prefix", "run", "types"]));
step("lint", () => pnpm(["run", "lint"]));
step("tests", () => {
  const counts = fileURLToPath(new URL("../../.cache/vitest.json", import.meta.url));
  rmSync(counts, { force: true });
  const code = pnpm(["exec", "vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${counts}`]);
  if (!existsSync(counts)) return code || 1;
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(counts, "utf8"));
  console.log(`tests: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
  return code;
});

function step(name, run) {
  const began = Date.now();
  console.log(`\ncheck: ${name} …`);
  const code = run();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (code !== 0) {
    console.error(`check: ${name} failed with exit code ${code} after ${seconds} s`);
    process.exit(code);
  }
  console.log(`check: ${name} passed in ${seconds} s`);
}
