/** Members of JSON that came over the network. A member that is null is one that is absent. */

import { isObject } from "@mcpwire/jsonrpc";

export type JsonObject = Readonly<Record<string, unknown>>;

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function textIn(object: JsonObject, name: string): string | undefined {
  const value = ownOf(object, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The strings of a list; undefined where there is no list. */
export function textsIn(object: JsonObject, name: string): readonly string[] | undefined {
  const value = ownOf(object, name);
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === "string");
}

/** Servers write numbers as strings here and there. */
export function numberIn(object: JsonObject, name: string): number | undefined {
  const value = ownOf(object, name);
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function flagIn(object: JsonObject, name: string): boolean | undefined {
  const value = ownOf(object, name);
  return typeof value === "boolean" ? value : undefined;
}

function ownOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
