/** What a form must ask for to fill in an input schema. Simple members become fields of their kind, all others JSON to type in. */
import type { JSONObject } from "@mcpwire/jsonrpc";

export interface Field {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: "text" | "number" | "flag" | "choice" | "json";
  readonly isInteger: boolean;
  readonly isRequired: boolean;
  /** Of a `choice`. */
  readonly choices: readonly string[];
}

/** A field for each property of the schema, in its order. */
export function fieldsOf(schema: JSONObject): readonly Field[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, property]) => {
    const { type, title, description, enum: choices } = isObject(property) ? property : {};
    const words = Array.isArray(choices) && choices.every((choice) => typeof choice === "string") ? choices : [];
    return {
      name,
      title: typeof title === "string" ? title : name,
      description: typeof description === "string" ? description : "",
      kind: words.length > 0 ? "choice" : (kinds.get(type) ?? "json"),
      isInteger: type === "integer",
      isRequired: names.has(name),
      choices: words,
    };
  });
}

/** The argument that was entered; undefined where the field was left empty. Throws where JSON was expected and is not there. */
export function valueOf(field: Field, entered: string | boolean): unknown {
  if (typeof entered === "boolean") return entered || field.isRequired ? entered : undefined;
  if (entered === "" && !(field.kind === "text" && field.isRequired)) return undefined;
  if (field.kind === "number") return Number(entered);
  if (field.kind === "json") return JSON.parse(entered);
  return entered;
}

const kinds = new Map<unknown, Field["kind"]>([
  ["string", "text"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "flag"],
]);

function isObject(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
