/**
 * URL elicitation as its one legacy revision has it, seen from a client: which interactions are open, when the server says that
 * one is over, and a request that is refused until then. [2025-11-25 client/elicitation#url-elicitation-required-error]
 *
 * Nothing here opens a URL or fetches one: the host shows it and says what the person decided.
 */
import { TransportError, isProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { URL_ELICITATION_REQUIRED, type Revision } from "@mcpwire/protocol";
import type { ClientHost } from "../era.js";
import { answerQuestion, undeclared } from "../questions.js";
import { isObject } from "../read-peer.js";
import { until } from "../until.js";

/** A server's ids are remembered up to this many; the oldest go first. A person has far fewer pages open. */
const maxOpen = 1024;

/** One interaction that a request needs. */
interface Required {
  readonly id: string;
  readonly params: JSONObject;
}

export class UrlElicitations {
  readonly #host: ClientHost;
  readonly #waitMs: number;
  /** The interactions that were shown and are not over, each with those that wait for it. */
  readonly #open = new Map<string, (() => void)[]>();
  readonly #settling = new Set<AbortController>();

  constructor(host: ClientHost, waitMs: number) {
    this.#host = host;
    this.#waitMs = waitMs;
  }

  /** An interaction is shown to the person; from now on the server may say that it is over. Calls `over` when it does. */
  shown(elicitationId: string, over?: () => void): void {
    const waiting = this.#open.get(elicitationId) ?? [];
    if (over !== undefined) waiting.push(over);
    this.#open.delete(elicitationId);
    this.#open.set(elicitationId, waiting);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= maxOpen) break;
      this.#open.delete(oldest);
    }
  }

  /** False where nobody knows the interaction, or it is over already: such a notice is to be ignored. */
  completed(elicitationId: unknown): boolean {
    const waiting = typeof elicitationId === "string" ? this.#open.get(elicitationId) : undefined;
    if (waiting === undefined || typeof elicitationId !== "string") return false;
    this.#open.delete(elicitationId);
    for (const over of waiting) over();
    return true;
  }

  /**
   * True where the request that failed with `error` may be sent once more: it needed interactions, the person agreed to each, and
   * all are over, or the wait for them is. One that is declined ends the matter. Rejects where the signal or the connection ends it.
   */
  async settle(error: unknown, revision: Revision, signal: AbortSignal | undefined): Promise<boolean> {
    const required = this.#requiredBy(error, revision);
    if (required === undefined) return false;
    if (signal?.aborted === true) throw abortedBy(signal);
    const stop = new AbortController();
    const onAbort = (): void => stop.abort(abortedBy(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#settling.add(stop);
    try {
      // Listened for first: the notice may come before the person's answer does.
      const over = required.map(({ id }) => new Promise<void>((resolve) => this.shown(id, resolve)));
      // One after the other: a person reads one page at a time.
      for (const { params } of required) {
        const question = { method: "elicitation/create", params };
        const answer = await until(answerQuestion(this.#host, revision, question, stop.signal), stop.signal);
        if (answer.action !== "accept") return false;
      }
      await until(Promise.all(over), stop.signal, this.#waitMs, () => undefined);
      return true;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#settling.delete(stop);
      // What was declined, or never heard of again, is known no longer.
      for (const { id } of required) this.#open.delete(id);
    }
  }

  /** The connection is over: nothing is waited for any more. */
  end(): void {
    this.#open.clear();
    for (const stop of this.#settling)
      stop.abort(new TransportError("closed", "The connection ended during an interaction at a URL"));
  }

  /** What the error asks for, where this client was told that it would be asked; undefined for any other error. */
  #requiredBy(error: unknown, revision: Revision): readonly Required[] | undefined {
    if (!isProtocolError(error) || error.rpcCode !== URL_ELICITATION_REQUIRED) return undefined;
    const listed = isObject(error.data) ? error.data.elicitations : undefined;
    if (!Array.isArray(listed) || listed.length === 0) return undefined;
    const required: Required[] = [];
    for (const params of listed) {
      // [2025-11-25 client/elicitation#url-elicitation-required-error]
      if (!isObject(params) || params.mode !== "url" || typeof params.elicitationId !== "string") return undefined;
      const question = { method: "elicitation/create", params };
      if (undeclared(question, this.#host.capabilities, revision) !== undefined) return undefined;
      required.push({ id: params.elicitationId, params });
    }
    return required;
  }
}

function abortedBy(signal: AbortSignal | undefined): TransportError {
  return new TransportError("aborted", "The call was aborted during an interaction at a URL", {
    cause: signal?.reason,
  });
}
