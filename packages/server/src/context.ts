/**
 * What a handler sees of the request that it answers: one small object per request, over the context of the layer below.
 */
import type { AbortReason, JSONObject, ReportSink, RequestId, Sent } from "@mcpwire/jsonrpc";
import type { RequestContext } from "@mcpwire/negotiation";
import { missingRequiredClientCapability } from "@mcpwire/protocol";
import type {
  ClientCapabilities,
  ContentBlock,
  CreateMessageRequestParams,
  CreateMessageResult,
  Implementation,
  LoggingLevel,
  Root,
} from "@mcpwire/protocol";
import type { Auth } from "./auth.js";
import { Chain } from "./input/chain.js";
import { formQuestion, rootsQuestion, samplingQuestion, urlQuestion } from "./input/questions.js";
import type { AnswerTo, FormQuestion, Question, URLQuestion } from "./input/questions.js";
import type { CompileJSONSchema } from "./schema.js";
import { ToolError } from "./tool-error.js";

/** What every context of one server shares. */
export interface ContextServices {
  readonly report: ReportSink;
  readonly compile: CompileJSONSchema;
}

/** How long progress may be reported without giving other work, such as a cancellation that arrived, its turn. */
const turnMs = 8;

/** One request as a handler of any kind sees it. */
export class HandlerContext {
  /** The layer below, for what this class has no word for. */
  readonly request: RequestContext;
  readonly #services: ContextServices;
  #progress = -Infinity;
  #turnBegan = 0;

  constructor(request: RequestContext, services: ContextServices) {
    this.request = request;
    this.#services = services;
  }

  get requestId(): RequestId {
    return this.request.requestId;
  }

  /** Aborts when the client gave up, or its connection ended where that means the same. Built on first read. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** Why the request was abandoned, once it was; cheaper to look at than `signal`. */
  get aborted(): AbortReason | undefined {
    return this.request.aborted;
  }

  /** Who asks, as the host's own authorization says; undefined where nobody checked. Unknown until `AuthTypes` says what it is. */
  get auth(): Auth {
    // Sound as far as the program's own declaration is; without one, nothing is claimed.
    return this.request.auth as Auth;
  }

  /** What the client says of itself, for display only, and what it can be asked. */
  get client(): { readonly info: Implementation | undefined; readonly capabilities: ClientCapabilities } {
    return { info: this.request.clientInfo, capabilities: this.request.clientCapabilities };
  }

  /** The revision that this request is spoken in. */
  get revision(): string {
    return this.request.revision.name;
  }

  /** The request's `_meta`, unknown keys included. */
  get meta(): JSONObject {
    return this.request.meta;
  }

  /** Closes the connection but keeps the request running; undefined where a client could not come back for the answer. */
  get detach(): ((retryMs: number) => void) | undefined {
    return this.request.detach;
  }

  /**
   * Reports progress; await it in a loop. It waits for a slow reader, and gives other work a turn every few milliseconds. Without the
   * await, what comes while the reader is slow is merged to its newest value. Nothing is sent where the client did not ask. A value that
   * does not grow, or is infinite, is dropped and reported; such a total is left out. [2026-07-28 basic/patterns/progress#progress-flow]
   */
  async progress(progress: number, total?: number, message?: string): Promise<void> {
    if (!(progress > this.#progress && progress < Infinity)) {
      this.#services.report({
        code: "falling-progress",
        message: `progress must grow and be finite: ${String(progress)} came after ${String(this.#progress)} and was not sent`,
        data: { requestId: this.requestId },
      });
      return;
    }
    this.#progress = progress;
    if (this.request.wantsProgress) {
      // A total that is infinite, or the outcome of a division by zero, is none, and JSON could not hold it.
      const sent = this.request.progress({ progress, total: Number.isFinite(total) ? total : undefined, message });
      if (sent !== undefined) await sent;
    }
    const now = Date.now();
    if (now - this.#turnBegan < turnMs) return;
    await nextTurn();
    this.#turnBegan = Date.now();
  }

