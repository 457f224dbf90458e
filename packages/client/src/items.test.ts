import type { Report } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { objectsIn, takePrompt, takeResource, takeTemplate, toPromptResult, toReadResult } from "./items.js";

function reporting() {
  const reports: Report[] = [];
  return { reports, report: (r: Report) => void reports.push(r), codes: () => reports.map(({ code }) => code) };
}

describe("an item of a list", () => {
  const whole = {
    uri: "a:b",
    name: "n",
    title: "T",
    description: "D",
    mimeType: "text/plain",
    size: 0,
    icons: [{ src: "data:," }],
    annotations: { audience: ["user"] },
    _meta: { any: 1 },
    later: { unknown: true },
  };

  it("that is well formed is handed on as it came, with members that nobody knows", () => {
    const { report, reports } = reporting();
    expect(takeResource(whole, report)).toBe(whole);
    expect(reports).toEqual([]);
  });

  it.each([undefined, null, 7, "a:b", [], {}, { uri: 7 }, { name: "n" }])("without its key is left out: %j", (item) => {
    const { report, codes } = reporting();
    expect(takeResource(item, report)).toBeUndefined();
    expect(codes()).toEqual(["dropped-item"]);
  });

  it.each<[string, unknown]>([
    ["title", 7],
    ["description", ["D"]],
    ["mimeType", {}],
    ["size", "0"],
    ["icons", {}],
    ["annotations", []],
    ["_meta", "x"],
  ])("whose %s is %j loses that alone", (member, value) => {
    const { report, reports } = reporting();
    const { [member]: _, ...rest } = whole as Record<string, unknown>;
    expect(takeResource({ ...whole, [member]: value }, report)).toEqual(rest);
    expect(reports).toMatchObject([{ code: "repaired-item", message: expect.stringContaining(member) }]);
  });

  it("may write null for what is absent", () => {
    const { report, reports } = reporting();
    const item = { uri: "a:b", name: "n", title: null, icons: null, annotations: null, _meta: null };
    expect(takeResource(item, report)).toEqual({ uri: "a:b", name: "n" });
    expect(reports).toEqual([]);
  });

  it("without a name is called by its URI", () => {
    const { report } = reporting();
    expect(takeResource({ uri: "a:b" }, report)).toEqual({ uri: "a:b", name: "a:b" });
    expect(takeTemplate({ uriTemplate: "a:{b}", name: null }, report)).toEqual({ uriTemplate: "a:{b}", name: "a:{b}" });
  });

  it("keeps a prompt whose arguments cannot be read, without them", () => {
    const { report, codes } = reporting();
    expect(takePrompt({ name: "p", arguments: [{ name: "a" }] }, report)).toHaveProperty("arguments");
    expect(takePrompt({ name: "p", arguments: [{}] }, report)).toEqual({ name: "p" });
    expect(takePrompt({ name: "p", arguments: { a: 1 } }, report)).toEqual({ name: "p" });
    expect(codes()).toEqual(["repaired-item", "repaired-item"]);
  });

  it("with a member called constructor or __proto__ is an item like any other", () => {
    const { report } = reporting();
    const item: unknown = JSON.parse('{"uri":"a:b","name":"n","__proto__":{"title":7},"constructor":1}');
    expect(takeResource(item, report)).toBe(item);
  });
});

describe("a result", () => {
  it.each([
    ["contents", toReadResult],
    ["messages", toPromptResult],
  ] as const)("keeps the %s that can be read when one cannot, and what else it holds", (member, read) => {
    const { report, codes } = reporting();
    const good = { type: "of-tomorrow" };
    expect(read({ [member]: [null, good, 7], _meta: {} }, report)).toEqual({ [member]: [good], _meta: {} });
    expect(codes()).toEqual(["dropped-item"]);
    expect(() => read({}, report)).toThrow(/not an array/);
    expect(() => read({ [member]: "text" }, report)).toThrow(/not an array/);
  });

  it("that is empty is no fault", () => {
    const { report, reports } = reporting();
    expect([objectsIn({ content: [] }, "content", "tools/call", report), reports]).toEqual([[], []]);
  });
});
