/** Schemas of the handshake and of capabilities in 2025-03-26. [2025-03-26 basic/lifecycle#initialization] */
import * as z from "zod";
import { flag, jsonObject, object, text } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function lifecycleSchemas() {
  const experimental = jsonObject.optional();
  const listChanged = object({ listChanged: flag }).optional();
  const clientCapabilities = object({
    experimental,
    roots: listChanged,
    sampling: jsonObject.optional(),
  });
  const serverCapabilities = object({
    experimental,
    logging: jsonObject.optional(),
    completions: jsonObject.optional(),
    prompts: listChanged,
    resources: object({ subscribe: flag, listChanged: flag }).optional(),
    tools: listChanged,
  });
  const implementation = object({
    name: z.string(),
    version: z.string(),
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
