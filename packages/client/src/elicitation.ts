/**
 * Questions to the person in front of the host. [2025-11-25 client/elicitation#requested-schema]
 *
 * The library never opens a URL and never fetches one: it hands the question to the host and sends back what the host decided.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { describeIssues } from "@mcpwire/json-schema";
import type { CompiledSchema, JsonSchemaValidator } from "@mcpwire/json-schema";
import { isObject } from "./guards.js";

/**
 * Fills what the person left out with the defaults that the form offered, for every kind of field that can have one. Answers other
 * than an accepted form are left alone. [2025-11-25 client/elicitation#requested-schema]
 */
export function withDefaults(requestedSchema: unknown, answer: JSONObject): JSONObject {
  if (answer["action"] !== "accept" || !isObject(requestedSchema)) return answer;
  const properties = requestedSchema["properties"];
  if (!isObject(properties)) return answer;
  const given = answer["content"];
  const content = isObject(given) ? given : {};
  const missing = Object.entries(properties).filter(
    ([name, field]) => isObject(field) && field["default"] !== undefined && !Object.hasOwn(content, name),
  );
  if (missing.length === 0) return answer;
  const defaults = Object.fromEntries(
    missing.map(([name, field]) => [name, isObject(field) ? field["default"] : undefined]),
  );
  return { ...answer, content: { ...defaults, ...content } };
}

/**
 * Declined and cancelled answers carry no content; older peers choke on `content: null`.
 * [2025-11-25 client/elicitation#response-actions]
 */
export function withoutEmptyContent(answer: JSONObject): JSONObject {
  if (answer["content"] !== null && answer["content"] !== undefined) return answer;
  const { content: _, ...rest } = answer;
  return rest;
}

/**
 * What is wrong with an accepted form; undefined where it fits, where it came without content, and where the schema that was asked
 * is one that nobody here can read. [2025-11-25 client/elicitation#form-mode-security]
 */
export function misfitOf(
  requestedSchema: unknown,
  answer: JSONObject,
  validator: JsonSchemaValidator,
): string | undefined {
  if (answer["action"] !== "accept" || !isObject(answer["content"]) || !isObject(requestedSchema)) return undefined;
  let form: CompiledSchema;
  try {
    form = validator.compile(requestedSchema);
  } catch {
    // The host saw the form and answered it; its author has to judge the answer.
    return undefined;
  }
  const verdict = form.validate(answer["content"]);
  return verdict.valid ? undefined : describeIssues(verdict.errors, "content");
}
