/**
 * What a schema may cost. Tool schemas come from strangers; a small one can be made to take forever.
 * [2026-07-28 basic/index#composition-keyword-resource-use]
 */
import { SchemaError } from "./schema-error.js";

export interface SchemaBounds {
  /** Schemas inside of schemas. Default 64: far beyond any tool seen, far below what overflows a stack. */
  readonly maxSchemaDepth: number;
  /** Subschemas of one schema. Default 2 000. */
  readonly maxSubschemas: number;
  /**
   * Schemas applied to values in one validation, references and alternatives counted each time. Default 1 000 000, under a second.
   * Nested alternatives multiply; a value that needs more is invalid.
   */
  readonly maxSteps: number;
  /** Errors reported of one validation. Default 20: more help nobody. */
  readonly maxErrors: number;
}

export const defaultBounds: SchemaBounds = {
  maxSchemaDepth: 64,
  maxSubschemas: 2000,
  maxSteps: 1_000_000,
  maxErrors: 20,
};

/** Counts the subschemas of one schema, and refuses those beyond the bounds. */
export class SchemaMeter {
  private count = 0;
  private readonly bounds: SchemaBounds;

  constructor(bounds: SchemaBounds) {
    this.bounds = bounds;
  }

  enter(path: string, depth: number): void {
    if (depth > this.bounds.maxSchemaDepth) {
      throw new SchemaError("too-deep", path, `nests deeper than ${this.bounds.maxSchemaDepth} schemas`);
    }
    this.count++;
    if (this.count > this.bounds.maxSubschemas) {
      throw new SchemaError("too-many-subschemas", path, `has more than ${this.bounds.maxSubschemas} subschemas`);
    }
  }
}

/** Thrown inside of a validation that costs too much, and caught at its edge. */
export class OutOfSteps extends Error {}
