/** Checks each message of a dialogue against the JSON Schema of its revision. */
import { readSchema, specDirectory } from "../protocol/spec-schemas.js";
import type { SpecSchema } from "../protocol/spec-schemas.js";

/** The oldest revision has no schema of its own; its successor has the same shapes. */
const schemaOf: Readonly<Record<string, string>> = { "2024-10-07": "2024-11-05" };

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: { readonly resultType?: string };
  readonly error?: { readonly code?: number };
}

export class WireSchema {
  readonly #schema: SpecSchema | undefined;
  /** Methods by who asked, and the id of the request. */
  readonly #asked = { client: new Map<unknown, string>(), server: new Map<unknown, string>() };

  constructor(revision: string) {
    this.#schema = specDirectory === undefined ? undefined : readSchema(specDirectory, schemaOf[revision] ?? revision);
  }

  /** What is wrong with a message, or with one of a batch; undefined where nothing is, or where there is no schema at hand. */
  problemWith(message: unknown, from: "client" | "server"): string | undefined {
    if (Array.isArray(message))
      return message.map((item) => this.problemWith(item, from)).find((problem) => problem !== undefined);
    const schema = this.#schema;
    if (schema === undefined) return undefined;
    const { id, method, result, error } = message as Message; // the dialogue consists of JSON-RPC messages
    if (method !== undefined) {
      if (id !== undefined) this.#asked[from].set(id, method);
      const known = schema.methods.get(method);
      return schema.check(known?.message ?? (id === undefined ? "JSONRPCNotification" : "JSONRPCRequest"), message);
    }
    if (error !== undefined) {
      const general = "JSONRPCErrorResponse" in schema.definitions ? "JSONRPCErrorResponse" : "JSONRPCError";
      return schema.check(definitionOfError(error.code, schema) ?? general, message);
    }
    const asked = schema.methods.get(this.#asked[from === "client" ? "server" : "client"].get(id) ?? "");
    const definition = result?.resultType === "input_required" ? "InputRequiredResult" : (asked?.result ?? "Result");
    return schema.check(definition, result);
  }
}

/** The definition of the whole response, where a revision has one for this very code. */
function definitionOfError(code: number | undefined, { definitions }: SpecSchema): string | undefined {
  for (const [name, { properties }] of Object.entries(definitions)) {
    // The few that exist are written `{ error: { allOf: [Error, { properties: { code: { const } } }] } }`.
    const { error } = (properties ?? {}) as { error?: { allOf?: { properties?: { code?: { const?: number } } }[] } };
    if (code !== undefined && error?.allOf?.some((part) => part.properties?.code?.const === code) === true) return name;
  }
  return undefined;
}
