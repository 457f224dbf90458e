/**
 * Forms of 2025-06-18: strings, numbers, booleans, and one of several strings. No defaults but for booleans, no lists, no URLs.
 * [2025-06-18 client/elicitation#request-schema]
 */
import { isObject } from "@mcpwire/jsonrpc";
import { shown } from "../../projection/as-text.js";
import { cut, members, objects, values, type Projection } from "../../projection/combinators.js";

/** One field; a list of choices has no counterpart and is left out. */
const field = objects((schema) => {
  if (schema.type === "array") return undefined;
  if (Array.isArray(schema.oneOf)) return titledChoice(schema, schema.oneOf);
  return schema.type === "boolean" ? schema : cut("default")(schema);
});

/** Choices with titles, as two lists side by side. */
function titledChoice(schema: object, options: readonly unknown[]): object {
  const choices = options.filter(isObject);
  return {
    ...(cut("oneOf", "default")(schema) as object), // `cut` gives an object for an object
    enum: choices.map((choice) => choice.const),
    enumNames: choices.map((choice) => choice.title),
  };
}

const requestedSchema: Projection = objects((schema) => {
  const flat = cut("$schema")(members({ properties: values(field) })(schema));
  if (!isObject(flat) || !isObject(flat.properties) || !Array.isArray(flat.required)) return flat;
  const { properties } = flat;
  const required: unknown[] = flat.required.filter(
    (name) => typeof name === "string" && Object.hasOwn(properties, name),
  );
  return required.length === flat.required.length ? flat : { ...flat, required };
});

/** A form keeps its shape; a page to visit becomes an empty form whose message names it. */
export const elicitationParams: Projection = objects((params) => {
  if (params.mode !== "url") return cut("mode")(members({ requestedSchema })(params));
  const { mode: _mode, url, elicitationId: _id, message, ...rest } = params;
  return {
    ...rest,
    message: `${shown(message)}\n${shown(url)}`,
    requestedSchema: { type: "object", properties: {} },
  };
});

/** Answers hold one value a field: a list becomes one string. */
export const elicitationResult: Projection = members({
  content: values((value) => (Array.isArray(value) ? value.map(shown).join(", ") : value)),
});
