/**
 * What both ends of a pipe do with the requests of the other: admit or refuse them, let each end once, take cancellations, and
 * gather the answers of a batch into one. The server's end makes exchanges of them, the client's end questions.
 */
import { InboundLedger } from "./core/inbound-ledger.js";
import { INTERNAL_ERROR, INVALID_REQUEST } from "./error-codes.js";
import { errorResponse } from "./message.js";
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId } from "./message.js";
import type { AbortReason, Inbound, ReportSink, Sent } from "./transport.js";

/** Answers of one batch: they go out together, once the last request of it ended. [2025-03-26 basic/index#batching] */
export class BatchAnswer {
  readonly #answers: JSONRPCResponse[] = [];
  readonly #send: (answers: readonly JSONRPCResponse[]) => void;
  // The reader holds one until it has read the whole batch: an answer given at once must not close it.
  #open = 1;

  constructor(send: (answers: readonly JSONRPCResponse[]) => void) {
    this.#send = send;
  }

  expect(): void {
    this.#open++;
  }

  /** One of the expected ended; without an answer if it was cancelled. */
  settle(answer?: JSONRPCResponse): void {
    if (answer !== undefined) this.#answers.push(answer);
    // A batch of notifications gets no answer at all, not an empty one.
    if (--this.#open === 0 && this.#answers.length > 0) this.#send(this.#answers);
  }
}

/** A request in hand. Ends once: by `end`, or by `abort`. */
export class InboundRequest implements Inbound {
  readonly request: JSONRPCRequest;
  readonly batch: BatchAnswer | undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  aborted: AbortReason | undefined = undefined;
  readonly #owner: InboundRequests;

  constructor(request: JSONRPCRequest, owner: InboundRequests, batch: BatchAnswer | undefined) {
    this.request = request;
    this.batch = batch;
    this.#owner = owner;
  }

  end(r: JSONRPCResponse): void {
    this.#owner.end(this, r);
  }
}

export interface InboundRequestsOptions {
  readonly maxInFlight: number;
  readonly send: (message: JSONRPCMessage | readonly JSONRPCMessage[]) => Sent;
  readonly report: ReportSink;
  /** The last request in hand ended. */
  readonly idle?: () => void;
  /** A request ended, by its answer or by an abort: what hangs on it is to be released. */
  readonly released?: (x: InboundRequest) => void;
}

export class InboundRequests {
  readonly #ledger: InboundLedger<InboundRequest>;
  readonly #options: InboundRequestsOptions;
  #refusal: string | undefined = undefined;

  constructor(options: InboundRequestsOptions) {
    this.#ledger = new InboundLedger(options);
    this.#options = options;
  }

  get size(): number {
    return this.#ledger.size;
  }

  /** True if it may run; otherwise it has been answered, or the link is gone. */
  admit(x: InboundRequest): boolean {
    x.batch?.expect();
    const { id } = x.request;
    if (this.#refusal !== undefined) {
      this.answer(errorResponse(id, INTERNAL_ERROR, this.#refusal), x.batch);
      return false;
    }
    switch (this.#ledger.admit(id, x)) {
      case "admitted":
        return true;
      case "duplicate":
        this.answer(errorResponse(id, INVALID_REQUEST, "a request with this id is in flight already"), x.batch);
        return false;
      case "busy":
        this.answer(errorResponse(id, INTERNAL_ERROR, "busy: too many requests in flight"), x.batch);
        return false;
      case "closed":
        x.batch?.settle();
        return false;
    }
  }

  /** From now on no request is admitted; those in hand may end. */
  refuse(reason: string): void {
    this.#refusal = reason;
  }

  get(id: RequestId): InboundRequest | undefined {
    return this.#ledger.get(id);
  }

  end(x: InboundRequest, r: JSONRPCResponse): void {
    if (!this.#ledger.end(x.request.id, x)) return;
    this.#options.released?.(x);
    this.answer(r, x.batch);
    if (this.#ledger.size === 0) this.#options.idle?.();
  }

  /** The peer took a request back. False when there is none of that id: it was unknown, or has ended. */
  cancel(id: RequestId, reason: string | undefined): boolean {
    const x = this.#ledger.cancel(id);
    if (x === undefined) return false;
    x.batch?.settle();
    this.#abort(x, reason === undefined ? { code: "cancelled" } : { code: "cancelled", reason });
    if (this.#ledger.size === 0) this.#options.idle?.();
    return true;
  }

  /** The link is gone, or about to go: then the peer is told so by an `answer` to each. */
  abortAll(why: AbortReason, answer?: string): void {
    for (const x of this.#ledger.close()) {
      if (answer === undefined) x.batch?.settle();
      else this.answer(errorResponse(x.request.id, INTERNAL_ERROR, answer), x.batch);
      this.#abort(x, why);
    }
  }

  /** Sends an answer, by itself or as part of its batch. */
  answer(r: JSONRPCResponse, batch: BatchAnswer | undefined): void {
    if (batch === undefined) this.#send(r);
    else batch.settle(r);
  }

  /** An answer for the messages of one batch; its reader calls `settle` once it has read them all. */
  batch(): BatchAnswer {
    return new BatchAnswer((answers) => this.#sendBatch(answers));
  }

  /** The listener comes before the release: what it still wants to take back, such as its questions, must be there. */
  #abort(x: InboundRequest, why: AbortReason): void {
    x.aborted = why;
    try {
      x.onabort?.(why);
    } catch (error) {
      this.#options.report({ code: "handler-error", message: "an abort listener threw", data: error });
    }
    this.#options.released?.(x);
  }

  #send(r: JSONRPCResponse): void {
    try {
      void this.#options.send(r);
    } catch (error) {
      void this.#options.send(this.#unsendable(r, error));
    }
  }

  #sendBatch(answers: readonly JSONRPCResponse[]): void {
    try {
      void this.#options.send(answers);
    } catch (error) {
      void this.#options.send(answers.map((r) => this.#unsendable(r, error)));
    }
  }

  /** A handler put into its result what JSON cannot say (a bigint, a cycle); the peer still gets its one answer. */
  #unsendable(r: JSONRPCResponse, error: unknown): JSONRPCResponse {
    this.#options.report({ code: "handler-error", message: "an answer could not be sent as JSON", data: error });
    return errorResponse(r.id, INTERNAL_ERROR, "internal error");
  }
}
