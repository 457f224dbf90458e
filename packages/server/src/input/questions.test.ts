import { offeredRevisions } from "@mcpwire/protocol";
import { schemasFor } from "@mcpwire/protocol/schemas";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Schema } from "../standard-schema.js";
import { elicitation } from "./questions.js";

describe("one of several strings, and some of them, are fields in the words of the specification", () => {
  const plain = {
    type: "object",
    properties: { one: { enum: ["a", "b"] }, some: { type: "array", items: { enum: ["a", "b"] } } },
  };
  test.each<[string, Schema]>([
    ["zod", z.object({ one: z.enum(["a", "b"]), some: z.array(z.enum(["a", "b"])) })],
    ["arktype", type({ one: "'a'|'b'", some: "('a'|'b')[]" })],
    ["valibot", toStandardJsonSchema(v.object({ one: v.picklist(["a", "b"]), some: v.array(v.picklist(["a", "b"])) }))],
    ["JSON Schema that says no type", plain],
  ])("from %s", (_name, schema) => {
    const { params } = elicitation({ message: "?", schema });
    expect(params).toMatchObject({
      requestedSchema: {
        properties: {
          one: { type: "string", enum: ["a", "b"] },
          some: { type: "array", items: { type: "string", enum: ["a", "b"] } },
        },
      },
    });
    for (const revision of offeredRevisions.filter(({ traits }) => traits.elicitation === "form-and-url")) {
      expect(schemasFor(revision).params("elicitation/create")?.safeParse(params).issues).toBeUndefined();
    }
  });

  test.each<[string, object]>([
    ["numbers", { enum: [1, 2] }],
    ["strings and null", { enum: ["a", null] }],
    ["numbers to choose several of", { type: "array", items: { enum: [1, 2] } }],
    ["numbers in a list that says so", { type: "array", items: { type: "number", enum: [1, 2] } }],
  ])("an enum of %s is none of them", (_name, field) => {
    const schema = { type: "object", properties: { field } };
    expect(() => elicitation({ message: "?", schema })).toThrow(/enums of strings/);
  });
});
