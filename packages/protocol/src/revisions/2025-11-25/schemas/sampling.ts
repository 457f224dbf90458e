/** Schemas of sampling in 2025-11-25. [2025-11-25 client/sampling#data-types] */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as z from "zod";
import {
  branch,
  flag,
  jsonObject,
  meta,
  number,
  object,
  role,
  strings,
  tagged,
  text,
} from "../../../schemas/building-blocks.js";
import type { contentSchemas } from "./content.js";

/** Builds them; called once, with the revision's other schemas. */
export function samplingSchemas(content: ReturnType<typeof contentSchemas>, tool: z.ZodType<JSONObject>) {
  const toolUse = object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: jsonObject,
    _meta: meta,
  });
  const toolResult = object({
    type: z.literal("tool_result"),
    toolUseId: z.string(),
    content: z.array(content.block),
    structuredContent: jsonObject.optional(),
    isError: flag,
    _meta: meta,
  });
  const block = tagged(
    { text: content.textBlock, image: content.image, audio: content.audio, tool_use: toolUse, tool_result: toolResult },
    "pass",
  );
  const blocks = z.array(block);
  // One block, or several. [2025-11-25 client/sampling#sampling-with-tools]
  const blockOrBlocks = branch<JSONObject | readonly JSONObject[]>((value) => (Array.isArray(value) ? blocks : block));
  const message = object({ role, content: blockOrBlocks, _meta: meta });
  const modelPreferences = object({
    hints: z.array(object({ name: text })).optional(),
    costPriority: number,
    speedPriority: number,
    intelligencePriority: number,
  });
  return {
    params: object({
      messages: z.array(message),
      modelPreferences: modelPreferences.optional(),
      systemPrompt: text,
      includeContext: z.enum(["none", "thisServer", "allServers"]).optional(),
      temperature: number,
      maxTokens: z.number(),
      stopSequences: strings.optional(),
      metadata: jsonObject.optional(),
      tools: z.array(tool).optional(),
      toolChoice: object({ mode: z.enum(["auto", "required", "none"]).optional() }).optional(),
    }),
    result: object({ role, content: blockOrBlocks, model: z.string(), stopReason: text }),
  };
}
