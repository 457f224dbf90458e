/**
 * The rounds of one request: a result that asks for input, the answers, and the request again. The machine is pure; `playRounds`
 * below drives it. [2026-07-28 basic/patterns/mrtr#client-requirements-basic-workflow]
 */
import { TransportError, UsageError, isTransportError, systemTimers, type JSONObject } from "@mcpwire/jsonrpc";
import type { ClientCapabilities, Revision } from "@mcpwire/protocol";
import type { InputRequest } from "../era.js";
import { undeclared } from "../questions.js";
import { isObject } from "../read-peer.js";
import { timeLeft } from "../time-left.js";

export interface RoundsFacts {
  readonly method: string;
  /** The params of the first request, in wire shape and without request metadata. Never changed; each round copies them. */
  readonly params: JSONObject | undefined;
  /** The method may be answered by a request for input. [2026-07-28 basic/patterns/mrtr#supported-requests] */
  readonly asksInput: boolean;
  readonly maxRounds: number;
  /** What this client declared; nothing else may be asked. */
  readonly capabilities: ClientCapabilities;
  readonly revision: Revision;
  /** Result types of extensions that this client declared, beside the core's two. [2026-07-28 basic/index#responses] */
  readonly resultTypes: readonly string[];
}

/** One question of the server, under the key that it chose. */
export interface Question extends InputRequest {
  readonly key: string;
}

export type RoundsInput =
  | { readonly type: "start" }
  | { readonly type: "result"; readonly result: JSONObject }
  | { readonly type: "answers"; readonly answers: ReadonlyMap<string, JSONObject> };

export type RoundsOutput =
  /** Send the request, under an id of its own, with these params. */
  | { readonly type: "send"; readonly params: JSONObject | undefined }
  /** Get these answered, then feed `answers`. */
  | { readonly type: "ask"; readonly questions: readonly Question[] }
  | { readonly type: "done"; readonly result: JSONObject }
  | { readonly type: "fail"; readonly error: TransportError };

export type RoundsState = "idle" | "sent" | "asking" | "over";

export class Rounds {
  readonly #facts: RoundsFacts;
  #state: RoundsState = "idle";
  #rounds = 0;
  #requestState: string | undefined;

  constructor(facts: RoundsFacts) {
    this.#facts = facts;
  }

  get state(): RoundsState {
    return this.#state;
  }

