/**
 * A handler's request for input on a legacy connection: real requests to the client, all at once, and then the handler again
 * with the answers. [2025-11-25 client/elicitation#protocol-messages] [2025-11-25 client/sampling#protocol-messages]
 *
 * `HandlerRounds` is pure and decides; `askAll` sends, waits and withdraws.
 */
import {
  INTERNAL_ERROR,
  ProtocolError,
  isErrorResponse,
  isTransportError,
  notification,
  request,
  longestTimerMs,
  type Asked,
  type JSONObject,
  type JSONRPCRequest,
  type Reply,
} from "@mcpwire/jsonrpc";
import { codecOf, type ClientCapabilities, type Revision } from "@mcpwire/protocol";
import type { InputRequest, InputRequired } from "../era.js";
import { checkInputRequired, mayAskInput, missingCapabilities, type CheckedInput } from "../input-requests.js";
import { missingOnLegacy } from "./missing-capability.js";
import { withElicitationId } from "./server-url-elicitation.js";

export type RoundStep =
  /** Ask these (maybe none), then call the handler again with the answers and the state. */
  | { readonly type: "ask"; readonly input: CheckedInput }
  /** The client lacks something, or the handler asked too often: the call ends with this error. */
  | { readonly type: "fail"; readonly error: ProtocolError }
  /** The handler broke a rule. */
  | { readonly type: "fault"; readonly what: string };

export interface HandlerRoundsFacts {
  readonly method: string;
  readonly revision: Revision;
  readonly declared: ClientCapabilities;
  readonly maxRounds: number;
}

/** Counts and checks the rounds of one call. */
export class HandlerRounds {
  readonly #facts: HandlerRoundsFacts;
  #rounds = 0;

  constructor(facts: HandlerRoundsFacts) {
    this.#facts = facts;
  }

  next(outcome: InputRequired): RoundStep {
    const { method, revision, declared, maxRounds } = this.#facts;
    if (!mayAskInput(method)) return { type: "fault", what: "asks for input, which this method may not" };
    const input = checkInputRequired(outcome);
    if (typeof input === "string") return { type: "fault", what: `asks for input, but ${input}` };
    const missing = missingCapabilities(input.questions, declared, revision);
    if (missing !== undefined) return { type: "fail", error: missingOnLegacy(missing) };
    this.#rounds += 1;
    if (this.#rounds > maxRounds) {
      const message = `${method} asked for input more than ${maxRounds} times`;
      return {
        type: "fail",
        error: new ProtocolError(INTERNAL_ERROR, message, { data: { limit: "maxRounds", max: maxRounds } }),
      };
    }
    return { type: "ask", input };
  }
}

/** What `askAll` needs: a channel, ids, a bound on the wait. */
export interface AskPorts {
  readonly ask: ((q: JSONRPCRequest, reply: Reply) => Asked) | undefined;
  readonly revision: Revision;
  readonly timeoutMs: number;
  nextId(): number;
  /** An id for an interaction at a URL. */
  newElicitationId(): string;
}

/** Questions under way. */
export interface Asking {
  /** The answers, decoded, by key. Rejects with a `ProtocolError` that says which question failed; the others are withdrawn then. */
  readonly answers: Promise<JSONObject>;
  /** Withdraws what is open; `answers` never settles. */
  withdraw(reason: string): void;
}

/** Asks every question at once. An answer that declines is an answer; an error is the end of the call. */
export function askAll(questions: CheckedInput["questions"], ports: AskPorts): Asking {
  const { ask, revision, timeoutMs } = ports;
  const codec = codecOf(revision);
  const open = new Map<number, Asked>();
  const withdraw = (reason: string): void => {
    clearTimeout(timer);
    for (const [requestId, asked] of open) {
      // [2025-11-25 basic/utilities/cancellation#cancellation-flow]
      asked.abandon(notification("notifications/cancelled", { requestId, reason }));
    }
    open.clear();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answers = new Promise<JSONObject>((resolve, reject) => {
    if (questions.length === 0) {
      resolve({});
      return;
    }
    const fail = (error: ProtocolError, reason: string): void => {
      withdraw(reason);
      reject(error);
    };
    if (ask === undefined) {
      const message = `The call needs input from the client (${methodsOf(questions)}), and this connection has no way to ask for it`;
      fail(new ProtocolError(INTERNAL_ERROR, message), "unsupported");
      return;
    }
    timer = setTimeout(
      () => {
        const message = `The client did not answer ${methodsOf(questions)} within ${timeoutMs} ms`;
        fail(new ProtocolError(INTERNAL_ERROR, message), "The question was not answered in time");
      },
      Math.min(timeoutMs, longestTimerMs),
    );
    const received = new Map<string, JSONObject>();
    for (const [key, question] of questions) {
      const id = ports.nextId();
      const { method, params } = withElicitationId(question, revision, ports.newElicitationId);
      const asked = ask(request(id, method, codec.encodeParams(method, params)), (reply) => {
        if (!open.delete(id)) return;
        if (isTransportError(reply) || isErrorResponse(reply)) {
          const reason = isTransportError(reply) ? "The call has ended" : "Another question of the same call failed";
          fail(refusedQuestion(key, question, reply), reason);
          return;
        }
        received.set(key, codec.decodeResult(method, reply.result));
        if (received.size < questions.length) return;
        clearTimeout(timer);
        // In the order of the questions, whichever was answered first.
        resolve(Object.fromEntries(questions.map(([key]) => [key, received.get(key)])));
      });
      open.set(id, asked);
    }
  });
  return { answers, withdraw };
}

function refusedQuestion(key: string, { method }: InputRequest, reply: Parameters<Reply>[0]): ProtocolError {
  if (isTransportError(reply)) {
    return new ProtocolError(INTERNAL_ERROR, `The client could not be asked ${method}: ${reply.message}`, {
      cause: reply,
    });
  }
  const error = isErrorResponse(reply) ? reply.error : { code: INTERNAL_ERROR, message: "no error" };
  return new ProtocolError(INTERNAL_ERROR, `The client refused ${method}: ${error.message} (${error.code})`, {
    data: { inputRequest: key, error },
  });
}

function methodsOf(questions: CheckedInput["questions"]): string {
  return [...new Set(questions.map(([, { method }]) => method))].join(", ");
}
