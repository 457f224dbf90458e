import { revisions } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { namesOf, newestCommon, speakable } from "./choose-revision.js";

const allLegacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

describe("speakable", () => {
  it("offers every revision by default, newest first, and accepts 2024-10-07 without offering it", () => {
    const all = speakable(undefined, revisions);
    expect(namesOf(all.modern)).toEqual(["2026-07-28"]);
    expect(namesOf(all.legacy)).toEqual(allLegacy);
    expect(namesOf(all.acceptable)).toEqual([...allLegacy, "2024-10-07"]);
  });

  it.each<[string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ["a modern pin leaves no legacy", ["2026-07-28"], ["2026-07-28"], [], []],
    ["a legacy pin leaves no other choice to the server", ["2025-06-18"], [], ["2025-06-18"], ["2025-06-18"]],
    [
      "the order of the list does not matter",
      ["2025-03-26", "2025-11-25"],
      [],
      ["2025-11-25", "2025-03-26"],
      ["2025-11-25", "2025-03-26"],
    ],
    [
      "2024-10-07 comes along with the revision whose shapes it shares",
      ["2024-11-05"],
      [],
      ["2024-11-05"],
      ["2024-11-05", "2024-10-07"],
    ],
    [
      "2024-10-07 in a list is accepted and not offered",
      ["2025-11-25", "2024-10-07"],
      [],
      ["2025-11-25"],
      ["2025-11-25", "2024-10-07"],
    ],
  ])("%s", (_title, wanted, modern, legacy, acceptable) => {
    const some = speakable(wanted, revisions);
    expect(namesOf(some.modern)).toEqual(modern);
    expect(namesOf(some.legacy)).toEqual(legacy);
    expect(namesOf(some.acceptable)).toEqual(acceptable);
  });

  it.each<[string, readonly string[]]>([
    ["an unknown name", ["2026-07-28", "2019-01-01"]],
    ["an empty list", []],
    ["a list of what is never offered", ["2024-10-07"]],
  ])("refuses %s as the caller's mistake", (_title, wanted) => {
    expect(() => speakable(wanted, revisions)).toThrow(expect.objectContaining({ code: "revision" }));
  });
});

describe("newestCommon", () => {
  const { legacy } = speakable(undefined, revisions);

  it("takes our newest that the peer lists, whatever the peer's order", () => {
    expect(newestCommon(legacy, ["2024-11-05", "1900-01-01", "2025-06-18"])?.name).toBe("2025-06-18");
  });

  it("finds nothing where nothing is shared", () => {
    expect(newestCommon(legacy, ["2026-07-28", "constructor"])).toBeUndefined();
  });
});
