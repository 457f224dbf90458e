/** Every example runs, and every README shows examples as they are. The programs run from the build, as a reader would run them. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readmes, withExamples } from "../tools/readme-examples.mjs";

const run = promisify(execFile);
const built = fileURLToPath(new URL("../../packages/examples/dist/", import.meta.url));
const sources = fileURLToPath(new URL("../../packages/examples/src/", import.meta.url));

/** Programs that end by themselves, and what they print. Servers among the examples are started by a client here. */
const programs: readonly (readonly [program: string, args: readonly string[], printed: RegExp])[] = [
  [
    "hello-client",
    [join(built, "hello-server.js")],
    /greeter speaks 2026-07-28\nit offers greet: Greets somebody\n.*Hello, Ada!/s,
  ],
  ["test-in-memory", [], /1970-01-01T00:00:00\.000Z/],
  ["unix-socket", [], /pong/],
];

/** Programs that other tests run. */
const runElsewhere = ["hello-server", "read-note-server", "conformance-server", "conformance-client", "driver"];

describe("the examples", () => {
  it.each(programs)("%s runs and prints what it promises", async (program, args, printed) => {
    const { stdout, stderr } = await run(process.execPath, [join(built, `${program}.js`), ...args], {
      timeout: 15_000,
    });
    expect(stdout).toMatch(printed);
    expect(stderr).toBe("");
  });

  it("are all run by a test", () => {
    const all = readdirSync(sources).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    const known = new Set([...programs.map(([program]) => program), ...runElsewhere]);
    expect(all.map((name) => name.slice(0, -".ts".length)).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("the READMEs", () => {
  it.each(readmes())("%s shows its examples as they are", (path) => {
    const { text, filled } = withExamples(path);
    expect(text).toBe(filled);
  });
});
