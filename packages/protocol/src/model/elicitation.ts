/**
 * Elicitation: a server asks the user.
 * [2026-07-28 client/elicitation#protocol-messages]
 */
import type { RequestParams, Result } from "./base.js";

/** [2026-07-28 client/elicitation#requested-schema] */
export interface StringSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: "email" | "uri" | "date" | "date-time";
  readonly default?: string;
}

/** [2026-07-28 client/elicitation#requested-schema] */
export interface NumberSchema {
  readonly type: "number" | "integer";
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** [2026-07-28 client/elicitation#requested-schema] */
export interface BooleanSchema {
  readonly type: "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: boolean;
}

/** A value and the name that people see. */
export interface TitledOption {
  readonly const: string;
  readonly title: string;
}

/** One of several strings. [2026-07-28 client/elicitation#requested-schema] */
export interface UntitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: readonly string[];
  readonly default?: string;
}

/** One of several named options. [2026-07-28 client/elicitation#requested-schema] */
export interface TitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly oneOf: readonly TitledOption[];
  readonly default?: string;
}

/** Any of several strings. [2026-07-28 client/elicitation#requested-schema] */
export interface UntitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: { readonly type: "string"; readonly enum: readonly string[] };
  readonly default?: readonly string[];
}

/** Any of several named options. [2026-07-28 client/elicitation#requested-schema] */
export interface TitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: { readonly anyOf: readonly TitledOption[] };
  readonly default?: readonly string[];
}

/** One of several strings, with names in a list beside them: the older way to say `TitledSingleSelectEnumSchema`. */
export interface LegacyTitledEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[];
  readonly default?: string;
}

export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** What one field of a form may be. [2026-07-28 client/elicitation#requested-schema] */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** A flat form. [2026-07-28 client/elicitation#requested-schema] */
export interface RequestedSchema {
  readonly $schema?: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, PrimitiveSchemaDefinition>>;
  readonly required?: readonly string[];
}

/** [2026-07-28 client/elicitation#form-mode-elicitation-requests] */
export interface ElicitRequestFormParams extends RequestParams {
  /** Absent means `form`. */
  readonly mode?: "form";
  readonly message: string;
  readonly requestedSchema: RequestedSchema;
}

/** [2026-07-28 client/elicitation#url-mode-elicitation-requests] */
export interface ElicitRequestURLParams extends RequestParams {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  /** Where the revision has it (2025-11-25 only). [2025-11-25 client/elicitation#url-mode-elicitation-requests] */
  readonly elicitationId?: string;
}

/** Params of `elicitation/create`. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** What the user filled in. */
export type ElicitedContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Result of `elicitation/create`. [2026-07-28 client/elicitation#response-actions] */
export interface ElicitResult extends Result {
  readonly action: "accept" | "decline" | "cancel";
  /** Only with `accept` in form mode. */
  readonly content?: ElicitedContent;
}
