/** Schemas of discovery and of capabilities in 2026-07-28. [2026-07-28 server/discover#data-types] */
import { flag, jsonObject, object, text, strings } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function lifecycleSchemas() {
  const experimental = jsonObject.optional();
  const listChanged = object({ listChanged: flag }).optional();
  const serverCapabilities = object({
    experimental,
    logging: jsonObject.optional(),
    completions: jsonObject.optional(),
    prompts: listChanged,
    resources: object({ subscribe: flag, listChanged: flag }).optional(),
    tools: listChanged,
    extensions: jsonObject.optional(),
  });
  return {
    discoverResult: object({ supportedVersions: strings, capabilities: serverCapabilities, instructions: text }),
  };
}
