/**
 * `Mcp-Param-…`: which parameters of a tool HTTP mirrors in headers, how their values are spelled there, and how a server checks
 * that header and body say the same. [2026-07-28 basic/transports/streamable-http#custom-headers-from-tool-parameters]
 *
 * `encodeHeaderValue` and `decodeHeaderValue` serve `Mcp-Name` as well. Nothing here knows a status or a code: a reason that
 * comes back is the reason of a -32020.
 */
import { isObject } from "@mcpwire/jsonrpc";
import type { HeaderMap, HeaderParameter } from "@mcpwire/jsonrpc";

import { decodeBase64, encodeBase64, throughUtf8 } from "./base64.js";
import { PARAM_HEADER_PREFIX, isFieldName } from "./header-names.js";
import { ownValue } from "./own-value.js";

const annotation = "x-mcp-header";
const sentinelStart = "=?base64?";
const sentinelEnd = "?=";

/* ---------------------------------------------------------------- annotations ---------------------------------------------- */

/** Members that hold schemas by name. Only `properties` may lead to an annotated parameter. */
const schemasByName: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);
/** Members that hold data, where `x-mcp-header` is a key like any other. */
const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** One schema still to be looked at, and the chain of `properties` keys to it; undefined where another keyword is on the way. */
interface Place {
  readonly schema: unknown;
  readonly path: readonly string[] | undefined;
}

/**
 * The mirrored parameters of a tool, read from its input schema, or the first rule that an annotation breaks: such a tool must not be
 * offered over HTTP. [2026-07-28 basic/transports/streamable-http#schema-extension]
 *
 * The type may be a union of one allowed type with `null`: a null is never mirrored, so the spec's row for null stays meaningful.
 */
export function headerParametersOf(
  inputSchema: unknown,
): { readonly parameters: readonly HeaderParameter[] } | { readonly problem: string } {
  const parameters: HeaderParameter[] = [];
  const seen = new Set<string>();
  // A list instead of recursion: a schema that nests deeply must not overflow the stack.
  const places: Place[] = [{ schema: inputSchema, path: [] }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { schema, path } = place;
    if (Array.isArray(schema)) {
      for (const item of schema) places.push({ schema: item, path: undefined });
      continue;
    }
    if (!isObject(schema)) continue;
    if (Object.hasOwn(schema, annotation)) {
      const parameter = annotatedParameter(schema, path);
      if (typeof parameter === "string") return { problem: parameter };
      const lower = parameter.header.toLowerCase();
      if (seen.has(lower)) return { problem: `${annotation} ${shown(parameter.header)} is used twice` };
      seen.add(lower);
      parameters.push(parameter);
    }
    pushSubschemas(schema, path, places);
  }
  return { parameters: parameters.reverse() };
}

function pushSubschemas(schema: Readonly<Record<string, unknown>>, path: Place["path"], places: Place[]): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === annotation || dataKeywords.has(keyword)) continue;
    if (schemasByName.has(keyword) && isObject(value)) {
      const reachable = keyword === "properties" ? path : undefined;
      for (const [key, subschema] of Object.entries(value)) {
        places.push({ schema: subschema, path: reachable === undefined ? undefined : [...reachable, key] });
      }
    } else {
      // Unknown keywords too: a `$ref` may point into them.
      places.push({ schema: value, path: undefined });
    }
  }
}

function annotatedParameter(schema: Readonly<Record<string, unknown>>, path: Place["path"]): HeaderParameter | string {
  const header = schema[annotation];
  if (path === undefined || path.length === 0) {
    return `${annotation} ${shown(header)} is not on a property that a chain of "properties" alone leads to`;
  }
  const at = path.join(".");
  if (typeof header !== "string" || !isFieldName(header)) {
    return `${annotation} of ${shown(at)} must be a header name of token characters, but is ${shown(header)}`;
  }
  const declared = ownValue(schema, "type");
  const types = Array.isArray(declared) ? declared.filter((type) => type !== "null") : [declared];
  const [type] = types;
  if (types.length !== 1 || (type !== "string" && type !== "integer" && type !== "boolean")) {
    return `${annotation} of ${shown(at)} needs the type string, integer or boolean, but has ${shown(declared)}`;
  }
  return { path, header, type };
}

/* ---------------------------------------------------------------- values --------------------------------------------------- */

/**
 * A value as it goes into `Mcp-Param-…` or `Mcp-Name`: as it is where plain ASCII can carry it, else base64 in its sentinel. Tabs are
 * wrapped too, since intermediaries may fold them. [2026-07-28 basic/transports/streamable-http#value-encoding]
 */
