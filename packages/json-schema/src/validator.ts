/**
 * The validator that clients and servers use, and its default: `@cfworker/json-schema`, which interprets schemas, so that it runs
 * where code generation is forbidden. What the library must not see, or gets wrong, is settled before it is asked.
 */
import { validate } from "@cfworker/json-schema";
import type { ValidationResult as LibraryResult } from "@cfworker/json-schema";

import { defaultBounds } from "./bounds.js";
import type { SchemaBounds } from "./bounds.js";
import type { SchemaIssue } from "./issue.js";
import { issuesOf } from "./issues.js";
import { prepare } from "./prepare.js";
import type { Prepared } from "./prepare.js";
import { withoutUndefined } from "./values.js";

export type ValidationResult =
  { readonly valid: true } | { readonly valid: false; readonly errors: readonly SchemaIssue[] };

/** One schema, ready to use any number of times. */
export interface CompiledSchema {
  /** Never throws. Values that JSON would not write (undefined members) count as absent. */
  validate(value: unknown): ValidationResult;
}

/** What clients and servers ask for; bring another implementation where this one does not suit. */
export interface JsonSchemaValidator {
  /** Throws a `SchemaError`, or whatever error another implementation has, for a schema that cannot be used. */
  compile(schema: unknown): CompiledSchema;
}

export interface JsonSchemaOptions extends Partial<SchemaBounds> {
  /** Asserts the formats that the library knows. Default false, as 2020-12 has it: a format is a hint for people. */
  readonly assertFormats?: boolean;
  /** Documents that references may lead to, by absolute URI. Default: none. */
  readonly knownSchemas?: Readonly<Record<string, unknown>>;
  /** Schemas remembered by their text, so that a list that is fetched again need not be compiled again. Default 256. */
  readonly maxCached?: number;
}

/** Longer schemas are remembered by identity alone: comparing their text costs more than it saves. */
const maxCachedText = 65_536;

/**
 * A validator for 2020-12 and draft-07. Schemas are compiled once: the same object again, or another with the same text, gets the same
 * compiled schema. A schema must not be changed after it was compiled.
 */
export function createJsonSchemaValidator(options: JsonSchemaOptions = {}): JsonSchemaValidator {
  const { maxCached = 256 } = options;
  const settings = {
    ...defaultBounds,
    ...options,
    assertFormats: options.assertFormats ?? false,
    knownSchemas: options.knownSchemas ?? {},
  };
  const byIdentity = new WeakMap<object, CompiledSchema>();
  const byText = new Map<string, CompiledSchema>();

  return {
    compile(schema) {
      const isObject = typeof schema === "object" && schema !== null;
      const known = isObject ? byIdentity.get(schema) : undefined;
      if (known !== undefined) return known;
      const text = textOf(schema);
      let compiled = text === undefined ? undefined : byText.get(text);
      if (compiled === undefined) {
        compiled = new Compiled(prepare(schema, settings), settings);
      } else if (text !== undefined) {
        // Used again, so the last to go.
        byText.delete(text);
      }
      if (text !== undefined && maxCached > 0) {
        byText.set(text, compiled);
        if (byText.size > maxCached) {
          for (const oldest of byText.keys()) {
            byText.delete(oldest);
            break;
          }
        }
      }
      if (isObject) byIdentity.set(schema, compiled);
      return compiled;
    },
  };
}

class Compiled implements CompiledSchema {
  // Truly private: reading a prepared schema counts as a step, and whoever prints or compares objects would.
  readonly #prepared: Prepared;
  readonly #bounds: SchemaBounds;

  constructor(prepared: Prepared, bounds: SchemaBounds) {
    this.#prepared = prepared;
    this.#bounds = bounds;
  }

  validate(value: unknown): ValidationResult {
    try {
      const plain = withoutUndefined(value);
      const verdict = this.ask(plain, true);
      return verdict.valid ? { valid: true } : { valid: false, errors: this.explain(plain, verdict) };
    } catch {
      // What takes too many steps or overflows the stack, or is no JSON at all, is not valid either.
      const message = "cannot be checked against this schema: it is too complex, nests too deeply, or is not JSON";
      return { valid: false, errors: [{ path: "", message }] };
    }
  }

  /** Every fault, where finding them all is affordable; else those that the verdict rests on. */
  private explain(value: unknown, verdict: LibraryResult): readonly SchemaIssue[] {
    let units = verdict.errors;
    try {
      units = this.ask(value, false).errors;
    } catch {
      // The verdict stands.
    }
    return issuesOf(units, value, this.#prepared).slice(0, this.#bounds.maxErrors);
  }

  private ask(value: unknown, stopAtFirst: boolean): LibraryResult {
    const { root, lookup, meter } = this.#prepared;
    meter.reset(this.#bounds.maxSteps);
    return validate(value, root, "2020-12", lookup, stopAtFirst);
  }
}

/** Undefined where there is no text, or too much of it. */
function textOf(schema: unknown): string | undefined {
  try {
    const text = JSON.stringify(schema);
    return text === undefined || text.length > maxCachedText ? undefined : text;
  } catch {
    return undefined;
  }
}
