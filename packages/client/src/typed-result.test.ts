import { expect, expectTypeOf, test } from "vitest";
import type { ContentBlock } from "@mcpwire/protocol";
import { withStructured } from "./typed-result.js";
import type { StandardSchema, ToolResult } from "./typed-result.js";

/** Takes an object with a numeric `sum`, and makes it a number. */
const schema: StandardSchema<{ sum: number }> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) =>
      typeof value === "object" && value !== null && "sum" in value
        ? { value: { sum: Number(value.sum) } }
        : { issues: [{ message: "no sum" }] },
  },
};

test("a result's content keeps its type beside a typed structured value", () => {
  expectTypeOf<ToolResult<{ sum: number }>["content"]>().toEqualTypeOf<readonly ContentBlock[]>();
  expectTypeOf<ToolResult<{ sum: number }>["structuredContent"]>().toEqualTypeOf<{ sum: number } | undefined>();
});

test("the caller's schema gives the structured value; a failed call has none to check", async () => {
  const content = [{ type: "text", text: "3" }] as const;
  expect(await withStructured("sum", schema, { content, structuredContent: { sum: "3" } })).toEqual({
    content,
    structuredContent: { sum: 3 },
  });
  expect(await withStructured("sum", schema, { content, isError: true })).toEqual({ content, isError: true });
  await expect(withStructured("sum", schema, { content, structuredContent: {} })).rejects.toMatchObject({
    code: "malformed",
  });
});
