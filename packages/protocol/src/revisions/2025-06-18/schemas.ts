/** What 2025-06-18 changed in the shapes of 2025-03-26. [2025-06-18 changelog#major-changes] */
import { isObject } from "@mcpwire/jsonrpc";
import { meta, number, requestMeta, someObject, strings, text } from "../../schemas/building-blocks.js";
import {
  anyOf,
  boolean,
  branch,
  finite,
  mapOf,
  object,
  oneOf,
  optional,
  string,
  tagged,
  type Check,
  type Checks,
} from "../../schemas/check.js";
import { Schemas as Predecessor } from "../2025-03-26/schemas.js";

export class Schemas extends Predecessor {
  /** Titles and `_meta` nearly everywhere. [2025-06-18 changelog#other-schema-changes] */
  override named(): Checks {
    return { ...super.named(), title: text };
  }

  override meta(): Checks {
    return { _meta: meta };
  }

  override annotations(): Checks {
    return { ...super.annotations(), lastModified: text };
  }

  override blocks(): Checks {
    return { ...super.blocks(), resource_link: object(this.resource()) };
  }

  /** Structured content, and its schema. [2025-06-18 server/tools#structured-content] */
  override tool(): Checks {
    return { ...super.tool(), outputSchema: optional(object({ type: oneOf("object") })) };
  }

  override callResult(): Checks {
    return { ...super.callResult(), structuredContent: someObject };
  }

  override clientCapabilities(): Checks {
    return { ...super.clientCapabilities(), elicitation: someObject };
  }

  /* ---------------------------------------------------------------- elicitation -------------------------------------------- */

  /** [2025-06-18 client/elicitation#protocol-messages] */
  elicitation(): Check {
    return object(this.form());
  }

  form(): Checks {
    const field = tagged(this.fields(), "refuse");
    return {
      message: string,
      requestedSchema: object({ type: oneOf("object"), properties: mapOf(field), required: optional(strings) }),
      _meta: requestMeta,
    };
  }

  /** The fields of a form by their type. [2025-06-18 client/elicitation#request-schema] */
  fields(): Checks {
    const numeric = object(this.numericField());
    return {
      string: this.stringField(),
      number: numeric,
      integer: numeric,
      boolean: object({ title: text, description: text, default: optional(boolean) }),
    };
  }

  /** Any text, or one of several. */
  stringField(): Check {
    const choice = object({ ...this.field(), enum: strings, enumNames: optional(strings) });
    const plain = object({ ...this.field(), minLength: number, maxLength: number, format: text });
    return branch((schema) => (has(schema, "enum") ? choice : plain));
  }

  field(): Checks {
    return { title: text, description: text };
  }

  numericField(): Checks {
    return { title: text, description: text, minimum: number, maximum: number };
  }

  /** The value of one field. */
  answer(): Check {
    return anyOf("a string, a number or a boolean", string, finite, boolean);
  }

  /* ---------------------------------------------------------------- messages ----------------------------------------------- */

  override params(): Checks {
    return { ...super.params(), "elicitation/create": this.elicitation() };
  }

  override results(): Checks {
    return {
      ...super.results(),
      "elicitation/create": object({
        action: oneOf("accept", "decline", "cancel"),
        content: optional(mapOf(this.answer())),
        _meta: meta,
      }),
    };
  }
}

/** True for an object with this member of its own. */
export function has(value: unknown, member: string): boolean {
  return isObject(value) && Object.hasOwn(value, member);
}
