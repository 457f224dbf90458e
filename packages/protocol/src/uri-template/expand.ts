/** Expansion by RFC 6570 §3: template and values in, URI reference out. */
import { UsageError } from "@mcpwire/jsonrpc";

import { encodePercent } from "./percent.js";
import { styles } from "./parse.js";
import type { Part, Style, Variable } from "./parse.js";

/** One scalar. Undefined and null are no value at all; an empty string is one. */
export type UriScalar = string | number | boolean | null | undefined;
/** A scalar, a list, or names with values. */
export type UriValue = UriScalar | readonly UriScalar[] | { readonly [name: string]: UriScalar };

/** Throws a `UsageError` (`invalid-uri-value`) where a prefix modifier meets a list, for which the RFC defines nothing. */
export function expandParts(parts: readonly Part[], values: { readonly [name: string]: UriValue }): string {
  let out = "";
  for (const part of parts) {
    if (part.type === "literal") {
      out += part.text;
      continue;
    }
    const style = styles[part.operator];
    const written: string[] = [];
    for (const variable of part.variables) {
      const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
      const text = expandVariable(variable, value, style);
      if (text !== undefined) written.push(text);
    }
    if (written.length > 0) out += style.first + written.join(style.separator);
  }
  return out;
}

/** Undefined where the variable has no value: it then leaves no trace, not even a separator. */
function expandVariable(variable: Variable, value: UriValue, style: Style): string | undefined {
  const { name, isExploded, maxLength } = variable;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object") {
    const text = String(value);
    const cut = maxLength === undefined ? text : [...text].slice(0, maxLength).join("");
    return named(name, encodePercent(cut, style), style);
  }
  if (maxLength !== undefined) {
    throw new UsageError("invalid-uri-value", `The variable ${name}:${maxLength} wants a string, but got a list`);
  }
  const members = membersOf(value, style);
  if (members.length === 0) return undefined;
  if (!isExploded) {
    return named(name, members.map(([key, text]) => (key === undefined ? text : `${key},${text}`)).join(","), style);
  }
  return members
    .map(([key, text]) => {
      if (key === undefined) return named(name, text, style);
      return style.isNamed ? named(key, text, style) : `${key}=${text}`;
    })
    .join(style.separator);
}

/** The defined members, encoded; lists have no keys. */
function membersOf(value: UriValue & object, style: Style): (readonly [string | undefined, string])[] {
  const entries: (readonly [string | undefined, unknown])[] = isList(value)
    ? value.map((member) => [undefined, member] as const)
    : Object.entries(value);
  const members: (readonly [string | undefined, string])[] = [];
  for (const [key, member] of entries) {
    if (member === undefined || member === null) continue;
    members.push([key === undefined ? undefined : encodePercent(key, style), encodePercent(String(member), style)]);
  }
  return members;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: UriValue & object): value is readonly UriScalar[] {
  return Array.isArray(value);
}

function named(name: string, text: string, style: Style): string {
  if (!style.isNamed) return text;
  return text === "" ? name + style.ifEmpty : `${name}=${text}`;
}
