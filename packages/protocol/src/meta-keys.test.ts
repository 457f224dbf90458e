import { describe, expect, it } from "vitest";

import { extensionIdProblem, hasReservedPrefix, metaKeyProblem, reservedMetaKeys } from "./meta-keys.js";

describe("key syntax", () => {
  it.each([
    ...reservedMetaKeys,
    "a",
    "9",
    "a-b_c.d",
    "com.example/name",
    "com.example/",
    "com.ex-ample9/n",
    "x/1",
    "",
    "io.modelcontextprotocol/anything",
  ])("accepts %j", (key) => {
    expect(metaKeyProblem(key)).toBeUndefined();
  });

  // 2025-06-18/basic/index#meta/2 2025-06-18/basic/index#meta/3 2025-11-25/basic/index#meta/2 2025-11-25/basic/index#meta/3
  // 2026-07-28/basic/index#meta/2 2026-07-28/basic/index#meta/3
  it.each([
    "/name",
    ".com/name",
    "com./name",
    "com..example/name",
    "9com/name",
    "-com/name",
    "com-/name",
    "com_x/name",
    "cöm/name",
  ])("refuses the prefix of %j", (key) => {
    expect(metaKeyProblem(key)).toContain("prefix label");
  });

  // 2025-06-18/basic/index#meta/4 2025-11-25/basic/index#meta/4 2026-07-28/basic/index#meta/4
  it.each(["-a", "a-", "_a", "a.", "a b", "a/b/c", "é", "a\n"])("refuses the name of %j", (key) => {
    expect(metaKeyProblem(key)).toContain("name");
  });

  it("stays linear on a name that almost fits", () => {
    expect(metaKeyProblem(`${"a-".repeat(200_000)}!`)).toContain("name");
    expect(metaKeyProblem(`${"a-".repeat(200_000)}/x`)).toContain("label");
  });
});

describe("reserved prefixes", () => {
  it.each([
    ["io.modelcontextprotocol/x", true, false],
    ["dev.mcp/x", true, false],
    ["com.mcp.tools/x", true, true],
    ["org.modelcontextprotocol.api/x", true, true],
    ["com.example.mcp/x", false, false],
    ["mcp.dev/x", false, true],
    ["tools.mcp.com/x", true, true],
    ["api.modelcontextprotocol.org/x", true, true],
    ["mcp/x", false, false],
    ["a.b.mcp.c/x", false, true],
    ["mcp", false, false],
    ["com.example/mcp", false, false],
  ])("%s: by the second label %s, by the rule of 2025-06-18 %s", (key, second, earlier) => {
    expect(hasReservedPrefix(key)).toBe(second);
    expect(hasReservedPrefix(key, "before-last-label")).toBe(earlier);
  });
});

// 2026-07-28/basic/versioning#extension-negotiation/1
describe("extension identifiers", () => {
  it("need a prefix", () => {
    expect(extensionIdProblem("tasks")).toContain("prefix");
    expect(extensionIdProblem("")).toContain("prefix");
  });

  it("follow the key rules otherwise", () => {
    expect(extensionIdProblem("io.modelcontextprotocol/tasks")).toBeUndefined();
    expect(extensionIdProblem("com.example/-x")).toContain("name");
  });
});
