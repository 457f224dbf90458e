export { createJsonSchemaValidator } from "./validator.js";
export type { CompiledSchema, JsonSchemaOptions, JsonSchemaValidator, ValidationResult } from "./validator.js";
export type { SchemaIssue } from "./issue.js";
export { SchemaError } from "./schema-error.js";
export type { SchemaErrorCode } from "./schema-error.js";
export { defaultBounds } from "./bounds.js";
export type { SchemaBounds } from "./bounds.js";
export { supportedDialects } from "./dialect.js";
export { describeIssues } from "./describe.js";
