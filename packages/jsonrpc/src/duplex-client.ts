/**
 * A pipe as the client's end of a link. Notifications are handed to their exchange by `Correlation`; what the server asks arrives
 * at the link, since nothing on one channel says which exchange a question belongs to.
 * [2025-11-25 basic/transports#stdio] [2026-07-28 basic/transports/stdio#sending-messages]
 */
import { RequestLedger } from "./core/request-ledger.js";
import { INTERNAL_ERROR } from "./error-codes.js";
import { TransportError, isTransportError } from "./errors.js";
import { InboundRequest, InboundRequests } from "./inbound-requests.js";
import type { BatchAnswer } from "./inbound-requests.js";
import { linkLimits } from "./limits.js";
import type { LinkLimits } from "./limits.js";
import { errorResponse } from "./message.js";
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId } from "./message.js";
import { overlongAnswer } from "./overlong-answer.js";
import { failureResponse, parseMessage } from "./parse.js";
import type { ParsedMessage, ParseFailure, ParseOptions } from "./parse.js";
import { closePipe } from "./pipe.js";
import type { Pipe, PipeReader } from "./pipe.js";
import type {
  ClientExchange,
  ClientLink,
  ExchangeEvents,
  ExchangeHints,
  LinkEvents,
  Sent,
  WireRules,
} from "./transport.js";

export interface DuplexClientOptions {
  /** Default: `defaultLimits`, each. */
  readonly limits?: Partial<LinkLimits>;
}

export interface DuplexClient {
  readonly link: ClientLink;
  /** To be fed with what the peer sends. */
  readonly reader: PipeReader;
}

/** Makes the client's end of a link of a pipe that is up. */
export function openDuplexClient(pipe: Pipe, on: LinkEvents, options: DuplexClientOptions = {}): DuplexClient {
  const end = new ClientEnd(pipe, on, options);
  return { link: end, reader: end };
}

/** An exchange in flight. */
class Pending implements ClientExchange {
  readonly on: ExchangeEvents;
  readonly takesErrorWithoutId: boolean;
  readonly #id: RequestId;
  readonly #end: ClientEnd;

  constructor(id: RequestId, on: ExchangeEvents, hints: ExchangeHints | undefined, end: ClientEnd) {
    this.on = on;
    this.takesErrorWithoutId = hints?.takesErrorWithoutId === true;
    this.#id = id;
    this.#end = end;
  }

  abandon(notice?: JSONRPCNotification): void {
    this.#end.abandon(this.#id, this, notice);
  }
}

class ClientEnd implements ClientLink, PipeReader {
  readonly #pipe: Pipe;
  readonly #on: LinkEvents;
  readonly #limits: LinkLimits;
  readonly #pending: RequestLedger<Pending>;
  readonly #inbound: InboundRequests;
  #textRules: ParseOptions;
  #valueRules: ParseOptions = { maxDepth: Infinity };
  #closing: Promise<void> | undefined = undefined;

