/** What holds for every process that the packages start, and for every program that speaks over its own output. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../packages");
const sources = (folder: string) =>
  readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => ({ name, text: readFileSync(join(packages, folder, name), "utf8") }));

describe("a process that we start", () => {
  const calls = sources("node/src").flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w.])(?:spawn|spawning|spawnSync|fork|exec|execFile)\(([^;]*?)\);/gs)].map(([call]) => ({
      name,
      call,
    })),
  );

  it("is found by this test at all", () => expect(calls.length).toBeGreaterThanOrEqual(3));

  it.each(calls)("opens no window on Windows: one in $name", ({ call }) => {
    expect(call).toMatch(/windowsHide: true|ProcessTree\.spawnOptions/);
  });

  it("goes through no shell", () => {
    const tree = sources("node/src").find(({ name }) => name === "process-tree.ts");
    expect(tree?.text).toMatch(/static readonly spawnOptions = \{[^}]*windowsHide: true,[^}]*shell: false,[^}]*\}/);
    for (const { call } of calls) expect(call).not.toMatch(/shell: (?!false)/);
  });
});

describe("an example that serves over its own output", () => {
  // The fixture server serves HTTP as well, and prints its address in that case alone.
  const servers = sources("examples/src").filter(
    ({ name, text }) => /\bserveStdio\(/.test(text) && name !== "conformance-server.ts",
  );

  it("is found by this test at all", () => expect(servers.length).toBeGreaterThan(0));

  it.each(servers)("prints nothing between its messages: $name", ({ text }) => {
    expect(text).not.toMatch(/console\.(?!error)|process\.stdout\.write/);
  });
});
