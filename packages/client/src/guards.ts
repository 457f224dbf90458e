import type { JSONObject } from "@mcpwire/jsonrpc";

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
