/** Tools whose schemas are the point: JSON Schema as it stands, parameters mirrored in headers, refinements and transforms. */
import type { Server } from "@mcpwire/server";
import { z } from "zod";

/** Reaches the client word for word. */
const contact = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as const;

export function addSchemaTools(server: Server): void {
  server.tool(
    "json_schema_2020_12_tool",
    { description: "Takes a contact, described with the richer words of JSON Schema 2020-12", input: contact },
    (args) => JSON.stringify(args),
  );

  server.tool(
    "test_x_mcp_header",
    {
      description: "Mirrors its region in a header",
      input: z.object({ region: z.string().meta({ "x-mcp-header": "Region" }) }),
    },
    ({ region }) => `The region is ${region}.`,
  );

  server.tool(
    "mirrored",
    {
      description: "Mirrors its level in a header, and returns it",
      input: z.object({ level: z.int().meta({ "x-mcp-header": "Level" }) }),
    },
    ({ level }) => String(level),
  );

  server.tool(
    "refined",
    {
      description: "Takes any text but no, and returns it in upper case",
      input: z.object({
        a: z
          .string()
          .refine((a) => a !== "no", 'must not be "no"')
          .transform((a) => a.toUpperCase()),
      }),
      output: z.object({ a: z.string().refine((a) => a === a.toUpperCase(), "must be in upper case") }),
    },
    ({ a }) => ({ a }),
  );
}