  handle(input: RoundsInput): readonly RoundsOutput[] {
    switch (input.type) {
      case "start":
        if (this.#state !== "idle") return [];
        this.#state = "sent";
        return [{ type: "send", params: this.#facts.params }];
      case "result":
        return this.#state === "sent" ? this.#received(input.result) : [];
      case "answers":
        if (this.#state !== "asking") return [];
        return this.#again(Object.fromEntries(input.answers));
      default:
        return input satisfies never;
    }
  }

  #received(result: JSONObject): readonly RoundsOutput[] {
    const { resultType } = result;
    // Earlier servers leave it out. [2026-07-28 basic/index#responses]
    if (resultType === undefined || resultType === "complete") return this.#done(result);
    if (resultType === "input_required") return this.#inputRequired(result);
    if (typeof resultType === "string" && this.#facts.resultTypes.includes(resultType)) return this.#done(result);
    return this.#malformed(`the unknown result type ${JSON.stringify(resultType)?.slice(0, 100)}`);
  }

  #inputRequired(result: JSONObject): readonly RoundsOutput[] {
    const { inputRequests, requestState } = result;
    if (!this.#facts.asksInput) return this.#malformed("a request for input, which this method may not have");
    if (requestState !== undefined && typeof requestState !== "string")
      return this.#malformed("a state that is no string");
    if (inputRequests !== undefined && !isObject(inputRequests))
      return this.#malformed("input requests that are no map");
    if (inputRequests === undefined && requestState === undefined) {
      return this.#malformed("a request for input that asks nothing and carries no state");
    }
    const questions: Question[] = [];
    for (const [key, value] of Object.entries(inputRequests ?? {})) {
      const question = readQuestion(key, value);
      if (question === undefined) return this.#malformed(`an input request ${JSON.stringify(key)} that is no request`);
      const missing = undeclared(question, this.#facts.capabilities, this.#facts.revision);
      if (missing !== undefined) {
        return this.#malformed(`the question ${question.method}, and this client did not declare ${missing}`);
      }
      questions.push(question);
    }
    this.#rounds += 1;
    if (this.#rounds > this.#facts.maxRounds) {
      const message = `The server asked for input more than ${this.#facts.maxRounds} times in one ${this.#facts.method}`;
      return this.#fail(
        new TransportError("budget", message, { data: { limit: "maxRounds", max: this.#facts.maxRounds } }),
      );
    }
    this.#requestState = requestState;
    if (questions.length === 0) return this.#again(inputRequests === undefined ? undefined : {});
    this.#state = "asking";
    return [{ type: "ask", questions }];
  }

  /** The original params, with exactly what the last result asked for: nothing of earlier rounds goes along. */
  #again(inputResponses: JSONObject | undefined): readonly RoundsOutput[] {
    this.#state = "sent";
    const { inputResponses: _answers, requestState: _state, ...params } = this.#facts.params ?? {};
    const requestState = this.#requestState;
    return [
      {
        type: "send",
        params: {
          ...params,
          ...(inputResponses === undefined ? {} : { inputResponses }),
          ...(requestState === undefined ? {} : { requestState }),
        },
      },
    ];
  }

  #done(result: JSONObject): readonly RoundsOutput[] {
    this.#state = "over";
    return [{ type: "done", result: this.#rounds === 0 ? result : stale(result) }];
  }

  #malformed(what: string): readonly RoundsOutput[] {
    return this.#fail(new TransportError("malformed", `The server answered ${this.#facts.method} with ${what}`));
  }

  #fail(error: TransportError): readonly RoundsOutput[] {
    this.#state = "over";
    return [{ type: "fail", error }];
  }
}

/** A result that rests on answers is good for this one request. [2026-07-28 server/utilities/caching#cache-key] */
function stale(result: JSONObject): JSONObject {
  return "ttlMs" in result ? { ...result, ttlMs: 0 } : result;
}

function readQuestion(key: string, value: unknown): Question | undefined {
  if (!isObject(value) || typeof value.method !== "string") return undefined;
  if (value.params !== undefined && !isObject(value.params)) return undefined;
  const { method, params } = value;
  return params === undefined ? { key, method } : { key, method, params };
}

/** How `playRounds` reaches the world. */
export interface RoundsPorts {
  /** Sends one request of the chain and resolves with its result. */
  send(
    params: JSONObject | undefined,
    /** When the chain began: its total is the whole chain's. */
    startedAt: number,
  ): Promise<JSONObject>;
  answer(question: Question, signal: AbortSignal): Promise<JSONObject> | JSONObject;
  now(): number;
}

export interface RoundsLimits {
  readonly signal?: AbortSignal | undefined;
  /** The whole chain, the time that people take to answer included. */
  readonly maxTotalMs: number;
}

/** Plays a request to its end. A request without rounds costs no timer and no AbortController here. */
export async function playRounds(facts: RoundsFacts, limits: RoundsLimits, ports: RoundsPorts): Promise<JSONObject> {
  const rounds = new Rounds(facts);
  const startedAt = ports.now();
  let outputs = rounds.handle({ type: "start" });
  for (;;) {
    const output = outputs[0];
    if (output === undefined) throw new UsageError("state", `The rounds of ${facts.method} are over`);
    switch (output.type) {
      case "send": {
        const result = await ports.send(output.params, startedAt);
        outputs = rounds.handle({ type: "result", result });
        break;
      }
      case "ask": {
        const answers = await askAll(
          output.questions,
          timeLeft(limits.maxTotalMs, startedAt, ports.now()),
          limits,
          ports,
        );
        outputs = rounds.handle({ type: "answers", answers });
        break;
      }
      case "done":
        return output.result;
      case "fail":
        throw output.error;
      default:
        output satisfies never;
    }
  }
}

/** All questions at once; the first refusal, the caller's signal and the end of the time withdraw the rest. */
function askAll(
  questions: readonly Question[],
  leftMs: number,
  limits: RoundsLimits,
  ports: RoundsPorts,
): Promise<ReadonlyMap<string, JSONObject>> {
  const withdrawal = new AbortController();
  return new Promise((resolve, reject) => {
    const answers = new Map<string, JSONObject>();
    const { signal } = limits;
    const over = (): void => {
      systemTimers.clear(timer);
      signal?.removeEventListener("abort", aborted);
    };
    const fail = (error: unknown): void => {
      over();
      reject(error);
      withdrawal.abort(error);
    };
    const aborted = (): void => {
      const reason: unknown = signal?.reason;
      fail(
        isTransportError(reason) ? reason : new TransportError("aborted", "The call was abandoned", { cause: reason }),
      );
    };
    const timer = systemTimers.set(leftMs, () => {
      const message = `The call took longer than ${limits.maxTotalMs} ms, its questions included`;
      fail(new TransportError("timeout", message, { data: { limit: "maxTotalMs", ms: limits.maxTotalMs } }));
    });
    if (signal?.aborted === true) {
      aborted();
      return;
    }
    signal?.addEventListener("abort", aborted, { once: true });
    for (const question of questions) {
      // Each in its own promise, so that a host that throws at once is no different from one that rejects.
      void Promise.resolve()
        .then(() => ports.answer(question, withdrawal.signal))
        .then((answer) => {
          answers.set(question.key, answer);
          if (answers.size < questions.length) return;
          over();
          // In the order of the questions, whichever was answered first.
          resolve(new Map(questions.map(({ key }) => [key, answers.get(key) ?? {}])));
        }, fail);
    }
  });
}
