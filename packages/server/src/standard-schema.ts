/**
 * The shapes that schema libraries agree on: Standard Schema (validate a value) and Standard JSON Schema (say what it is in JSON
 * Schema). They are interfaces, declared here in our own words, so that no schema library is a dependency of this package.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** What went wrong, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** The outcome of a validation: a value, or issues. */
export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

interface StandardTypes<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** A validator of any library that follows Standard Schema. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: StandardTypes<Input, Output> | undefined;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

/** A validator that can also say what it accepts and yields in JSON Schema: zod from 4.2, arktype, valibot through its adapter. */
export interface StandardJSONSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchema<Input, Output>["~standard"] & {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** A validator with its JSON Schema beside it, for libraries that cannot write one. */
export interface PairedSchema<Output = unknown> {
  readonly schema: JSONObject;
  readonly validate:
    StandardSchema<unknown, Output> | ((value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>);
}

/** What may describe arguments, results and forms: a schema object, a pair, or JSON Schema as it stands. */
export type Schema = StandardJSONSchema | PairedSchema | JSONObject;

/** The type of a value that a schema has let through. */
export type SchemaOutput<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : S extends PairedSchema<infer O>
    ? O
    : FromJSONSchema<S>;

/** The type of a value that a schema accepts. */
export type SchemaInput<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : S extends PairedSchema<infer O>
    ? O
    : FromJSONSchema<S>;

/** Types of the plain parts of JSON Schema; what it does not understand is `unknown`. */
export type FromJSONSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: "string" }
      ? string
      : S extends { readonly type: "number" | "integer" }
        ? number
        : S extends { readonly type: "boolean" }
          ? boolean
          : S extends { readonly type: "null" }
            ? null
            : S extends { readonly type: "array" }
              ? S extends { readonly items: infer I }
                ? FromJSONSchema<I>[]
                : unknown[]
              : S extends { readonly properties: infer P }
                ? ObjectOf<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
                : S extends { readonly type: "object" }
                  ? Record<string, unknown>
                  : unknown;

type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: FromJSONSchema<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: FromJSONSchema<P[K]>;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };
