import { offeredRevisions } from "@mcpwire/protocol";
import { schemasFor } from "@mcpwire/protocol/schemas";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Schema } from "../standard-schema.js";
import { elicitation, missingCapability } from "./questions.js";

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

// Clients of older revisions are known to say null for what they lack.
test.each<[string, object, object, object | undefined]>([
  ["a form", { mode: "form" }, { elicitation: { url: null } }, undefined],
  ["a form", { mode: "form" }, { elicitation: { form: null, url: {} } }, { elicitation: { form: {} } }],
  ["a page", { mode: "url" }, { elicitation: { form: {}, url: null } }, { elicitation: { url: {} } }],
])("%s (%j) of a client that declares %j lacks %j", (_name, params, declared, missing) => {
  const request = { method: "elicitation/create", params: { ...params } };
  expect(missingCapability(request, declared)).toEqual(missing);
});

test("tools of a client that declares null for them are missing", () => {
  const request = { method: "sampling/createMessage", params: { tools: [] } };
  expect(missingCapability(request, { sampling: { tools: null } } as object)).toEqual({ sampling: { tools: {} } });
});
