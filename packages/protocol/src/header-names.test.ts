import { expect, it } from "vitest";

import { corsRequestHeaders, isAllowedRequestHeader, isFieldName, subjectOf } from "./header-names.js";
import { latest } from "./revisions/index.js";

// 2026-07-28/basic/transports/streamable-http#case-sensitivity/1
it.each([...corsRequestHeaders, "mcp-method", "MCP-NAME", "mcp-param-region", "Mcp-Param-X"])(
  "a browser client may send %s",
  (name) => {
    expect(isAllowedRequestHeader(name)).toBe(true);
  },
);

it.each(["Cookie", "Mcp-Param-", "Mcp-Param-a b", "Mcp-Param-é", "Mcp-Parameter", "constructor", ""])(
  "a browser client may not send %j",
  (name) => {
    expect(isAllowedRequestHeader(name)).toBe(false);
  },
);

it.each([
  ["Region", true],
  ["!#$%&'*+.^_`|~09-", true],
  ["", false],
  ["a b", false],
  ["a:b", false],
  ["a\n", false],
  ["(a)", false],
  ["é", false],
])("%j is a field name: %s", (name, verdict) => {
  expect(isFieldName(name)).toBe(verdict);
});

// 2026-07-28/basic/transports/streamable-http#standard-request-headers/1
it("mirrors a name where modern HTTP does, and in methods that the newest revision has", () => {
  const subjects = [...latest.methods.keys(), "constructor", "acme/do"].map((method) => [method, subjectOf(method)]);
  expect(Object.fromEntries(subjects.filter(([, subject]) => subject !== undefined))).toEqual({
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
  });
});
