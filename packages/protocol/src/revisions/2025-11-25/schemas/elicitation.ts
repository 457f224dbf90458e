/** Schemas of elicitation in 2025-11-25. [2025-11-25 client/elicitation#protocol-messages] */
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
    default: text,
  });
  const numeric = { ...described, minimum: number, maximum: number, default: number };
  const choice = object({
    type: z.literal("string"),
    ...described,
    enum: strings,
    enumNames: strings.optional(),
    default: text,
  });
  const options = z.array(object({ const: z.string(), title: z.string() }));
  const titledChoice = object({ type: z.literal("string"), ...described, oneOf: options, default: text });
  const list = object({
    type: z.literal("array"),
    ...described,
    minItems: number,
    maxItems: number,
    items: branch<JSONObject>((items) => (has(items, "anyOf") ? titledItems : untitledItems)),
    default: strings.optional(),
  });
  const titledItems = object({ anyOf: options });
  const untitledItems = object({ type: z.literal("string"), enum: strings });

  const field = tagged(
    {
      string: branch<JSONObject>((value) =>
        has(value, "enum") ? choice : has(value, "oneOf") ? titledChoice : string,
      ),
      number: object({ type: z.literal("number"), ...numeric }),
      integer: object({ type: z.literal("integer"), ...numeric }),
      boolean: object({ type: z.literal("boolean"), ...described, default: z.boolean().optional() }),
      array: list,
    },
    "refuse",
  );
  const form = object({
    mode: z.literal("form").optional(),
    message: z.string(),
    requestedSchema: object({
      type: z.literal("object"),
      properties: z.record(z.string(), field),
      required: strings.optional(),
    }),
  });
  const page = object({ mode: z.literal("url"), message: z.string(), url: z.string(), elicitationId: z.string() });

  const answer = z.union([z.string(), z.number(), z.boolean(), strings]);
  return {
    params: branch<JSONObject>((value) => (isObject(value) && value.mode === "url" ? page : form)),
    result: object({
      action: z.enum(["accept", "decline", "cancel"]),
      content: z.record(z.string(), answer).optional(),
    }),
  };
}

function has(value: unknown, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}
