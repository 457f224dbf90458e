/**
 * From what a user hands in as a schema to what the server needs of it: JSON Schema for the wire, and one function that checks.
 * Runs at registration only. [2026-07-28 basic/index#json-schema-usage]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { PairedSchema, SchemaIssue, SchemaResult, StandardJSONSchema, StandardSchema } from "./standard-schema.js";

/** Compiles JSON Schema into a check; throws an `Error` that says why it cannot. */
export type CompileJSONSchema = (schema: JSONObject) => (value: unknown) => SchemaResult<unknown>;

/** Which side of a schema with transforms goes on the wire. */
export type SchemaSide = "input" | "output";

/** A schema, ready for use. */
export interface CompiledSchema {
  readonly json: JSONObject;
  check(value: unknown): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
}

const target = "draft-2020-12";
const targetDialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Compiles a user's schema. Throws a `UsageError` that names what to pass instead, where the value is no schema, has no JSON
 * Schema, or cannot be compiled.
 */
export function compileSchema(
  schema: unknown,
  side: SchemaSide,
  compile: CompileJSONSchema,
  subject: string,
): CompiledSchema {
  if (hasJSONSchema(schema)) return fromStandard(schema, side, subject);
  if (isPaired(schema)) return { json: schema.schema, check: checkOf(schema.validate) };
  if (isStandard(schema)) {
    throw new UsageError(
      "schema-without-json-schema",
      `${subject}: this ${schema["~standard"].vendor} schema cannot write JSON Schema by itself. ` +
        adviceFor(schema["~standard"].vendor),
    );
  }
  if (!isPlainObject(schema)) {
    throw new UsageError(
      "not-a-schema",
      `${subject}: expected a schema object that gives JSON Schema, plain JSON Schema, or { schema, validate }; got ${kindOf(schema)}`,
    );
  }
  const stray = Object.entries(schema).find(([, value]) => isStandard(value) || isForeign(value));
  if (stray !== undefined) {
    throw new UsageError(
      "not-a-schema",
      `${subject}: "${stray[0]}" is a schema inside a bare object; wrap the object in your library's object schema, ` +
        "such as z.object({ … })",
    );
  }
  return { json: schema, check: tryCompile(schema, compile, subject) };
}

/**
 * The JSON Schema of arguments, with `type: "object"` at its root; a union keeps its branches beside it.
 * [2026-07-28 server/tools#tool]
 */
export function objectRoot(json: JSONObject, subject: string): JSONObject {
  if (json["type"] === "object") return json;
  const branches = [json["anyOf"], json["oneOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  const excluded = branches.length > 0 && branches.every((branch) => isPlainObject(branch) && refusesObjects(branch));
  if (json["type"] !== undefined || json["enum"] !== undefined || json["const"] !== undefined || excluded) {
    throw new UsageError(
      "not-an-object",
      `${subject}: arguments are an object, so the root of the schema must have type "object"; got ${JSON.stringify(json).slice(0, 80)}`,
    );
  }
  return { type: "object", ...json };
}

function refusesObjects(branch: JSONObject): boolean {
  const type = branch["type"];
  return type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"));
}

/** Issues in one line that a model can act on: `source_id: Too small`. At most ten are named. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const lines: string[] = [];
  for (const issue of issues) {
    if (lines.length === 10) return `${lines.join("; ")}; and ${String(issues.length - 10)} more`;
    const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    lines.push(path === "" ? issue.message : `${path}: ${issue.message}`);
  }
  return lines.join("; ");
}

export function isPlainObject(value: unknown): value is JSONObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function fromStandard(schema: StandardJSONSchema, side: SchemaSide, subject: string): CompiledSchema {
  const standard = schema["~standard"];
  let written: Record<string, unknown>;
  try {
    written = standard.jsonSchema[side]({ target });
  } catch (error) {
    throw new UsageError(
      "schema-not-expressible",
      `${subject}: ${standard.vendor} cannot write the ${side} side of this schema as JSON Schema: ${messageOf(error)}. ` +
        "Use types that JSON has, or pass { schema, validate }.",
      { cause: error },
    );
  }
  // The dialect is the default one, and older clients choke on a dialect that they were never told of.
  const { $schema, ...rest } = written;
  const json = $schema === undefined || $schema === targetDialect ? rest : written;
  return { json, check: (value) => standard.validate(value) };
}

function tryCompile(json: JSONObject, compile: CompileJSONSchema, subject: string): ReturnType<CompileJSONSchema> {
  try {
    return compile(json);
  } catch (error) {
    throw new UsageError("bad-json-schema", `${subject}: ${messageOf(error)}`, { cause: error });
  }
}

function checkOf(validate: PairedSchema["validate"]): CompiledSchema["check"] {
  return isStandard(validate) ? (value) => validate["~standard"].validate(value) : validate;
}

function isStandard(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  if (!("~standard" in value)) return false;
  const standard = value["~standard"];
  return typeof standard === "object" && standard !== null && "validate" in standard;
}

function hasJSONSchema(value: unknown): value is StandardJSONSchema {
  if (!isStandard(value)) return false;
  const standard = value["~standard"];
  return "jsonSchema" in standard && typeof standard.jsonSchema === "object" && standard.jsonSchema !== null;
}

function isPaired(value: unknown): value is PairedSchema {
  return (
    isPlainObject(value) &&
    isPlainObject(value["schema"]) &&
    (typeof value["validate"] === "function" || isStandard(value["validate"]))
  );
}

/** A schema object of a library that does not speak Standard Schema: a class instance or a function, which JSON cannot hold. */
function isForeign(value: unknown): boolean {
  return (
    typeof value === "function" ||
    (typeof value === "object" && value !== null && !Array.isArray(value) && !isPlainObject(value))
  );
}

function adviceFor(vendor: string): string {
  if (vendor === "valibot") return "Wrap it: toStandardJsonSchema(schema) from @valibot/to-json-schema.";
  if (vendor === "zod") return "Use zod 4.2 or newer, or pass { schema, validate }.";
  return "Use a version that has Standard JSON Schema, or pass { schema, validate } with JSON Schema beside it.";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "an array";
  const maker: unknown = Object.getPrototypeOf(value)?.constructor;
  return typeof maker === "function" && maker.name !== ""
    ? `an instance of ${maker.name}`
    : "an object of an unknown kind";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
