/**
 * Types of 2025-11-25. Elicitation: a server asks the user.
 * [2025-11-25 client/elicitation#protocol-messages]
 */
import type { JSONRPCNotification, JSONRPCRequest, Result } from "./messages.js";
import type { TaskAugmentedRequestParams } from "./tasks.js";

/** Asks for a form to be filled in. [2025-11-25 client/elicitation#form-mode-elicitation-requests] */
export interface ElicitRequestFormParams extends TaskAugmentedRequestParams {
  readonly mode?: "form";
  readonly message: string;
  readonly requestedSchema: {
    readonly $schema?: string;
    readonly type: "object";
    readonly properties: {
      readonly [key: string]: PrimitiveSchemaDefinition;
    };
    readonly required?: readonly string[];
  };
}

/** Asks for a page to be visited. [2025-11-25 client/elicitation#url-mode-elicitation-requests] */
export interface ElicitRequestURLParams extends TaskAugmentedRequestParams {
  readonly mode: "url";
  readonly message: string;
  readonly elicitationId: string;
  readonly url: string;
}

/** Params of `elicitation/create`. [2025-11-25 client/elicitation#protocol-messages] */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** The request `elicitation/create`. [2025-11-25 client/elicitation#protocol-messages] */
export interface ElicitRequest extends JSONRPCRequest {
  readonly method: "elicitation/create";
  readonly params: ElicitRequestParams;
}

/** What one field of a form may be. [2025-11-25 client/elicitation#requested-schema] */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** Text. [2025-11-25 client/elicitation#requested-schema] */
export interface StringSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: "email" | "uri" | "date" | "date-time";
  readonly default?: string;
}

/** A number. [2025-11-25 client/elicitation#requested-schema] */
export interface NumberSchema {
  readonly type: "number" | "integer";
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Yes or no. [2025-11-25 client/elicitation#requested-schema] */
export interface BooleanSchema {
  readonly type: "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: boolean;
}

/** One of several strings. [2025-11-25 client/elicitation#requested-schema] */
export interface UntitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: readonly string[];
  readonly default?: string;
}

/** One of several named options. [2025-11-25 client/elicitation#requested-schema] */
export interface TitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly oneOf: ReadonlyArray<{
    readonly const: string;
    readonly title: string;
  }>;
  readonly default?: string;
}

/** One of several. [2025-11-25 client/elicitation#requested-schema] */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/** Any of several strings. [2025-11-25 client/elicitation#requested-schema] */
export interface UntitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: {
    readonly type: "string";
    readonly enum: readonly string[];
  };
  readonly default?: readonly string[];
}

/** Any of several named options. [2025-11-25 client/elicitation#requested-schema] */
export interface TitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: {
    readonly anyOf: ReadonlyArray<{
      readonly const: string;
      readonly title: string;
    }>;
  };
  readonly default?: readonly string[];
}

/** Any of several. [2025-11-25 client/elicitation#requested-schema] */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/** One of several strings with names beside them: the older spelling. [2025-11-25 client/elicitation#requested-schema] */
export interface LegacyTitledEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[];
  readonly default?: string;
}

/** A choice. [2025-11-25 client/elicitation#requested-schema] */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** Result of `elicitation/create`. [2025-11-25 client/elicitation#response-actions] */
export interface ElicitResult extends Result {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { readonly [key: string]: string | number | boolean | readonly string[] };
}

/** The notification `notifications/elicitation/complete`. [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation] */
export interface ElicitationCompleteNotification extends JSONRPCNotification {
  readonly method: "notifications/elicitation/complete";
  readonly params: {
    readonly elicitationId: string;
  };
}