  constructor(pipe: Pipe, on: LinkEvents, options: DuplexClientOptions) {
    this.#pipe = pipe;
    this.#on = on;
    this.#limits = linkLimits(options.limits, on.limits);
    this.#pending = new RequestLedger(this.#limits);
    this.#textRules = { maxDepth: this.#limits.maxDepth };
    this.#inbound = new InboundRequests({
      maxInFlight: this.#limits.maxInFlight,
      send: (m) => this.#send(m),
      report: (r) => on.report(r),
    });
  }

  /* ------------------------------------------------------------- ClientLink ------------------------------------------------ */

  begin(q: JSONRPCRequest, on: ExchangeEvents, hints?: ExchangeHints): ClientExchange {
    const pending = new Pending(q.id, on, hints, this);
    switch (this.#pending.open(q.id, pending)) {
      case "closed":
        return refuse(on, new TransportError("closed", "the link is closed"));
      case "busy":
        return refuse(on, new TransportError("busy", `${this.#limits.maxInFlight} requests are in flight already`));
      case "opened":
        break;
    }
    try {
      void this.#send(q);
    } catch (error) {
      // What cannot be sent (a bigint in the params) is our caller's mistake, and no exchange.
      this.#pending.claim(q.id);
      throw error;
    }
    return pending;
  }

  abandon(id: RequestId, pending: Pending, notice: JSONRPCNotification | undefined): void {
    if (this.#pending.abandon(id, pending) && notice !== undefined) void this.#send(notice);
  }

  settle(rules: WireRules, first?: JSONRPCNotification): Sent {
    const batches = rules.batches ? { max: this.#limits.maxBatch } : false;
    this.#textRules = { maxDepth: this.#limits.maxDepth, batches };
    this.#valueRules = { maxDepth: Infinity, batches };
    return first === undefined ? undefined : this.#send(first);
  }

  notify(n: JSONRPCNotification): Sent {
    return this.#send(n);
  }

  close(): Promise<void> {
    return this.#end(new TransportError("closed", "the link was closed"), undefined);
  }

  #send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent {
    return this.#closing === undefined ? this.#pipe.send(message) : undefined;
  }

  /* ------------------------------------------------------------- PipeReader ------------------------------------------------ */

  receiveText(text: string): void {
    this.#receive(parseMessage(text, this.#textRules));
  }

  receiveValue(value: unknown): void {
    this.#receive(parseMessage(value, this.#valueRules));
  }

  receiveUnreadable(reason: "too-long" | "not-utf8", start?: string): void {
    if (this.#closing !== undefined) return;
    const message =
      reason === "too-long"
        ? `skipped a message of more than ${this.#limits.maxMessageBytes} bytes`
        : "skipped a message that is not UTF-8";
    this.#on.report({ code: reason === "too-long" ? "overlong-line" : "skipped-line", message });
    if (reason === "too-long" && start !== undefined) this.#tell(() => this.#answeredTooLong(start));
  }

  ended(how: { readonly cleanly: boolean; readonly error?: unknown }): void {
    // Without an error it is the server's decision to end; with one, the channel broke. A pipe that knows more says so itself.
    const error = isTransportError(how.error)
      ? how.error
      : how.error === undefined
        ? new TransportError("closed", "the server ended the link")
        : new TransportError("lost", "the link to the server broke", { cause: how.error });
    void this.#end(error, error);
  }

  #receive(parsed: ReturnType<typeof parseMessage>): void {
    if (this.#closing !== undefined) return;
    if (parsed.type !== "batch") {
      this.#receiveOne(parsed, undefined);
      return;
    }
    const batch = this.#inbound.batch();
    for (const item of parsed.items) this.#receiveOne(item, batch);
    batch.settle();
  }

  #receiveOne(parsed: ParsedMessage | ParseFailure, batch: BatchAnswer | undefined): void {
    try {
      this.#dispatch(parsed, batch);
    } catch (error) {
      this.#listenerThrew(error);
    }
  }

  /** What a listener throws ends neither the read loop nor the link. */
  #listenerThrew(error: unknown): void {
    this.#on.report({ code: "handler-error", message: "a listener of the link threw", data: error });
  }

  #dispatch(parsed: ParsedMessage | ParseFailure, batch: BatchAnswer | undefined): void {
    switch (parsed.type) {
      case "request":
        this.#asked(new InboundRequest(parsed.message, this.#inbound, batch));
        return;
      case "notification":
        this.#notified(parsed.message);
        return;
      case "response":
        this.#answered(parsed.message);
        return;
      case "failure":
        this.#malformed(parsed, batch);
        return;
    }
  }

  #asked(x: InboundRequest): void {
    if (!this.#inbound.admit(x)) return;
    try {
      this.#on.asked(x);
    } catch (error) {
      this.#listenerThrew(error);
      x.end(errorResponse(x.request.id, INTERNAL_ERROR, "internal error"));
    }
  }

  #notified(n: JSONRPCNotification): void {
    const cancelled = this.#on.correlation.cancelledBy(n);
    if (cancelled !== undefined) {
      // Two namespaces: the server may take back what it asked, or end what we asked for (a subscription).
      if (this.#inbound.cancel(cancelled.id, cancelled.reason)) return;
      const pending = this.#pending.get(cancelled.id);
      if (pending !== undefined) pending.on.notified(n);
      else
        this.#on.report({ code: "ignored-cancel", message: "a cancellation of no request in flight", data: cancelled });
      return;
    }
    const id = this.#on.correlation.exchangeOf(n);
    if (id === undefined) {
      this.#on.notified(n);
      return;
    }
    const pending = this.#pending.get(id);
    if (pending !== undefined) pending.on.notified(n);
    else this.#on.report({ code: "unknown-notification", message: "a notification of no request in flight", data: n });
  }

  #answered(r: JSONRPCResponse): void {
    if (r.id === undefined || r.id === null) {
      this.#answeredWithoutId(r);
      return;
    }
    const claim = this.#pending.claim(r.id);
    if (claim.type === "entry") {
      claim.entry.on.ended(r);
      return;
    }
    const code = claim.type === "late" ? "late-reply" : "unknown-reply";
    this.#on.report({ code, message: "a response to no request in flight", data: { id: r.id } });
  }

  #answeredWithoutId(r: JSONRPCResponse): void {
    this.#on.report({ code: "error-without-id", message: "an error response without an id", data: r });
    const only = this.#pending.only();
    if (only?.entry.takesErrorWithoutId !== true) return;
    this.#pending.claim(only.id);
    only.entry.on.ended(r);
  }

  /** Nothing better will come for who waits for it; where several wait and the id is out of reach, time must tell. */
  #answeredTooLong(start: string): void {
    const answer = overlongAnswer(start);
    if (answer === undefined) return;
    const id = answer === "unknown" ? this.#pending.only()?.id : answer.id;
    if (id === undefined) return;
    const claim = this.#pending.claim(id);
    if (claim.type !== "entry") return;
    const max = this.#limits.maxMessageBytes;
    const data = { limit: "maxMessageBytes", max };
    claim.entry.on.lost(new TransportError("budget", `The answer is larger than ${max} bytes`, { data }));
  }

  #malformed(f: ParseFailure, batch: BatchAnswer | undefined): void {
    const code = f.about === "text" ? "skipped-line" : f.about === "batch" ? "refused-batch" : "malformed-message";
    this.#on.report({ code, message: f.reason, data: f });
    if (f.id === undefined) return;
    if (f.about === "response") {
      // Nothing better will come for it: waiting for the timeout would only hide the reason.
      const claim = this.#pending.claim(f.id);
      if (claim.type === "entry") {
        claim.entry.on.lost(new TransportError("malformed", `the server's answer is malformed: ${f.reason}`));
      }
    } else if (f.about === "request") {
      const answer = failureResponse(f);
      if (answer === undefined) return;
      batch?.expect();
      this.#inbound.answer(answer, batch);
    }
  }

  /* --------------------------------------------------------------- the end ------------------------------------------------- */

  #end(lost: TransportError, error: TransportError | undefined): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    // Resolved by hand: the owner may call `close` again from within the events below.
    let release = () => {};
    this.#closing = new Promise((resolve) => (release = resolve));
    for (const { on } of this.#pending.close()) this.#tell(() => on.lost(lost));
    this.#inbound.abortAll({ code: error === undefined ? "closed" : "disconnected" });
    this.#tell(() => this.#on.closed(error));
    void closePipe(this.#pipe, (r) => this.#on.report(r)).then(release);
    return this.#closing;
  }

  #tell(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#listenerThrew(error);
    }
  }
}

function refuse(on: ExchangeEvents, error: TransportError): ClientExchange {
  let open = true;
  queueMicrotask(() => {
    if (open) on.lost(error);
  });
  return { abandon: () => void (open = false) };
}
