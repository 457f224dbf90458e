/** The check of values against raw JSON Schema, through a port. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { CompileJSONSchema } from "./schema.js";
import type { SchemaResult } from "./standard-schema.js";

export interface Validator {
  compile(schema: JSONObject): (value: unknown) => SchemaResult<unknown>;
}

export function compileWith(validator: Validator | undefined): CompileJSONSchema {
  return (schema) => {
    if (validator === undefined) throw new Error("no validator");
    return validator.compile(schema);
  };
}
