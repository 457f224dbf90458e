/** The check of values against raw JSON Schema, through the port of `@mcpwire/json-schema`. */
import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import type { JsonSchemaValidator, SchemaIssue as PointedIssue } from "@mcpwire/json-schema";
import type { CompileJSONSchema } from "./schema.js";
import type { SchemaIssue } from "./standard-schema.js";

/** Compiles by the given validator, or by the default one, made when the first raw schema needs it. */
export function compileWith(validator: JsonSchemaValidator | undefined): CompileJSONSchema {
  let chosen = validator;
  return (schema) => {
    chosen ??= createJsonSchemaValidator();
    const compiled = chosen.compile(schema);
    return (value) => {
      const result = compiled.validate(value);
      return result.valid ? { value } : { issues: result.errors.map(issueOf) };
    };
  };
}

/** A JSON Pointer as the list of keys that schema libraries give. */
function issueOf({ path, message }: PointedIssue): SchemaIssue {
  const keys = path.split("/").slice(1);
  return { message, path: keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) };
}
