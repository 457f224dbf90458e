/** The acceptor that the suite runs behind the transport: each method is one behaviour of a server. */
import { METHOD_NOT_FOUND } from "../error-codes.js";
import { isTransportError } from "../errors.js";
import { errorResponse, isErrorResponse, request, resultResponse } from "../message.js";
import type { JSONRPCNotification, RequestId } from "../message.js";
import type { AbortReason, Acceptor, ServerExchange, ServerFacts, ServerLink } from "../transport.js";
import { cancelled, correlation, note } from "./vocabulary.js";
import type { Handshake } from "./transport-compliance.js";

/** What the server has seen. */
export class TestServer implements Acceptor {
  readonly facts: ServerFacts;
  readonly attached: ServerLink[] = [];
  readonly released: ServerLink[] = [];
  readonly taken: JSONRPCNotification[] = [];
  readonly aborts = new Map<RequestId, AbortReason>();
  /** Exchanges that are waiting. */
  readonly waiting = new Map<RequestId, ServerExchange>();
  /** What went wrong on this side; every case checks that it is empty. */
  readonly complaints: string[] = [];
  lastLink: ServerLink | undefined = undefined;
  readonly #handshake: Handshake | undefined;
  #questions = 0;

  constructor(revisions: readonly string[], handshake: Handshake | undefined) {
    this.facts = { revisions, correlation, headerParameters: () => [] };
    this.#handshake = handshake;
  }

  attach(link: ServerLink): void {
    if (link.state !== undefined) this.complaints.push("a link's state was set before attach");
    this.attached.push(link);
  }

  release(link: ServerLink): void {
    if (this.released.includes(link)) this.complaints.push("a link was released twice");
    this.released.push(link);
  }

  take(n: JSONRPCNotification, link: ServerLink): void {
    if (!this.attached.includes(link)) this.complaints.push("a notification came on a link that was never attached");
    this.taken.push(n);
  }

  accept(x: ServerExchange): void {
    if (!this.attached.includes(x.link)) this.complaints.push("a request came on a link that was never attached");
    this.lastLink = x.link;
    const { id, method, params = {} } = x.request;
    if (method === this.#handshake?.request(0).method) {
      x.link.settle(this.#handshake.rules);
      x.end(resultResponse(id, this.#handshake.result));
      return;
    }
    switch (method) {
      case "test/echo":
        x.end(resultResponse(id, { value: params["value"] }));
        return;
      case "test/later":
        void Promise.resolve().then(() => x.end(resultResponse(id, { value: params["value"] })));
        return;
      case "test/fail":
        x.end(errorResponse(id, -32000, "as you wish", { value: params["value"] }));
        return;
      case "test/twice":
        x.end(resultResponse(id, { value: 1 }));
        x.end(resultResponse(id, { value: 2 }));
        void x.notify(note(id, 99));
        return;
      case "test/wait":
        void x.notify(note(id, 0));
        this.waiting.set(id, x);
        x.onabort = (why) => {
          if (this.aborts.has(id)) this.complaints.push("an exchange was aborted twice");
          if (x.aborted !== why) this.complaints.push("aborted was not set before onabort was called");
          this.aborts.set(id, why);
          this.waiting.delete(id);
          // Both must be swallowed.
          void x.notify(note(id, 98));
          x.end(resultResponse(id, { value: "too late" }));
        };
        return;
      case "test/notes":
        void this.#sendNotes(x, Number(params["count"]), String(params["padding"] ?? ""));
        return;
      case "test/ask":
        this.#ask(x, params["abandon"] === true);
        return;
      case "test/detach":
        void x.notify(note(id, 0));
        x.detach?.(10);
        setTimeout(() => x.end(resultResponse(id, { value: "back" })), 50);
        return;
      default:
        x.end(errorResponse(id, METHOD_NOT_FOUND, "unknown method"), "unknown-method");
    }
  }

  async #sendNotes(x: ServerExchange, count: number, padding: string): Promise<void> {
    const { id } = x.request;
    for (let i = 0; i < count; i++) {
      const sent = x.notify(note(id, i, padding));
      if (sent !== undefined) await sent;
    }
    x.end(resultResponse(id, { value: count }));
  }

  #ask(x: ServerExchange, abandon: boolean): void {
    const { id } = x.request;
    if (x.ask === undefined) {
      x.end(resultResponse(id, { value: "no channel" }));
      return;
    }
    let inside = true;
    const questionId = `question-${++this.#questions}`;
    const asked = x.ask(request(questionId, "test/question", {}), (r) => {
      if (inside) this.complaints.push("a reply came inside ask()");
      if (abandon) this.complaints.push("a reply came after abandon()");
      x.end(
        isTransportError(r)
          ? errorResponse(id, -32000, r.code)
          : isErrorResponse(r)
            ? errorResponse(id, r.error.code, r.error.message)
            : resultResponse(id, { value: r.result["value"] }),
      );
    });
    inside = false;
    if (!abandon) return;
    // A moment later, so that the question is under way.
    setTimeout(() => {
      asked.abandon(cancelled(questionId));
      setTimeout(() => x.end(resultResponse(id, { value: "abandoned" })), 20);
    }, 20);
  }
}
