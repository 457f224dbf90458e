/** The README's table of features: every mark is a link to the test that proves it, and that test is there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { read, sources, top, walk } from "./workspace.js";

interface Proof {
  readonly path: string;
  readonly title: string;
}

const section =
  read("README.md")
    .split(/^## /m)
    .find((part) => part.startsWith("Features")) ?? "";
const cells = section
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Feature|-)/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const proofs = new Map(
  [...section.matchAll(/^\[([\w-]+)\]: (\S+) "(.*)"$/gm)].map(
    ([, name = "", path = "", title = ""]): [string, Proof] => [name, { path, title }],
  ),
);

describe("the table of features", () => {
  test("has a row for each feature: server, client, legacy, modern", () => {
    expect(cells.length).toBeGreaterThan(20);
    expect(cells.filter((row) => row.length !== 5)).toEqual([]);
  });

  test("claims nothing without a link, and no row is empty", () => {
    const marks = cells.flatMap(([feature = "", ...rest]) => rest.map((mark) => `${feature}: ${mark}`));
    expect(marks.filter((mark) => !/: (–|\[✓\]\[[\w-]+\])$/.test(mark))).toEqual([]);
    expect(cells.filter(([, ...rest]) => rest.every((mark) => mark === "–"))).toEqual([]);
  });

  test("links to what is defined, and defines nothing else", () => {
    const linked = new Set([...section.matchAll(/\[✓\]\[([\w-]+)\]/g)].map(([, name]) => name));
    expect([...linked].sort()).toEqual([...proofs.keys()].sort());
  });

  test.each([...proofs.values()])("$path has the test $title", ({ path, title }) => {
    expect(path).toMatch(/\.test\.ts$/);
    expect(existsSync(join(top, path))).toBe(true);
    expect(titlesOf(path)).toContain(title);
  });
});

/** The titles of a file's tests, also those of `test.each`. A `describe` or a skipped test proves nothing. */
function titlesOf(path: string): string[] {
  const source = sources.find((candidate) => candidate.path === path);
  const titles: string[] = [];
  if (source === undefined) return titles;
  walk(source.program, (node, parent, key) => {
    if (key !== "arguments" || parent?.type !== "CallExpression" || typeof node["value"] !== "string") return;
    if (/^(test|it)(\.each\b[^]*)?\(\s*$/.test(source.text.slice(parent.start, node.start))) titles.push(node["value"]);
  });
  return titles;
}
