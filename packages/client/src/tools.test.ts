import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import type { JSONObject, Report } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { ToolBook, toCallToolResult } from "./tools.js";
import type { ToolRules } from "./tools.js";

function book(rules: Partial<ToolRules> = {}) {
  const reports: Report[] = [];
  const report = (r: Report) => void reports.push(r);
  const tools = new ToolBook({ mirrors: true, validator: createJsonSchemaValidator(), report, maxTools: 3, ...rules });
  return { tools, reports };
}

const withHeader = (name: string, field: JSONObject): JSONObject => ({
  name,
  inputSchema: { type: "object", properties: { region: field } },
});

describe("a listed tool", () => {
  it.each<[string, unknown]>([
    ["is no object", "tool"],
    ["has no name", { inputSchema: { type: "object" } }],
    ["has no input schema", { name: "t" }],
    ["has a null input schema", { name: "t", inputSchema: null }],
    ["declares a dialect that nobody here knows", { name: "t", inputSchema: { type: "object", $schema: "urn:x" } }],
    ["refers to another host", { name: "t", inputSchema: { $ref: "https://example.com/s" } }],
    [
      "has an output schema that cannot be used",
      { name: "t", inputSchema: {}, outputSchema: { type: "number", $ref: "#/x" } },
    ],
  ])("that %s is left out and reported with the reason, the others stay", (_, item) => {
    const { tools, reports } = book();
    expect(tools.take(item)).toBeUndefined();
    expect(reports).toMatchObject([{ code: "dropped-tool" }]);
    expect(tools.take({ name: "good", inputSchema: { type: "object" } })).toBeDefined();
  });

  // 2026-07-28/server/tools#x-mcp-header/8 2026-07-28/server/tools#x-mcp-header/9 2026-07-28/server/tools#x-mcp-header/10
  // 2026-07-28/server/tools#x-mcp-header/11
  it.each<[string, JSONObject]>([
    ["empty", { type: "string", "x-mcp-header": "" }],
    ["of a number", { type: "number", "x-mcp-header": "Region" }],
    ["with a line break", { type: "string", "x-mcp-header": "a\r\nb" }],
  ])(
    "with a header name %s is left out where headers mirror, with its name and the reason, and kept elsewhere",
    (_, field) => {
      const { tools, reports } = book();
      expect(tools.take(withHeader("west", field))).toBeUndefined();
      expect(tools.take(withHeader("east", { type: "string", "x-mcp-header": "Region" }))).toBeDefined();
      expect(tools.headerParameters("east")).toMatchObject([{ header: "Region" }]);
      expect(reports).toMatchObject([
        { data: { tool: "west", problem: expect.stringContaining("x-mcp-header") as string } },
      ]);
      expect(book({ mirrors: false }).tools.take(withHeader("west", field))).toBeDefined();
    },
  );

  it("is forgotten when there are too many, the oldest first", () => {
    const { tools } = book();
    for (const name of ["a", "b", "c", "d"]) tools.take(withHeader(name, { type: "string", "x-mcp-header": "R" }));
    expect(["a", "b", "d"].map((name) => tools.headerParameters(name)?.length)).toEqual([undefined, 1, 1]);
  });
});

describe("a result", () => {
  const listed = {
    name: "t",
    inputSchema: {},
    outputSchema: { type: "object", properties: { n: { type: "number" } } },
  };
  const call = (result: JSONObject) => {
    const { tools } = book();
    tools.take(listed);
    tools.checkResult(
      "t",
      toCallToolResult(result, () => {}),
    );
  };

  // 2025-06-18/server/tools#output-schema/2 2025-11-25/server/tools#output-schema/2 2026-07-28/server/tools#output-schema/2
  it("whose structured content does not fit the output schema is malformed", () => {
    expect(() => call({ structuredContent: { n: "1" } })).toThrow(/does not match its output schema/);
    expect(() => call({ content: [] })).toThrow(/no structuredContent/);
    call({ structuredContent: { n: 1 } });
  });

  it("with isError is not held against the output schema", () => {
    call({ content: [], isError: true });
  });

  it("without content, or with blocks that nobody knows, is read all the same", () => {
    expect(toCallToolResult({ structuredContent: 1 }, () => {}).content).toEqual([]);
    expect(toCallToolResult({ content: [{ type: "of-tomorrow" }] }, () => {}).content).toHaveLength(1);
    expect(() => toCallToolResult({ content: "text" }, () => {})).toThrow(/not an array/);
  });
});
