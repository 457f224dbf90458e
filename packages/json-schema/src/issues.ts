/**
 * The library's findings as issues. It reports every schema that failed on the way to a fault; a model needs the fault, what was
 * expected and what was found.
 */
import type { OutputUnit, Schema } from "@cfworker/json-schema";

import type { SchemaIssue } from "./issue.js";
import type { Prepared } from "./prepare.js";
import { codePoints, isObject, listed, ownValue, pointerStep, shown, typeOf } from "./values.js";

/** Findings that only say that others follow. */
const wrappers: ReadonlySet<string> = new Set([
  "$ref",
  "allOf",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "prefixItems",
  "items",
  "unevaluatedItems",
  "dependentSchemas",
  "if",
]);
/** Keywords whose own findings are followed by those of schemas that need not all hold. */
const branching: ReadonlySet<string> = new Set(["anyOf", "oneOf", "propertyNames", "contains", "minContains"]);
/** Keywords behind which the library names the very schema that was wanted; `false` takes the place of the member's name. */
const closers: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

export function issuesOf(units: readonly OutputUnit[], value: unknown, prepared: Prepared): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined || wrappers.has(unit.keyword)) continue;
    if (unit.keyword === "false") {
      issues.push(forbidden(unit, units[at - 1], value, prepared));
      continue;
    }
    // What follows is about the branches, the name, or the items of which none has to fit.
    const end = branching.has(unit.keyword) ? endOfBranches(units, at) : at + 1;
    const inner = units.slice(at + 1, end);
    if (unit.keyword === "propertyNames") issues.push(nameIssue(unit, inner[0], prepared));
    else if (unit.keyword !== "anyOf" && unit.keyword !== "oneOf") issues.push(issueOf(unit, value, prepared));
    else issues.push(...alternativeIssues(unit, inner, value, prepared));
    at = end - 1;
  }
  return issues;
}

/** Where the findings of a keyword's own subschemas end. A `false` schema is reported at a place in the value, so it never ends them. */
function endOfBranches(units: readonly OutputUnit[], at: number): number {
  const start = `${units[at]?.keywordLocation ?? ""}/`;
  let end = at + 1;
  for (let unit = units[end]; unit !== undefined; unit = units[++end]) {
    if (unit.keyword !== "false" && !unit.keywordLocation.startsWith(start)) break;
  }
  return end;
}

/** That no alternative fits, and then what is wrong with the one that the value came closest to. */
function alternativeIssues(
  unit: OutputUnit,
  inner: readonly OutputUnit[],
  value: unknown,
  prepared: Prepared,
): readonly SchemaIssue[] {
  const issue = issueOf(unit, value, prepared);
  // Where too many fit, there is nothing wrong with any of them.
  const closest = matchesOf(unit) === 0 ? closestBranch(inner, unit.keywordLocation) : undefined;
  if (closest === undefined) return [issue];
  const message = `${issue.message}; the closest is number ${closest.number}`;
  return [{ ...issue, message }, ...issuesOf(closest.units, value, prepared)];
}

/** How many alternatives of a failed `oneOf` fit; 0 for `anyOf`. */
function matchesOf(unit: OutputUnit): number {
  return Number(/\((\d+) matches\)/.exec(unit.error)?.[1] ?? "0");
}

/** The branch with the fewest findings. */
function closestBranch(
  inner: readonly OutputUnit[],
  location: string,
): { readonly units: readonly OutputUnit[]; readonly number: number } | undefined {
  const branches = new Map<number, OutputUnit[]>();
  let current = 0;
  for (const unit of inner) {
    // A `false` schema is reported at a place in the value; it belongs to the branch before it.
    if (unit.keyword !== "false") current = Number.parseInt(unit.keywordLocation.slice(location.length + 1), 10);
    const units = branches.get(current);
    if (units === undefined) branches.set(current, [unit]);
    else units.push(unit);
  }
  let closest: { units: readonly OutputUnit[]; number: number } | undefined;
  for (const [index, units] of branches) {
    if (closest === undefined || units.length < closest.units.length) closest = { units, number: index + 1 };
  }
  return closest;
}

/** A name that does not fit; the first finding about it is at the member's place, but about its name. */
function nameIssue(unit: OutputUnit, inner: OutputUnit | undefined, prepared: Prepared): SchemaIssue {
  if (inner === undefined) return { path: pathOf(unit), message: unit.error };
  const path = pathOf(inner);
  const name = unescape(path.slice(path.lastIndexOf("/") + 1));
  const why = messageOf(inner, schemaAt(inner, prepared)?.[inner.keyword], name);
  return { path, message: `has a name that is not allowed${why === undefined ? "" : `: the name ${why}`}` };
}

function forbidden(unit: OutputUnit, outer: OutputUnit | undefined, value: unknown, prepared: Prepared): SchemaIssue {
  const path = pathOf(unit);
  const slash = path.lastIndexOf("/");
  if (outer === undefined || !closers.has(outer.keyword) || slash === -1) {
    return { path, message: `must not be there, but is ${shown(valueAt(value, path))}` };
  }
  const schema = schemaAt(outer, prepared);
  const known = Object.keys(schema?.properties ?? {});
  const hint = known.length === 0 ? "" : `; known are ${listed(known)}`;
  const name = shown(unescape(path.slice(slash + 1)));
  return { path: path.slice(0, slash), message: `must not have the property ${name}${hint}` };
}

