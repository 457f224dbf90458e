/** Why a schema cannot be used: one error class, told apart by its code. */

/**
 * - `unsupported-dialect`: `$schema` names neither 2020-12 nor draft-07.
 * - `malformed-schema`: a keyword has a value that the dialect does not allow, or a pattern is no regular expression.
 * - `too-deep`, `too-many-subschemas`: a bound was exceeded.
 * - `remote-reference`: a reference leaves the schema. Nothing is ever fetched.
 * - `unresolved-reference`: a reference points at nothing.
 */
export type SchemaErrorCode =
  | "unsupported-dialect"
  | "malformed-schema"
  | "too-deep"
  | "too-many-subschemas"
  | "remote-reference"
  | "unresolved-reference";

const family = Symbol.for("mcpwire.error-family");

/**
 * A schema that is refused, when it is compiled. It carries the brand of mcpwire's usage errors: the program, or the peer's tool that
 * it came from, is wrong, and no retry helps.
 */
export class SchemaError extends Error {
  readonly [family] = "usage";
  readonly code: SchemaErrorCode;
  /** Where in the schema, as a JSON Pointer; empty for its root. */
  readonly path: string;

  constructor(code: SchemaErrorCode, path: string, why: string) {
    super(path === "" ? `The schema ${why}` : `The schema at ${path} ${why}`);
    this.name = "SchemaError";
    this.code = code;
    this.path = path;
  }
}