  /**
   * Sends a log message that belongs to this request, where the client wants its level. Never log secrets.
   * @deprecated By the newest revision. [2026-07-28 deprecated#deprecated]
   */
  log(level: LoggingLevel, data: unknown, logger?: string): Sent {
    // A message must have data. [2026-07-28 schema#loggingmessagenotificationparams]
    if (this.request.logs(level)) return this.request.log(level, data ?? null, logger);
  }

  /** Sends any notification that belongs to this request. */
  notify(method: string, params?: JSONObject): Sent {
    return this.request.notify(method, params);
  }

  /**
   * Tells this client that the interaction at a URL with this id (`URLQuestion.id`) is over; works after the request has ended as
   * well. Nothing is sent to a client whose revision has no such notice.
   * [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation]
   */
  elicitationCompleted(id: string): Sent {
    return this.request.elicitationCompleted(id);
  }

  /** Ends a tool call with a failure that the model can read. It throws, so that `value ?? ctx.fail("…")` has the value's type. */
  fail(content: string | readonly ContentBlock[]): never {
    throw new ToolError(content);
  }

  /** Answers with -32021 where the client did not declare a capability: `ctx.requireCapability("sampling")`. */
  requireCapability(name: Extract<keyof ClientCapabilities, string>): void {
    if (this.request.clientCapabilities[name] === undefined) throw missingRequiredClientCapability({ [name]: {} });
  }

  /** For `InputContext`. */
  protected compile(): CompileJSONSchema {
    return this.#services.compile;
  }
}

/**
 * One request whose handler may ask the client: a tool call, a prompt, a read. [2026-07-28 basic/patterns/mrtr#supported-requests]
 *
 * `elicit`, `sample`, `roots` and `once` read like ordinary awaits. While an answer is missing they end the handler by throwing, and
 * the handler is run again from its start once the answer is there: let that error pass, and wrap in `once` what must not run twice.
 */
export class InputContext extends HandlerContext {
  /** For the runner of rounds. */
  chain: Chain | undefined;

  /** The answers so far by key, as they arrived; nothing in them has been checked. */
  get inputs(): ReadonlyMap<string, unknown> {
    return this.#chain().answers();
  }

  /** What the handler left with `inputRequired({ state })` in an earlier round; undefined in the first. */
  get state(): unknown {
    return this.chain?.state;
  }

  /** Asks the user to fill in a form, or to visit a page. The key names the question within this request. */
  elicit<const Q extends FormQuestion | URLQuestion>(key: string, question: Q): Promise<AnswerTo<Q>> {
    const asked = "url" in question ? urlQuestion(question) : formQuestion(question, this.compile());
    // `Q` decides which of the two it is, and `AnswerTo` says the same in types.
    return this.#ask(key, asked) as Promise<AnswerTo<Q>>;
  }

  /** Asks the client's model. @deprecated By the newest revision. [2026-07-28 deprecated#deprecated] */
  sample(key: string, params: CreateMessageRequestParams): Promise<CreateMessageResult> {
    return this.#ask(key, samplingQuestion(params));
  }

  /** Asks for the client's roots. @deprecated By the newest revision. [2026-07-28 deprecated#deprecated] */
  roots(key = "roots"): Promise<readonly Root[]> {
    return this.#ask(key, rootsQuestion());
  }

  /** Runs an effect once in all rounds of this request, and gives its value, which must be JSON, to every later one. */
  once<T>(key: string, effect: () => T | Promise<T>): Promise<T> {
    return this.#chain().once(key, effect);
  }

  #ask<T>(key: string, question: Question<T>): Promise<T> {
    const answer = this.#chain().ask(key, question);
    // A handler may hold the promise for a while before it awaits it, and the round may end first.
    answer.catch(() => undefined);
    return answer;
  }

  #chain(): Chain {
    return (this.chain ??= new Chain(this.request.inputResponses, this.request.clientCapabilities));
  }
}

const setImmediate: unknown = Reflect.get(globalThis, "setImmediate");

/** Resolves after the host had a turn for its I/O. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
