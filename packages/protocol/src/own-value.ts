/** Reads that see a payload's own members alone, so that `constructor` or `__proto__` on the wire is just another name. */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member that the object itself has; undefined where it has none, whatever its prototype says. */
export function ownValue(object: JSONObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
