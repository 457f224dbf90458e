// The whole check, step by step: types, lint, tests. Stops at the first failure and says which step it was.
import { pnpm } from "./pnpm.mjs";

step("types", () => pnpm(["--recursive", "--reporter-hide-prefix", "run", "types"]));
step("lint", () => pnpm(["run", "lint"]));
step("tests", () => pnpm(["exec", "vitest", "run"]));

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
