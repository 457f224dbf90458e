/** Reads what either side declared, without trusting its shape. */
import type { JSONObject } from "@mcpwire/jsonrpc";

export function isObject(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True where capabilities hold something at this path: `["resources", "subscribe"]`. `false` and null are nothing. */
export function declares(capabilities: object, path: readonly string[]): boolean {
  let value: unknown = capabilities;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return false;
    value = value[key];
  }
  return value !== undefined && value !== null && value !== false;
}
