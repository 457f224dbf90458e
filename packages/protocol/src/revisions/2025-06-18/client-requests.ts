/** The params of what a client asks in 2025-06-18. Completion has a context now, and prompts have titles. [2025-06-18 changelog#other-schema-changes] */
import { requestMeta, stringMap, text } from "../../schemas/building-blocks.js";
import { object, optional, string, tagged, type Checks } from "../../schemas/check.js";
import { clientRequests as predecessor } from "../2025-03-26/client-requests.js";

export function clientRequests(): Checks {
  const prompt = object({ name: string, title: text });
  return {
    ...predecessor(),
    "completion/complete": object({
      ref: tagged({ "ref/prompt": prompt, "ref/resource": object({ uri: string }) }, "refuse"),
      argument: object({ name: string, value: string }),
      context: optional(object({ arguments: optional(stringMap) })),
      _meta: requestMeta,
    }),
  };
}
