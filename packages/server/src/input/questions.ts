/**
 * The three questions that a server may put to its client, as values: what is asked, what the client must be able to do, and
 * what counts as an answer. [2026-07-28 basic/patterns/mrtr#inputrequests]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { InputRequest } from "@mcpwire/negotiation";
import type { ClientCapabilities, CreateMessageRequestParams, CreateMessageResult, Root } from "@mcpwire/protocol";
import { isBlock } from "../results.js";
import { compileSchema, isPlainObject } from "../schema.js";
import type { CompileJSONSchema, CompiledSchema } from "../schema.js";
import type { Schema, SchemaOutput } from "../standard-schema.js";
import { mustBalance } from "./tool-use-balance.js";

/** A form for the user. The schema is flat: strings, numbers, booleans and enums. [2026-07-28 client/elicitation#requested-schema] */
export interface FormQuestion<S = Schema> {
  readonly message: string;
  readonly schema: S;
}

/** A page for the user, outside of the protocol: for secrets and payments. [2026-07-28 client/elicitation#url-mode-elicitation-requests] */
export interface URLQuestion {
  readonly message: string;
  readonly url: string;
  /** Names the interaction where a later notification or a retry refers to it. Default: where a revision needs one, the URL. */
  readonly id?: string;
}

/** What the user did: `accept` comes with what was filled in. [2026-07-28 client/elicitation#response-actions] */
export type ElicitAnswer<T> =
  { readonly action: "accept"; readonly content: T } | { readonly action: "decline" } | { readonly action: "cancel" };

/** The answer's type for a question. */
export type AnswerTo<Q> = Q extends FormQuestion<infer S> ? ElicitAnswer<SchemaOutput<S>> : ElicitAnswer<undefined>;

/** A question with the check of its answer: the answer as the handler sees it, or undefined for what is none. */
export interface Question<T> {
  readonly request: InputRequest;
  accept(answer: unknown): T | undefined | Promise<T | undefined>;
}

/** A question to the user, for `inputRequired`. */
export function elicitation(question: FormQuestion | URLQuestion): InputRequest {
  if (!("url" in question)) return formRequest(question.message, formOf(question.schema, compilesNothing));
  const { message, url, id } = question;
  if (!isURL(url))
    throw new UsageError("bad-url", `elicitation: "${url.slice(0, 140)}" is no URL that a person can visit`);
  const params = { mode: "url", message, url, ...(id === undefined ? {} : { elicitationId: id }) };
  return { method: "elicitation/create", params };
}

/** [2026-07-28 client/elicitation#url-mode-elicitation-requests] */
function isURL(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}

/** A question to the client's model, for `inputRequired`. @deprecated By the newest revision. [2026-07-28 deprecated#deprecated] */
export function sampling(params: CreateMessageRequestParams): InputRequest {
  mustBalance(params.messages);
  return { method: "sampling/createMessage", params };
}

/** A question for the client's roots, for `inputRequired`. @deprecated By the newest revision. [2026-07-28 deprecated#deprecated] */
export function roots(): InputRequest {
  return { method: "roots/list" };
}

export function formQuestion(question: FormQuestion, compile: CompileJSONSchema): Question<ElicitAnswer<unknown>> {
  const form = formOf(question.schema, compile);
  return {
    request: formRequest(question.message, form),
    async accept(answer) {
      const action = actionOf(answer);
      if (action !== "accept") return action === undefined ? undefined : { action };
      const content = isPlainObject(answer) && isPlainObject(answer["content"]) ? answer["content"] : {};
      const checked = await form.check(content);
      return checked.issues === undefined ? { action, content: checked.value } : undefined;
    },
  };
}

export function urlQuestion(question: URLQuestion): Question<ElicitAnswer<undefined>> {
  return {
    request: elicitation(question),
    accept(answer) {
      const action = actionOf(answer);
      if (action === "accept") return { action, content: undefined };
      return action === undefined ? undefined : { action };
    },
  };
}

export function samplingQuestion(params: CreateMessageRequestParams): Question<CreateMessageResult> {
  return { request: sampling(params), accept: (answer) => (isMessage(answer) ? answer : undefined) };
}

export function rootsQuestion(): Question<readonly Root[]> {
  return {
    request: roots(),
    accept(answer) {
      if (!isPlainObject(answer) || !Array.isArray(answer["roots"])) return undefined;
      return answer["roots"].filter(isRoot);
    },
  };
}

