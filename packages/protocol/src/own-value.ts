/** Reads that see a payload's own members alone, so that `constructor` or `__proto__` on the wire is just another name. */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** The member that the object itself has; undefined where it has none, whatever its prototype says. */
export function ownValue(object: JSONObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
