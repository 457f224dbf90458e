/**
 * Schemas that are the same in every revision, and the two tools that theirs are written with.
 *
 * The receiving side is lenient: objects keep members that are not named, and a block of an unknown type passes. What is named is
 * checked, with one exception: values that nobody here acts upon (formats, themes, sizes) are any string.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as z from "zod";
import { loggingLevels } from "../model/capabilities.js";

/** The schemas of one revision, by method. */
export interface SchemaTable {
  readonly params: Readonly<Record<string, z.ZodType<JSONObject | undefined>>>;
  /** Requests only. */
  readonly results: Readonly<Record<string, z.ZodType<JSONObject>>>;
  /** Of the methods that answer with a list: the member that holds it, and the schema of one element. */
  readonly items: Readonly<Record<string, ListItems>>;
}

/** Where a result has its list, and what one element of it looks like. */
export interface ListItems {
  readonly member: string;
  readonly schema: z.ZodType<JSONObject>;
}

export const object = z.looseObject;

/** Any JSON object, taken as it is. */
export const jsonObject = z.custom<JSONObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

export const meta = jsonObject.optional();
export const role = z.enum(["user", "assistant"]);
export const progressToken = z.union([z.string(), z.number()]);
export const requestId = z.union([z.string(), z.number()]);
export const cursor = z.string();
export const loggingLevel = z.enum(loggingLevels);
export const strings = z.array(z.string());
export const stringMap = z.record(z.string(), z.string());
export const flag = z.boolean().optional();
export const text = z.string().optional();
export const number = z.number().optional();

/** Chooses the schema by looking at the value, so that the issues are those of the schema that was meant. */
export function branch<T>(choose: (value: unknown) => z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    const outcome = choose(value).safeParse(value);
    if (outcome.success) return outcome.data;
    for (const issue of outcome.error.issues) {
      // A raw issue is an issue together with its input; the union of their kinds is too wide for the compiler to see it.
      context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    }
    return z.NEVER;
  });
}

/** An object tagged by `type`. Unknown tags pass where `others` is `pass`; an object without a tag never does. */
export function tagged(
  schemas: Readonly<Record<string, z.ZodType<JSONObject>>>,
  others: "pass" | "refuse",
): z.ZodType<JSONObject> {
  const table = new Map(Object.entries(schemas));
  const tags = [...table.keys()];
  const unknown =
    others === "pass"
      ? object({ type: z.string() })
      : object({ type: z.string().refine((tag) => tags.includes(tag), `expected one of ${tags.join(", ")}`) });
  return branch<JSONObject>((value) => {
    const tag = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
    return (typeof tag === "string" ? table.get(tag) : undefined) ?? unknown;
  });
}