/**
 * What the client would have to declare for this question and did not, in the shape of the error's data; undefined where it may
 * be asked. Some clients declare null, which is nothing. A method that is none of the three is a mistake of the handler.
 */
export function missingCapability(request: InputRequest, declared: ClientCapabilities): ClientCapabilities | undefined {
  const params = request.params ?? {};
  switch (request.method) {
    case "elicitation/create": {
      const { elicitation } = declared;
      const hasURL = isPlainObject(elicitation?.url);
      if (params["mode"] === "url") return hasURL ? undefined : { elicitation: { url: {} } };
      // An empty object means form mode. [2026-07-28 client/elicitation#capabilities]
      const hasForm = elicitation !== undefined && (isPlainObject(elicitation.form) || !hasURL);
      return hasForm ? undefined : { elicitation: { form: {} } };
    }
    case "sampling/createMessage":
      if (declared.sampling === undefined) return { sampling: {} };
      return wantsTools(params) && !isPlainObject(declared.sampling.tools) ? { sampling: { tools: {} } } : undefined;
    case "roots/list":
      return declared.roots === undefined ? { roots: {} } : undefined;
    default:
      throw new UsageError(
        "not-a-question",
        `"${request.method}" cannot be asked of a client; only elicitation, sampling and roots can`,
      );
  }
}

function wantsTools(params: JSONObject): boolean {
  return params["tools"] !== undefined || params["toolChoice"] !== undefined;
}

function formRequest(message: string, form: CompiledSchema): InputRequest {
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema: form.json } };
}

/** By what compiles, since servers with other validators may ask the same form. */
const forms = new WeakMap<CompileJSONSchema, WeakMap<object, CompiledSchema>>();

/** The form of a schema, converted once per schema object. */
function formOf(schema: Schema, compile: CompileJSONSchema): CompiledSchema {
  const known = forms.get(compile)?.get(schema);
  if (known !== undefined) return known;
  const compiled = compileSchema(schema, "input", compile, "elicitation");
  const { properties, required } = compiled.json;
  const fields = isPlainObject(properties) ? Object.entries(properties) : undefined;
  const typed = fields?.map(([name, field]) => [name, withTypes(field)] as const);
  if (typed?.every(([, field]) => isField(field)) !== true) {
    throw new UsageError(
      "not-a-form",
      "elicitation: a form is an object whose properties are strings, numbers, booleans, or enums of strings",
    );
  }
  const json = {
    type: "object",
    properties: Object.fromEntries(typed),
    ...(required === undefined ? {} : { required }),
  };
  const form = { json, check: compiled.check };
  const kept = forms.get(compile);
  if (kept === undefined) forms.set(compile, new WeakMap([[schema, form]]));
  else kept.set(schema, form);
  return form;
}

const compilesNothing: CompileJSONSchema = () => (value) => ({ value });

/** Some libraries write an enum of strings without its type, which clients look at. */
function withTypes(field: unknown): unknown {
  if (!isPlainObject(field)) return field;
  const { items } = field;
  return items === undefined ? withType(field) : { ...field, items: withType(items) };
}

function withType(schema: unknown): unknown {
  if (!isPlainObject(schema) || schema["type"] !== undefined || !Array.isArray(schema["enum"])) return schema;
  return schema["enum"].every((value) => typeof value === "string") ? { type: "string", ...schema } : schema;
}

const fieldTypes = new Set(["string", "number", "integer", "boolean"]);

function isField(field: unknown): boolean {
  if (!isPlainObject(field)) return false;
  if (typeof field["type"] === "string" && fieldTypes.has(field["type"])) return true;
  const items = field["items"];
  if (field["type"] !== "array" || !isPlainObject(items)) return false;
  return (items["type"] === "string" && Array.isArray(items["enum"])) || Array.isArray(items["anyOf"]);
}

function actionOf(answer: unknown): "accept" | "decline" | "cancel" | undefined {
  const action = isPlainObject(answer) ? answer["action"] : undefined;
  return action === "accept" || action === "decline" || action === "cancel" ? action : undefined;
}

function isMessage(answer: unknown): answer is CreateMessageResult {
  if (!isPlainObject(answer)) return false;
  const { role, content, model } = answer;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return (role === "user" || role === "assistant") && typeof model === "string" && blocks.every(isReadable);
}

/** Of the blocks, the one that handlers read without a look. */
function isReadable(block: unknown): boolean {
  return isBlock(block) && (block.type !== "text" || typeof block.text === "string");
}

function isRoot(value: unknown): value is Root {
  return isPlainObject(value) && typeof value["uri"] === "string";
}
