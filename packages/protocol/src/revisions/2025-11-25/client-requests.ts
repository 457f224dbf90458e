/** The params of what a client asks in 2025-11-25. Tasks are new, and experimental: shapes only. [2025-11-25 basic/utilities/tasks#data-types] */
import { number, pageParams, requestMeta, someObject } from "../../schemas/building-blocks.js";
import { object, optional, string, type Checks } from "../../schemas/check.js";
import { clientRequests as predecessor } from "../2025-06-18/client-requests.js";

export function clientRequests(): Checks {
  const task = object({ taskId: string, _meta: requestMeta });
  return {
    ...predecessor(),
    "tools/call": object({ name: string, arguments: someObject, task: taskRequest, _meta: requestMeta }),
    "tasks/get": task,
    "tasks/result": task,
    "tasks/list": pageParams,
    "tasks/cancel": task,
  };
}

/** How a request asks to be answered with a task. */
export const taskRequest = optional(object({ ttl: number }));
