/**
 * What a host answers when a server asks: elicitation, sampling, roots. One set of functions serves every revision, whether the
 * question came as a request of its own or inside a result that asked for input.
 */
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { JsonSchemaValidator } from "@mcpwire/json-schema";
import type { AnswerContext } from "@mcpwire/negotiation";
import type {
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  Root,
} from "@mcpwire/protocol";
import { misfitOf, withDefaults, withoutEmptyContent } from "./elicitation.js";
import { imbalanceOf } from "./tool-results.js";

type Answer<Question, Result> = (question: Question, context: AnswerContext) => Result | Promise<Result>;

/** The questions that a host answers. A question whose handler is missing is not declared, and refused when asked all the same. */
export interface Questions {
  /**
   * Asks the person to fill in a form. Missing fields are filled with the form's defaults; an answer that does
   * not fit the form is an error of the host and is not sent. A function alone answers forms;
   * an object may answer `form`, `url`, or both. [2025-11-25 client/elicitation#capabilities]
   */
  readonly elicit?:
    | Answer<ElicitRequestFormParams, ElicitResult>
    | {
        readonly form?: Answer<ElicitRequestFormParams, ElicitResult>;
        /** Asks the person whether to open the URL. The library opens nothing. */
        readonly url?: Answer<ElicitRequestURLParams, ElicitResult>;
      };
  /**
   * Runs a model for the server. A function alone declares plain sampling; an object may declare `tools` and `context` beside it.
   * [2025-11-25 client/sampling#capabilities]
   * @deprecated Sampling is on its way out of the protocol. [2026-07-28 deprecated#deprecated]
   */
  readonly sample?:
    | Answer<CreateMessageRequestParams, CreateMessageResult>
    | {
        readonly createMessage: Answer<CreateMessageRequestParams, CreateMessageResult>;
        readonly tools?: boolean;
        readonly context?: boolean;
      };
  /**
   * The folders that the server may work in, as `file://` URIs: a list, or a function that gives it. [2025-11-25 client/roots#protocol-messages]
   * @deprecated Roots are on their way out of the protocol. [2026-07-28 deprecated#deprecated]
   */
  readonly roots?: readonly Root[] | ((context: AnswerContext) => readonly Root[] | Promise<readonly Root[]>);
  /** Answers any other method; resolve with its result. Reject with a `ProtocolError` to refuse. */
  readonly other?: (
    method: string,
    params: JSONObject | undefined,
    context: AnswerContext,
  ) => JSONObject | Promise<JSONObject>;
}

/** The capabilities that these answers amount to. */
export function capabilitiesOf(questions: Questions): ClientCapabilities {
  const { elicit, sample, roots } = questions;
  return {
    ...(elicit === undefined
      ? {}
      : {
          elicitation:
            typeof elicit === "function"
              ? { form: {} }
              : { ...(elicit.form && { form: {} }), ...(elicit.url && { url: {} }) },
        }),
    ...(sample === undefined
      ? {}
      : {
          sampling:
            typeof sample === "function"
              ? {}
              : { ...(sample.tools && { tools: {} }), ...(sample.context && { context: {} }) },
        }),
    ...(roots === undefined ? {} : { roots: { listChanged: true } }),
  };
}

/** Makes the one function that answers every question of a server. The validator checks what was filled into forms. */
export function createAnswerer(questions: Questions, validator: JsonSchemaValidator) {
  return async function answer(
    method: string,
    params: JSONObject | undefined,
    context: AnswerContext,
  ): Promise<JSONObject> {
    switch (method) {
      case "elicitation/create":
        return elicit(questions.elicit, params ?? {}, context, validator);
      case "sampling/createMessage":
        return sample(questions.sample, params ?? {}, context);
      case "roots/list":
        return roots(questions.roots, context);
      default:
        if (questions.other) return questions.other(method, params, context);
        throw refuse(method);
    }
  };
}

async function elicit(
  handler: Questions["elicit"],
  params: JSONObject,
  context: AnswerContext,
  validator: JsonSchemaValidator,
): Promise<JSONObject> {
  const mode = params["mode"] ?? "form";
  const { form, url } = typeof handler === "function" ? { form: handler, url: undefined } : (handler ?? {});
  if (typeof params["message"] !== "string") throw invalid("elicitation/create needs a message");
  if (mode === "url" && url !== undefined) {
    if (typeof params["url"] !== "string") throw invalid("elicitation/create in url mode needs a url");
    // message and url were checked above; the other members are optional.
    const { content: _, ...answer } = asObject(await url(params as unknown as ElicitRequestURLParams, context));
    // What happens at the page stays there. [2025-11-25 client/elicitation#response-actions]
    return answer;
  }
  if (mode === "form" && form !== undefined) {
    // message was checked above; a schema that is missing or odd is the host's to show or refuse.
    const filled = asObject(await form(params as unknown as ElicitRequestFormParams, context));
    const answer = withDefaults(params["requestedSchema"], filled);
    const misfit = misfitOf(params["requestedSchema"], answer, validator);
    if (misfit !== undefined) throw new UsageError("bad-answer", `the answer does not fit the form: ${misfit}`);
    return answer;
  }
  throw invalid(`this client does not answer elicitation in ${JSON.stringify(mode)} mode`);
}

async function sample(handler: Questions["sample"], params: JSONObject, context: AnswerContext): Promise<JSONObject> {
  if (handler === undefined) throw refuse("sampling/createMessage");
  if (!Array.isArray(params["messages"])) throw invalid("sampling/createMessage needs messages");
  const mayUseTools = typeof handler === "object" && handler.tools === true;
  if (!mayUseTools && (params["tools"] !== undefined || params["toolChoice"] !== undefined)) {
    // [2025-11-25 client/sampling#tools-in-sampling]
    throw invalid("this client does not offer tools in sampling");
  }
  const imbalance = imbalanceOf(params["messages"]);
  // [2025-11-25 client/sampling#error-handling]
  if (imbalance !== undefined) throw invalid(`sampling/createMessage: ${imbalance}`);
  const createMessage = typeof handler === "function" ? handler : handler.createMessage;
  // messages was checked above; what else is in them is the host's to show or refuse.
  return asObject(await createMessage(params as unknown as CreateMessageRequestParams, context));
}

async function roots(handler: Questions["roots"], context: AnswerContext): Promise<JSONObject> {
  if (handler === undefined) throw refuse("roots/list");
  const given = typeof handler === "function" ? await handler(context) : handler;
  const stray = given.find(({ uri }) => !/^file:\/\//i.test(uri));
  // [2025-11-25 client/roots#root]
  if (stray !== undefined) throw new UsageError("bad-root", `a root is a file:// URI, not ${stray.uri.slice(0, 140)}`);
  return { roots: given };
}

function asObject(answer: ElicitResult | CreateMessageResult): JSONObject {
  return withoutEmptyContent({ ...answer });
}

function refuse(method: string): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, `this client does not answer ${method}`);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message);
}
