/**
 * What the server asks on the streams of one session: each question is admitted once, may be withdrawn, and its answer is a POST of
 * its own. [2025-11-25 basic/transports#sending-messages-to-the-server]
 */
import {
  INTERNAL_ERROR,
  InboundLedger,
  errorResponse,
  type AbortReason,
  type Inbound,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type ReportSink,
} from "@mcpwire/jsonrpc";

export interface QuestionsOptions {
  readonly maxInFlight: number;
  /** POSTs an answer. */
  readonly send: (answer: JSONRPCResponse) => void;
  readonly report: ReportSink;
}

export class Questions {
  readonly #options: QuestionsOptions;
  readonly #ledger: InboundLedger<Question>;
  readonly #open = new Set<Question>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#ledger = new InboundLedger(options);
  }

  /** A question arrived. `owner` is the exchange whose stream it came on, if any. */
  take(request: JSONRPCRequest, asked: (x: Inbound) => void, owner: object | undefined): void {
    const { send, report } = this.#options;
    const question = new Question(request, owner, (answer) => {
      if (!this.#ledger.end(request.id, question)) return;
      this.#open.delete(question);
      send(answer);
    });
    switch (this.#ledger.admit(request.id, question)) {
      case "duplicate":
        // The first of that id is still being answered.
        report({ code: "malformed-message", message: "the server used an id twice", data: { id: request.id } });
        return;
      case "busy":
        send(errorResponse(request.id, INTERNAL_ERROR, "busy: too many requests in flight"));
        return;
      case "closed":
        return;
      case "admitted":
        this.#open.add(question);
        break;
    }
    try {
      asked(question);
    } catch (error) {
      report({ code: "handler-error", message: "a listener of the link threw", data: error });
      question.end(errorResponse(request.id, INTERNAL_ERROR, "internal error"));
    }
  }

  /** The server takes a question back. False when there is none of that id. */
  withdraw(id: string | number, reason: string | undefined): boolean {
    const question = this.#ledger.cancel(id);
    if (question === undefined) return false;
    this.#abort(question, reason === undefined ? { code: "cancelled" } : { code: "cancelled", reason });
    return true;
  }

  /** The exchange of these questions is over without its answer; nobody waits for theirs. */
  dropOf(owner: object): void {
    for (const question of this.#open) {
      if (question.owner !== owner) continue;
      this.#ledger.cancel(question.request.id);
      this.#abort(question, { code: "closed" });
    }
  }

  close(why: AbortReason): void {
    for (const question of this.#ledger.close()) this.#abort(question, why);
  }

  #abort(question: Question, why: AbortReason): void {
    this.#open.delete(question);
    question.aborted = why;
    try {
      question.onabort?.(why);
    } catch (error) {
      this.#options.report({ code: "handler-error", message: "an abort listener threw", data: error });
    }
  }
}

class Question implements Inbound {
  readonly request: JSONRPCRequest;
  readonly owner: object | undefined;
  aborted: AbortReason | undefined = undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  readonly #answer: (r: JSONRPCResponse) => void;

  constructor(request: JSONRPCRequest, owner: object | undefined, answer: (r: JSONRPCResponse) => void) {
    this.request = request;
    this.owner = owner;
    this.#answer = answer;
  }

  end(r: JSONRPCResponse): void {
    this.#answer(r);
  }
}
