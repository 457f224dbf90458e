/** Schemas of the handshake and of capabilities in 2025-11-25. [2025-11-25 basic/lifecycle#initialization] */
import * as z from "zod";
import { flag, jsonObject, object, text } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function lifecycleSchemas(icons: z.ZodType) {
  const experimental = jsonObject.optional();
  const listChanged = object({ listChanged: flag }).optional();
  const clientCapabilities = object({
    experimental,
    roots: listChanged,
    sampling: object({ context: jsonObject.optional(), tools: jsonObject.optional() }).optional(),
    elicitation: object({ form: jsonObject.optional(), url: jsonObject.optional() }).optional(),
    tasks: jsonObject.optional(),
  });
  const serverCapabilities = object({
    experimental,
    logging: jsonObject.optional(),
    completions: jsonObject.optional(),
    prompts: listChanged,
    resources: object({ subscribe: flag, listChanged: flag }).optional(),
    tools: listChanged,
    tasks: jsonObject.optional(),
  });
  const implementation = object({
    name: z.string(),
    version: z.string(),
    title: text,
    description: text,
    websiteUrl: text,
    icons,
  });
  return {
    initializeParams: object({
      protocolVersion: z.string(),
      capabilities: clientCapabilities,
      clientInfo: implementation,
    }),
    initializeResult: object({
      protocolVersion: z.string(),
      capabilities: serverCapabilities,
      serverInfo: implementation,
      instructions: text,
    }),
  };
}
