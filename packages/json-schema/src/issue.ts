/** One thing that is wrong with a value. */
export interface SchemaIssue {
  /** Where in the value, as a JSON Pointer; empty for the value itself. */
  readonly path: string;
  /** What was expected and what was found, in words that a language model can act on. */
  readonly message: string;
}
