/**
 * The params of what a client asks in 2026-07-28. A request that was answered by questions comes again with the answers, and one
 * request opens a stream of changes. [2026-07-28 basic/patterns/mrtr#client-requirements-basic-workflow]
 */
import { flag, noParams, requestMeta, someObject, stringMap, strings, text } from "../../schemas/building-blocks.js";
import { object, optional, string, type Checks } from "../../schemas/check.js";
import { clientRequests as predecessor } from "../2025-11-25/client-requests.js";

export function clientRequests(): Checks {
  const again = { inputResponses: someObject, requestState: text, _meta: requestMeta };
  return {
    ...predecessor(),
    "server/discover": noParams,
    "tools/call": object({ name: string, arguments: someObject, ...again }),
    "resources/read": object({ uri: string, ...again }),
    "prompts/get": object({ name: string, arguments: optional(stringMap), ...again }),
    "subscriptions/listen": object({ notifications: changeFilter, _meta: requestMeta }),
  };
}

/** Which changes a stream is opened for. [2026-07-28 basic/patterns/subscriptions#opening-a-stream] */
export const changeFilter = object({
  toolsListChanged: flag,
  promptsListChanged: flag,
  resourcesListChanged: flag,
  resourceSubscriptions: optional(strings),
});
