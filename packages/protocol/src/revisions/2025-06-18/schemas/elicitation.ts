/** Schemas of elicitation in 2025-06-18. [2025-06-18 client/elicitation#protocol-messages] */
import { isObject } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as z from "zod";
import { branch, number, object, strings, tagged, text } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function elicitationSchemas() {
  const described = { title: text, description: text };
  const string = object({
    type: z.literal("string"),
    ...described,
    minLength: number,
    maxLength: number,
    format: text,
  });
  const numeric = { ...described, minimum: number, maximum: number };
  const choice = object({ type: z.literal("string"), ...described, enum: strings, enumNames: strings.optional() });

  const field = tagged(
    {
      string: branch<JSONObject>((value) => (has(value, "enum") ? choice : string)),
      number: object({ type: z.literal("number"), ...numeric }),
      integer: object({ type: z.literal("integer"), ...numeric }),
      boolean: object({ type: z.literal("boolean"), ...described, default: z.boolean().optional() }),
    },
    "refuse",
  );
  const form = object({
    message: z.string(),
    requestedSchema: object({
      type: z.literal("object"),
      properties: z.record(z.string(), field),
      required: strings.optional(),
    }),
  });

  const answer = z.union([z.string(), z.number(), z.boolean()]);
  return {
    params: form,
    result: object({
      action: z.enum(["accept", "decline", "cancel"]),
      content: z.record(z.string(), answer).optional(),
    }),
  };
}

function has(value: unknown, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}