function issueOf(unit: OutputUnit, value: unknown, prepared: Prepared): SchemaIssue {
  const path = pathOf(unit);
  const found = valueAt(value, path);
  // The library names the member in its text alone.
  const missing = /^Instance does not have required property "([\s\S]*)"\.$/.exec(unit.error)?.[1];
  if (missing !== undefined) return { path: path + pointerStep(missing), message: "is required, but missing" };
  const [, given, needed] = /^Instance has "([\s\S]*)" but does not have "([\s\S]*)"\.$/.exec(unit.error) ?? [];
  if (given !== undefined && needed !== undefined) {
    return { path: path + pointerStep(needed), message: `is required where ${shown(given)} is given, but missing` };
  }
  const wanted: unknown = schemaAt(unit, prepared)?.[unit.keyword];
  return { path, message: messageOf(unit, wanted, found) ?? unit.error };
}

/** Undefined where the library's own words are all there is. */
function messageOf(unit: OutputUnit, wanted: unknown, found: unknown): string | undefined {
  if (wanted === undefined) return undefined;
  const size = Array.isArray(found) ? found.length : isObject(found) ? Object.keys(found).length : 0;
  const { keyword } = unit;
  switch (keyword) {
    case "type": {
      const types = (Array.isArray(wanted) ? wanted : [wanted]).map(String).map(withArticle);
      return `must be ${types.join(" or ")}, but is ${described(found)}`;
    }
    case "const":
      return `must be exactly ${shown(wanted)}, but is ${shown(found)}`;
    case "enum":
      return Array.isArray(wanted) ? `must be one of ${listed(wanted)}, but is ${shown(found)}` : undefined;
    case "minimum":
      return `must be at least ${shown(wanted)}, but is ${shown(found)}`;
    case "maximum":
      return `must be at most ${shown(wanted)}, but is ${shown(found)}`;
    case "exclusiveMinimum":
      return `must be more than ${shown(wanted)}, but is ${shown(found)}`;
    case "exclusiveMaximum":
      return `must be less than ${shown(wanted)}, but is ${shown(found)}`;
    case "multipleOf":
      return `must be a multiple of ${shown(wanted)}, but is ${shown(found)}`;
    case "minLength":
    case "maxLength": {
      const bound = keyword === "minLength" ? "at least" : "at most";
      return `must have ${bound} ${counted(wanted, "character")}, but has ${codePoints(String(found))}`;
    }
    case "minItems":
      return `must have at least ${counted(wanted, "item")}, but has ${size}`;
    case "maxItems":
      return `must have at most ${counted(wanted, "item")}, but has ${size}`;
    case "minProperties":
      return `must have at least ${counted(wanted, "member")}, but has ${size}`;
    case "maxProperties":
      return `must have at most ${counted(wanted, "member")}, but has ${size}`;
    case "pattern":
      return `must match the pattern ${String(wanted)}, but is ${shown(found)}`;
    case "format":
      return `must have the format ${String(wanted)}, but is ${shown(found)}`;
    case "anyOf":
      return `must match one of ${Array.isArray(wanted) ? wanted.length : 0} alternatives`;
    case "oneOf": {
      const count = Array.isArray(wanted) ? wanted.length : 0;
      const matches = matchesOf(unit);
      return matches === 0
        ? `must match one of ${count} alternatives`
        : `must match exactly one of ${count} alternatives, but matches ${matches}`;
    }
    case "uniqueItems": {
      const [, first, second] = /(\d+) and (\d+)/.exec(unit.error) ?? [];
      return `must have items that differ, but items ${first} and ${second} are equal`;
    }
    case "not":
      return `must not be of the kind that "not" describes, but is ${shown(found)}`;
    default:
      return undefined;
  }
}

/* ---------------------------------------------------------------- places --------------------------------------------------- */

/** The library escapes pointers as URI fragments. */
function pathOf(unit: OutputUnit): string {
  return decodeURIComponent(unit.instanceLocation.slice(1));
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.split("/").slice(1)) {
    const key = unescape(step);
    if (Array.isArray(at)) at = at[Number(key)];
    else at = isObject(at) ? ownValue(at, key) : undefined;
  }
  return at;
}

/** The schema that holds the keyword, found along the way that the library went; a `$ref` on it leads to what it stands for. */
function schemaAt(unit: OutputUnit, { root, lookup }: Prepared): Schema | undefined {
  let at: unknown = root;
  for (const step of unit.keywordLocation.split("/").slice(1, -1)) {
    const key = unescape(decodeURIComponent(step));
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isObject(at)) at = key === "$ref" ? lookup[String(at[key])] : ownValue(at, key);
  }
  return isObject(at) ? at : undefined;
}

function unescape(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/* ---------------------------------------------------------------- words ---------------------------------------------------- */

function counted(count: unknown, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${shown(count)} ${noun}s`;
}

function withArticle(type: string): string {
  if (type === "null") return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function described(value: unknown): string {
  const type = typeOf(value);
  if (type === "object" || type === "array") return `${withArticle(type)}: ${shown(value)}`;
  return type === "string" ? `the string ${shown(value)}` : shown(value);
}
