/**
 * The params of what a client asks in 2024-11-05, the handshake apart: all that a server checks before its handlers. Apart from the
 * other schemas, so that a server's bundle does without those.
 */
import {
  loggingLevel,
  noParams,
  pageParams,
  requestMeta,
  someObject,
  stringMap,
} from "../../schemas/building-blocks.js";
import { object, optional, string, tagged, type Checks } from "../../schemas/check.js";

export function clientRequests(): Checks {
  const resource = object({ uri: string, _meta: requestMeta });
  return {
    ping: noParams,
    "tools/list": pageParams,
    "tools/call": object({ name: string, arguments: someObject, _meta: requestMeta }),
    "resources/list": pageParams,
    "resources/templates/list": pageParams,
    "resources/read": resource,
    "resources/subscribe": resource,
    "resources/unsubscribe": resource,
    "prompts/list": pageParams,
    "prompts/get": object({ name: string, arguments: optional(stringMap), _meta: requestMeta }),
    "completion/complete": object({
      ref: tagged({ "ref/prompt": object({ name: string }), "ref/resource": object({ uri: string }) }, "refuse"),
      argument: object({ name: string, value: string }),
      _meta: requestMeta,
    }),
    "logging/setLevel": object({ level: loggingLevel, _meta: requestMeta }),
  };
}
