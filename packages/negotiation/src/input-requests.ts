/**
 * A handler's request for input, checked before anything of it reaches a client. Pure, and the same for both eras.
 * [2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow]
 */
import { latest, type ClientCapabilities, type Revision } from "@mcpwire/protocol";
import { inputRequired, type HandlerOutcome, type InputRequest, type InputRequired } from "./era.js";
import { declares, isObject } from "./read-peer.js";

/** The checked form: what to ask, by key in the handler's order, and the state. */
export interface CheckedInput {
  readonly questions: readonly (readonly [key: string, question: InputRequest])[];
  readonly requestState: string | undefined;
}

export function isInputRequired(outcome: HandlerOutcome): outcome is InputRequired {
  return inputRequired in outcome && outcome[inputRequired] === true;
}

/** True for the methods whose handlers may ask: the same in both eras, as handlers are. [2026-07-28 basic/patterns/mrtr#supported-requests] */
export function mayAskInput(method: string): boolean {
  return latest.methods.get(method)?.asksInput === true;
}

/** Reads a request for input; a sentence where it breaks a rule. The fault is the handler's, never the client's. */
export function checkInputRequired(outcome: InputRequired): CheckedInput | string {
  // A handler without types may hand over anything.
  const asked: unknown = outcome.inputRequests;
  const requestState: unknown = outcome.requestState;
  if (requestState !== undefined && typeof requestState !== "string") return "its requestState is not a string";
  if (asked !== undefined && !isObject(asked)) return "its inputRequests are not an object";
  const questions: (readonly [string, InputRequest])[] = [];
  for (const [key, question] of Object.entries(asked ?? {})) {
    if (!isObject(question) || typeof question.method !== "string")
      return `its input request ${name(key)} has no method`;
    if (latest.methods.get(question.method)?.asInput !== true) {
      return `its input request ${name(key)} is a ${name(question.method)}, which cannot be asked`;
    }
    const { method, params } = question;
    if (params !== undefined && !isObject(params))
      return `the params of its input request ${name(key)} are not an object`;
    questions.push([key, params === undefined ? { method } : { method, params }]);
  }
  if (questions.length === 0 && requestState === undefined) return "it has neither input requests nor a state";
  return { questions, requestState };
}

/**
 * What the client would have had to declare for these questions, shaped as in a declaration, or undefined where nothing is
 * missing. What the revision cannot ask is missing whatever was declared.
 */
export function missingCapabilities(
  questions: CheckedInput["questions"],
  declared: ClientCapabilities,
  revision: Revision,
): ClientCapabilities | undefined {
  let missing: ClientCapabilities | undefined;
  for (const [, question] of questions) {
    const one = missingCapability(question, declared, revision);
    if (one !== undefined) missing = merge(missing ?? {}, one);
  }
  return missing;
}

function missingCapability(
  { method, params }: InputRequest,
  declared: ClientCapabilities,
  { methods, traits }: Revision,
): ClientCapabilities | undefined {
  const isKnown = methods.has(method);
  switch (method) {
    case "roots/list":
      return isKnown && declares(declared, ["roots"]) ? undefined : { roots: {} };
    case "sampling/createMessage": {
      const wantsTools = params?.tools !== undefined || params?.toolChoice !== undefined;
      const hasTools = traits.samplingTools && declares(declared, ["sampling", "tools"]);
      if (wantsTools && !hasTools) return { sampling: { tools: {} } };
      return isKnown && declares(declared, ["sampling"]) ? undefined : { sampling: {} };
    }
    default: {
      // `checkInputRequired` lets elicitation through beside the two above. An empty object declares form mode.
      // [2026-07-28 client/elicitation#capabilities]
      const hasAny = isKnown && declares(declared, ["elicitation"]);
      const hasUrl = hasAny && traits.elicitation === "form-and-url" && declares(declared, ["elicitation", "url"]);
      if (params?.mode === "url") return hasUrl ? undefined : { elicitation: { url: {} } };
      const hasForm =
        hasAny && (!declares(declared, ["elicitation", "url"]) || declares(declared, ["elicitation", "form"]));
      return hasForm ? undefined : { elicitation: { form: {} } };
    }
  }
}

function merge(left: ClientCapabilities, right: ClientCapabilities): ClientCapabilities {
  const merged: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const known = merged[key];
    merged[key] = isObject(known) && isObject(value) ? { ...known, ...value } : value;
  }
  return merged;
}

function name(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
