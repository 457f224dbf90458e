/** The verdict over the runtimes: what `npm run runtimes` prints, and when it ends with an exit code of 1. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isSound, keptTable, tableOf, writeTable } from "./table.mjs";

const names = ["Node 20", "page"];
const served = { feature: "server: 16 MB in" };
const asked = { feature: "client: 16 MB out" };
const cellsOf = (table: string) =>
  table.split("\n").map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((text) => text.trim()),
  );

describe("the table of runtimes", () => {
  it("has a row for each feature and a dash where a runtime has no such thing", () => {
    const table = tableOf(names, { "Node 20": [asked, served], page: [asked] });
    expect(cellsOf(table)).toEqual([
      ["", "Node 20", "page"],
      [expect.stringMatching(/^-+$/), "-------", "----"],
      ["server: 16 MB in", "yes", "–"],
      ["client: 16 MB out", "yes", "yes"],
    ]);
    expect(isSound(table)).toBe(true);
  });

  it("is not sound where a check failed", () => {
    const table = tableOf(names, { "Node 20": [served, asked], page: [{ ...asked, error: "lost" }] });
    expect(cellsOf(table).at(-1)).toEqual(["client: 16 MB out", "yes", "FAILED"]);
    expect(isSound(table)).toBe(false);
  });

  it("shows a failure of one of several checks of a feature, whichever comes first", () => {
    for (const results of [
      [served, { ...served, error: "late" }],
      [{ ...served, error: "early" }, served],
    ]) {
      expect(isSound(tableOf(["Node 20"], { "Node 20": results }))).toBe(false);
    }
  });

  it("knows nothing about a runtime that did not start", () => {
    const table = tableOf(names, { "Node 20": [served], page: [{ feature: "runs at all", error: "no such file" }] });
    expect(cellsOf(table).slice(2)).toEqual([
      ["server: 16 MB in", "yes", "?"],
      ["runs at all", "–", "FAILED"],
    ]);
    expect(isSound(table)).toBe(false);
  });

  it("is not sound without a single check", () => {
    expect(isSound(tableOf(["Node 20"], { "Node 20": [] }))).toBe(false);
  });

  it("is kept in the README, where a run finds it again as it printed it", () => {
    const kept = keptTable(fileURLToPath(new URL("../../README.md", import.meta.url)));
    expect(isSound(kept ?? "")).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), "mcpwire-table-"));
    try {
      const readme = join(folder, "README.md");
      writeFileSync(readme, `# Before\n\n${kept}\n\nAfter.\n`);
      const table = tableOf(names, { "Node 20": [served], page: [asked] });
      writeTable(readme, table);
      expect(keptTable(readme)).toBe(table);
      expect(readFileSync(readme, "utf8")).toBe(`# Before\n\n${table}\n\nAfter.\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
