/**
 * The stream of a session that no request opened: what the server says by itself. Not every server offers one, and none of its
 * troubles is the connection's. [2025-11-25 basic/transports#listening-for-messages-from-the-server]
 */
import {
  failureResponse,
  parseMessage,
  type Inbound,
  type JSONRPCNotification,
  type ParsedMessage,
  type ParseFailure,
  type TransportError,
} from "@mcpwire/jsonrpc";
import { EventStream } from "./event-stream.js";
import type { ExchangeHome } from "./exchange.js";

export interface StandaloneParts {
  connect(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  notified(n: JSONRPCNotification): void;
  asked(x: Inbound): void;
}

type Home = Pick<
  ExchangeHome,
  "settings" | "streams" | "questions" | "correlation" | "report" | "parseOptions" | "route" | "post"
>;

export class StandaloneStream {
  readonly #home: Home;
  readonly #parts: StandaloneParts;
  #stream: EventStream;
  #wasOpen = false;
  #state: "running" | "lost" | "over" = "running";

  constructor(home: Home, parts: StandaloneParts) {
    this.#home = home;
    this.#parts = parts;
    this.#stream = this.#open();
  }

  /** Opens it again if it was given up: somebody still uses the session. */
  revive(): void {
    if (this.#state !== "lost") return;
    this.#state = "running";
    this.#stream = this.#open();
  }

  stop(): void {
    this.#state = "over";
    this.#stream.settle({ abort: true });
  }

  #open(): EventStream {
    const { settings, streams } = this.#home;
    const stream = new EventStream({
      rules: { canResume: true, needsEventId: false, pace: settings },
      settings,
      streams,
      connect: async (lastEventId, signal) => {
        const response = await this.#parts.connect(lastEventId, signal);
        if (response.ok) this.#wasOpen = true;
        return response;
      },
      data: (text) => this.#receive(text),
      lost: (error) => this.#lost(error),
    });
    stream.start();
    return stream;
  }

  #lost(error: TransportError): void {
    if (this.#state === "over") return;
    // Refused from the start: it is not offered, and the spec's 405 is no news.
    this.#state = this.#wasOpen ? "lost" : "over";
    if (!this.#wasOpen && error.code === "http-status") return;
    this.#home.report({
      code: "standalone-stream-lost",
      message: `The server's own messages do not arrive any more: ${error.message}`,
      data: error,
    });
  }

  #receive(text: string): void {
    const parsed = parseMessage(text, this.#home.parseOptions);
    for (const item of parsed.type === "batch" ? parsed.items : [parsed]) {
      try {
        this.#dispatch(item);
      } catch (error) {
        this.#home.report({ code: "handler-error", message: "a listener of the link threw", data: error });
      }
    }
  }

  #dispatch(parsed: ParsedMessage | ParseFailure): void {
    const { questions, report } = this.#home;
    switch (parsed.type) {
      case "request":
        questions.take(parsed.message, (x) => this.#parts.asked(x), undefined);
        return;
      case "notification":
        this.#notice(parsed.message);
        return;
      case "response":
        // [2025-11-25 basic/transports#listening-for-messages-from-the-server]
        report({
          code: "unknown-reply",
          message: "a response on the standalone stream",
          data: { id: parsed.message.id },
        });
        return;
      case "failure": {
        report({ code: "malformed-message", message: parsed.reason, data: parsed });
        const answer = parsed.about === "request" && parsed.id !== undefined ? failureResponse(parsed) : undefined;
        if (answer !== undefined) this.#home.post(answer);
        return;
      }
    }
  }

  #notice(n: JSONRPCNotification): void {
    const { correlation, questions, report } = this.#home;
    const cancelled = correlation.cancelledBy(n);
    if (cancelled !== undefined) {
      if (questions.withdraw(cancelled.id, cancelled.reason)) return;
      report({ code: "ignored-cancel", message: "a cancellation of no request in flight", data: cancelled });
      return;
    }
    // Some servers send the progress of a request here instead of on its own stream.
    const id = correlation.exchangeOf(n);
    if (id === undefined) this.#parts.notified(n);
    else this.#home.route(n, id);
  }
}
