/** JSON values: their type, equality, and how they look in a message. */

export interface JsonObject {
  readonly [key: string]: unknown;
}

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member that the object itself has; a `constructor` on the wire is a name like any other. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The JSON type; undefined for what JSON cannot hold. */
export function typeOf(value: unknown): JsonType | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "object" || type === "string" || type === "number" || type === "boolean" ? type : undefined;
}

/**
 * The value as JSON would write it: without members that are undefined, which a program may hold and a message cannot. The value
 * itself where there are none.
 */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      // In a list JSON writes null in its place.
      const clean = item === undefined ? null : withoutUndefined(item);
      if (clean === item) continue;
      copy ??= [...value];
      copy[index] = clean;
    }
    return copy ?? value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withoutUndefined(member)] as const);
  const isClean = entries.every(([key, member]) => member !== undefined && member === value[key]);
  // `fromEntries` defines members, so that a key called __proto__ stays one.
  return isClean ? value : Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** A value as a message shows it: JSON, cut to `max` characters. */
export function shown(value: unknown, max = 80): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A bigint or a cycle: JSON has no text for it.
  }
  text ??= `a ${typeof value}`;
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** A list of names or values as a message shows it. */
export function listed(items: readonly unknown[]): string {
  const most = 20;
  const texts = items.slice(0, most).map((item) => shown(item, 40));
  return items.length > most ? `${texts.join(", ")} and ${items.length - most} more` : texts.join(", ");
}

/** One step of a JSON Pointer. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The length that JSON Schema counts: code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    count++;
  }
  return count;
}
