/**
 * Types of 2025-06-18. Elicitation: a server asks the user.
 * [2025-06-18 client/elicitation#protocol-messages]
 */
import type { Request, Result } from "./messages.js";

/** The request `elicitation/create`. [2025-06-18 client/elicitation#protocol-messages] */
export interface ElicitRequest extends Request {
  readonly method: "elicitation/create";
  readonly params: {
    readonly message: string;
    readonly requestedSchema: {
      readonly type: "object";
      readonly properties: {
        readonly [key: string]: PrimitiveSchemaDefinition;
      };
      readonly required?: readonly string[];
    };
  };
}

/** What one field of a form may be. [2025-06-18 client/elicitation#request-schema] */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** Text. [2025-06-18 client/elicitation#request-schema] */
export interface StringSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: "email" | "uri" | "date" | "date-time";
}

/** A number. [2025-06-18 client/elicitation#request-schema] */
export interface NumberSchema {
  readonly type: "number" | "integer";
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Yes or no. [2025-06-18 client/elicitation#request-schema] */
export interface BooleanSchema {
  readonly type: "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: boolean;
}

/** A choice. [2025-06-18 client/elicitation#request-schema] */
export interface EnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[];
}

/** Result of `elicitation/create`. [2025-06-18 client/elicitation#response-actions] */
export interface ElicitResult extends Result {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { readonly [key: string]: string | number | boolean };
}
