/**
 * Checks, the pieces that schemas are made of: a check looks at a value and says what is wrong with it. It changes and copies
 * nothing, compiles no code, and what is right costs no memory.
 *
 * The receiving side is lenient: objects keep members that are not named, and a block of an unknown type passes. What is named is
 * checked, with one exception: values that nobody here acts upon (formats, themes, sizes) are any string.
 *
 * The functions that build a check are marked as free of side effects, so that a bundle drops the checks that it never asks for.
 */
import { isObject } from "@mcpwire/jsonrpc";

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  /** What was expected there, and what is there instead; short, also where the value is long. */
  readonly message: string;
  /** Where it is, from the outside in; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/** Undefined for a value that is right. */
export type Check = (value: unknown) => readonly SchemaIssue[] | undefined;

/** Checks by method, by member or by tag. */
export type Checks = Readonly<Record<string, Check>>;

/** Nobody reads more, and a list of a million wrong elements must not become a million issues. */
const mostIssues = 100;

/* ---------------------------------------------------------------- single values -------------------------------------------- */

export const anything: Check = () => undefined;

/** Any value, but one. */
export const something: Check = (value) => (value === undefined ? wrong("a value", value) : undefined);

export const string: Check = (value) => (typeof value === "string" ? undefined : wrong("a string", value));

export const finite: Check = (value) => (Number.isFinite(value) ? undefined : wrong("a number", value));

export const boolean: Check = (value) => (typeof value === "boolean" ? undefined : wrong("a boolean", value));

/** What identifies a request or its progress. */
export const stringOrNumber: Check = (value) =>
  typeof value === "string" || Number.isFinite(value) ? undefined : wrong("a string or a number", value);

/** Any JSON object, taken as it is. */
export const anyObject: Check = (value) => (isObject(value) ? undefined : wrong("an object", value));

/** One of these strings. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf(...choices: readonly string[]): Check {
  const expected = `${choices.length > 1 ? "one of " : ""}${choices.map((choice) => JSON.stringify(choice)).join(", ")}`;
  return (value) => (choices.some((choice) => choice === value) ? undefined : wrong(expected, value));
}

/* ---------------------------------------------------------------- composed values ------------------------------------------ */

/** Also absent. */
/* @__NO_SIDE_EFFECTS__ */
export function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

/** Also null. */
/* @__NO_SIDE_EFFECTS__ */
export function nullable(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

/** What any of these accepts; `expected` says it in words. */
/* @__NO_SIDE_EFFECTS__ */
export function anyOf(expected: string, ...checks: readonly Check[]): Check {
  return (value) => (checks.some((check) => check(value) === undefined) ? undefined : wrong(expected, value));
}

/** An object with these members, and any others. */
/* @__NO_SIDE_EFFECTS__ */
export function object(members: Checks): Check {
  const table = Object.entries(members);
  return (value) => {
    if (!isObject(value)) return wrong("an object", value);
    let issues: SchemaIssue[] | undefined;
    for (const [key, check] of table) issues = withThose(issues, key, check(value[key]));
    return issues;
  };
}

/** An object that is used as a map. */
/* @__NO_SIDE_EFFECTS__ */
export function mapOf(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return wrong("an object", value);
    let issues: SchemaIssue[] | undefined;
    for (const [key, element] of Object.entries(value)) {
      issues = withThose(issues, key, check(element));
      if (isEnough(issues)) break;
    }
    return issues;
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return wrong("a list", value);
    let issues: SchemaIssue[] | undefined;
    for (let at = 0; at < value.length && !isEnough(issues); at += 1) issues = withThose(issues, at, check(value[at]));
    return issues;
  };
}

/** Chooses the check by looking at the value, so that the issues are those of the shape that was meant. */
/* @__NO_SIDE_EFFECTS__ */
export function branch(choose: (value: unknown) => Check): Check {
  return (value) => choose(value)(value);
}

/** An object tagged by `type`. Unknown tags pass where `others` is `pass`; an object without a tag never does. */
/* @__NO_SIDE_EFFECTS__ */
export function tagged(checks: Checks, others: "pass" | "refuse"): Check {
  const table = new Map(Object.entries(checks));
  const unknown = object({ type: others === "pass" ? string : oneOf(...table.keys()) });
  return branch((value) => (isObject(value) && typeof value.type === "string" && table.get(value.type)) || unknown);
}

function wrong(expected: string, value: unknown): readonly SchemaIssue[] {
  const found = value === undefined ? "but it is missing" : `got ${shown(value)}`;
  return [{ message: `expected ${expected}, ${found}`, path: [] }];
}

/** A foreign value inside a message of ours. */
function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "a list" : "an object";
    case "number":
    case "boolean":
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}

function withThose(
  issues: SchemaIssue[] | undefined,
  key: string | number,
  more: readonly SchemaIssue[] | undefined,
): SchemaIssue[] | undefined {
  if (more === undefined) return issues;
  const those = more.map(({ message, path }) => ({ message, path: [key, ...path] }));
  return issues === undefined ? those : [...issues, ...those].slice(0, mostIssues);
}

function isEnough(issues: readonly SchemaIssue[] | undefined): boolean {
  return issues !== undefined && issues.length >= mostIssues;
}
