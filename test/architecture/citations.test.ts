/** Every citation names a dated revision, an existing page and an existing anchor; every requirement id exists. */
import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { files, lineAt, read, sources, top } from "./workspace.js";

const names = new Set(read("test/spec/pages.tsv").trimEnd().split("\n").slice(1));
const revisions = new Set([...names].map((name) => name.split("\t", 1)[0] ?? ""));

interface Cited {
  readonly where: string;
  readonly text: string;
}

/** Brackets that begin as a citation does, in comments and in Markdown; a bracket may be wrapped over lines. */
function citationsIn(path: string, text: string, line: number): Cited[] {
  const prose = text.replace(/\n[ \t]*(\*|\/\/)?[ \t]?/g, (gap) => "\n" + " ".repeat(gap.length - 1));
  return [...prose.matchAll(/\[((?:\d{4}-\d{2}-\d{2}|draft|latest)\s[^\]]*)\]/g)].map((match) => ({
    where: `${path}:${line + lineAt(prose, match.index) - 1}`,
    text: (match[1] ?? "").replace(/\s+/g, " ").trim(),
  }));
}

const citations: Cited[] = [
  ...sources.flatMap(({ path, comments }) => comments.flatMap(({ text, line }) => citationsIn(path, text, line))),
  ...files
    .filter(
      (path) => /^(packages|test)\/.*\.(md|mjs|txtar|tsv)$|^[A-Z]+\.md$/.test(path) && !path.endsWith("/CHANGELOG.md"),
    )
    .flatMap((path) => citationsIn(path, read(path), 1)),
];

/** What is wrong with a citation, or undefined. */
function fault(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) ([a-z0-9/-]+)(?:#([^\s#]+))?$/.exec(text);
  if (parts === null) return "is not `revision page#anchor`";
  const [, revision = "", page = "", anchor] = parts;
  if (!revisions.has(revision)) return `names no dated revision`;
  if (!names.has(`${revision}\t${page}\t`)) return `names no page of ${revision}`;
  if (anchor === undefined || anchor === "top") return undefined;
  return names.has(`${revision}\t${page}\t${anchor}`) ? undefined : `names no anchor of that page`;
}

describe("citations", () => {
  test.each([
    ["2025-11-25 basic/transports#session-management", undefined],
    ["2025-11-25 basic/transports", undefined],
    ["2026-07-28 schema#tools/list", undefined],
    ["2025-11-25 basic/transports#no-such-anchor", "names no anchor of that page"],
    ["2025-11-25 basic/patterns/mrtr#top", "names no page of 2025-11-25"],
    ["2025-11-26 basic/transports", "names no dated revision"],
    ["draft basic/transports", "is not `revision page#anchor`"],
    ["2025-11-25 basic/transports.mdx#session-management", "is not `revision page#anchor`"],
    ["2025-11-25 basic/transports, and more", "is not `revision page#anchor`"],
  ])("the check itself: %s", (text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  test("each one resolves", () => {
    expect(citations.length).toBeGreaterThan(0);
    const faults = citations.flatMap(({ where, text }) => {
      const wrong = fault(text);
      return wrong === undefined ? [] : [`${where} [${text}] ${wrong}`];
    });
    expect(faults).toEqual([]);
  });

  test("a wrapped citation is read as one", () => {
    expect(citationsIn("x.ts", "* says so [2025-11-25\n * basic/lifecycle#initialization] and\n * more", 7)).toEqual([
      { where: "x.ts:7", text: "2025-11-25 basic/lifecycle#initialization" },
    ]);
  });
});

describe("requirements", () => {
  test("the index holds names and no wording", () => {
    const rows = read("test/spec/requirements.tsv").trimEnd().split("\n").slice(1);
    const shape =
      /^(\d{4}-\d{2}-\d{2})\/([a-z/-]+)#([a-z0-9-]+)\/\d+\t\1\t\2\t\3\t(MUST|MUST NOT|SHOULD|SHOULD NOT|SHALL|SHALL NOT|REQUIRED|RECOMMENDED|NOT RECOMMENDED|MAY|OPTIONAL)\t\d+$/;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !shape.test(row))).toEqual([]);
  });

  test("every id that a test quotes, and every host's duty, exists", () => {
    const run = spawnSync(process.execPath, ["test/tools/spec-coverage.mjs", "--quiet"], {
      cwd: top,
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
  });

  test("the coverage tool refuses an id that does not exist", () => {
    const run = spawnSync(
      process.execPath,
      ["test/tools/spec-coverage.mjs", "--quiet", "--also", "2025-11-25/basic/lifecycle#no-such-section/1"],
      { cwd: top, encoding: "utf8" },
    );
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("2025-11-25/basic/lifecycle#no-such-section/1");
  });

  test("the coverage table covers every revision", () => {
    const table = execFileSync(process.execPath, ["test/tools/spec-coverage.mjs"], { cwd: top, encoding: "utf8" });
    expect([...revisions].filter((revision) => !table.includes(revision))).toEqual([]);
  });
});
