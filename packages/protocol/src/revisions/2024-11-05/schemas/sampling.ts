/** Schemas of sampling in 2024-11-05. [2024-11-05 client/sampling#data-types] */
import * as z from "zod";
import { jsonObject, number, object, role, strings, tagged, text } from "../../../schemas/building-blocks.js";
import type { contentSchemas } from "./content.js";

/** Builds them; called once, with the revision's other schemas. */
export function samplingSchemas(content: ReturnType<typeof contentSchemas>) {
  const block = tagged({ text: content.textBlock, image: content.image }, "pass");
  const message = object({ role, content: block });
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
    }),
    result: object({ role, content: block, model: z.string(), stopReason: text }),
  };
}
