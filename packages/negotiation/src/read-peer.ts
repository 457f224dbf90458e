/** Reads what either side declared, without trusting its shape. */
import { isObject } from "@mcpwire/jsonrpc";

export { isObject };

/** True where capabilities hold something at this path: `["resources", "subscribe"]`. `false` and null are nothing. */
export function declares(capabilities: object, path: readonly string[]): boolean {
  let value: unknown = capabilities;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return false;
    value = value[key];
  }
  return value !== undefined && value !== null && value !== false;
}