export function encodeHeaderValue(value: string | number | boolean): string {
  const text = typeof value === "number" ? decimal(value) : String(value);
  const isPlain = /^[\x20-\x7e]*$/.test(text) && !text.startsWith(" ") && !text.endsWith(" ");
  const looksEncoded = text.startsWith(sentinelStart) && text.endsWith(sentinelEnd);
  return isPlain && !looksEncoded ? text : `${sentinelStart}${encodeBase64(text)}${sentinelEnd}`;
}

/**
 * What a header's value stands for. Blanks around it are not part of it; the sentinel counts only where it is complete. Decoding is
 * strict: bad padding, foreign characters, unused bits that are set, and bytes that are not UTF-8 are problems.
 */
export function decodeHeaderValue(raw: string): { readonly value: string } | { readonly problem: string } {
  const text = trimBlanks(raw);
  if (!/^[\x20-\x7e\t]*$/.test(text)) return { problem: "holds characters that a header value may not hold" };
  const isWrapped =
    text.length >= sentinelStart.length + sentinelEnd.length &&
    text.startsWith(sentinelStart) &&
    text.endsWith(sentinelEnd);
  if (!isWrapped) return { value: text };
  const value = decodeBase64(text.slice(sentinelStart.length, -sentinelEnd.length));
  return value === undefined ? { problem: "is not valid base64 of UTF-8 text" } : { value };
}

/* ---------------------------------------------------------------- both sides ----------------------------------------------- */

/**
 * A client's headers for one call: full name → encoded value. What is null or absent has no header, and neither has an object or an
 * array, which no header can say: the server then refuses or its schema does.
 * [2026-07-28 basic/transports/streamable-http#client-behavior]
 */
export function mirrorHeaders(parameters: readonly HeaderParameter[], args: unknown): HeaderMap {
  const headers: Record<string, string> = {};
  for (const { path, header } of parameters) {
    const value = valueAt(args, path);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      headers[PARAM_HEADER_PREFIX + header] = encodeHeaderValue(value);
    }
  }
  return headers;
}

/**
 * A server's check of one call. `lookup` takes a full header name, in the annotation's case, and compares names case-insensitively;
 * it gives undefined or null for an absent header. Returns why the call must be refused, or undefined.
 * [2026-07-28 basic/transports/streamable-http#server-behavior-for-custom-headers]
 *
 * A header without a value in the body is refused as well: intermediaries may have acted on it.
 */
export function checkMirrored(
  parameters: readonly HeaderParameter[],
  args: unknown,
  lookup: (header: string) => string | null | undefined,
): string | undefined {
  for (const parameter of parameters) {
    const name = PARAM_HEADER_PREFIX + parameter.header;
    const raw = lookup(name) ?? undefined;
    const value = valueAt(args, parameter.path);
    const at = `the argument ${shown(parameter.path.join("."))}`;
    if (raw === undefined) {
      if (value === undefined || value === null) continue;
      return `${name} is missing, but ${at} has a value`;
    }
    const decoded = decodeHeaderValue(raw);
    if ("problem" in decoded) return `${name} ${decoded.problem}`;
    if (value === undefined || value === null) return `${name} has a value, but ${at} has none`;
    if (!matches(parameter.type, decoded.value, value)) {
      return `${name} value ${shown(decoded.value)} does not match ${at}: ${shown(value)}`;
    }
  }
  return undefined;
}

function matches(type: HeaderParameter["type"], text: string, value: unknown): boolean {
  if (typeof value === "string") return text === value || text === throughUtf8(value);
  if (typeof value === "boolean") return text === String(value);
  if (typeof value !== "number") return false;
  if (type !== "integer" || !Number.isInteger(value)) return text === decimal(value);
  // Beyond the safe range two different integers are the same double.
  if (!Number.isSafeInteger(value) || !/^-?[0-9]+(?:\.0+)?$/.test(text)) return false;
  return Number(text) === value;
}

/** Walks own members only. */
function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = ownValue(value, key);
  }
  return value;
}

/** JavaScript writes large integers with an exponent; a header wants decimal digits. */
function decimal(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** By hand: `trim` would take more than the two blanks of HTTP. */
function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  return text.slice(from, to);
}

function isBlank(text: string, at: number): boolean {
  return text[at] === " " || text[at] === "\t";
}

/** A foreign value inside a message of ours, shortened. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
