/**
 * One call over any link: an id, an exchange, two time limits, an optional signal, one promise. What a cancellation looks like on
 * the wire comes in from outside, as does time.
 * [2025-11-25 basic/lifecycle#timeouts] [2026-07-28 basic/patterns/cancellation#timeouts]
 */
import { Alarm, Waiter, alarmTimers } from "./alarm.js";
import { Deadline } from "./core/deadline.js";
import { METHOD_NOT_FOUND } from "./error-codes.js";
import { TransportError, UsageError } from "./errors.js";
import { errorResponse } from "./message.js";
import type { JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from "./message.js";
import type { TimerPort } from "./timers.js";
import type { ClientExchange, ClientLink, Evidence, ExchangeEvents, ExchangeHints, Inbound } from "./transport.js";

export interface CallerOptions {
  /** The notice that tells the peer that nobody waits for this request any more; undefined where there is none. */
  readonly cancelNotice: (q: JSONRPCRequest, reason: string) => JSONRPCNotification | undefined;
  /** How long a call waits without an answer or a sign of life, in ms; `Infinity` for ever. Default 60 000. */
  readonly timeoutMs?: number;
  /** How long a call may take in all, in ms. Default 1 800 000. */
  readonly maxTotalMs?: number;
  /** Hears the notifications of calls whose own options have no listener. */
  readonly onNotification?: (n: JSONRPCNotification) => void;
  /** Hears what the server asks within such calls. Default: it is refused, as a method that is not found. */
  readonly onAsked?: (x: Inbound) => void;
  /** Default: the host's own timers. */
  readonly timers?: TimerPort;
}

export interface CallOptions {
  readonly timeoutMs?: number | undefined;
  readonly maxTotalMs?: number | undefined;
  /** Aborting it rejects the call with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Notifications that belong to the call; each is a sign of life. */
  readonly onNotification?: ((n: JSONRPCNotification) => void) | undefined;
  /** What the server asks within the call, where its transport can tell; a sign of life, too. */
  readonly onAsked?: ((x: Inbound) => void) | undefined;
  readonly hints?: ExchangeHints | undefined;
  /** False for a request that must never be cancelled on the wire, as the handshake. Default true. */
  readonly cancellable?: boolean | undefined;
}

/** How a call ended well, with a result or with the peer's error. */
export interface CallOutcome {
  readonly response: JSONRPCResponse;
  readonly evidence: Evidence | undefined;
}

export interface Caller {
  /** An id that no request of this link has had yet. */
  nextId(): number;
  /**
   * Sends a request and waits for the answer. Rejects with a `TransportError`: `timeout` (`data.limit` names the limit that was used
   * up), `aborted` (its `cause` is the signal's reason), or whatever the link lost the exchange to
   * (`closed`, `lost`, …). A peer's error is no rejection. A limit that is no positive number, an id in
   * use, and params that JSON cannot say are our caller's mistakes and reject with what was thrown (a `UsageError`).
   */
  call(q: JSONRPCRequest, options?: CallOptions): Promise<CallOutcome>;
}

/** Makes calls over one link; one caller per link, since it hands out the ids. */
export function createCaller(link: ClientLink, options: CallerOptions): Caller {
  return new LinkCaller(link, options);
}

class LinkCaller implements Caller {
  readonly timers: TimerPort;
  readonly options: CallerOptions;
  /** All calls', where a timer of one may stand for the others. */
  readonly #alarm: Alarm | undefined;
  readonly #link: ClientLink;
  readonly #timeoutMs: number;
  readonly #maxTotalMs: number;
  #lastId = 0;

  constructor(link: ClientLink, options: CallerOptions) {
    this.timers = options.timers ?? alarmTimers();
    this.options = options;
    this.#alarm = this.timers.endWithRequest === true ? undefined : new Alarm(this.timers);
    this.#link = link;
    this.#timeoutMs = duration("timeoutMs", options.timeoutMs ?? 60_000);
    this.#maxTotalMs = duration("maxTotalMs", options.maxTotalMs ?? 1_800_000);
  }

  nextId(): number {
    return ++this.#lastId;
  }

  call(q: JSONRPCRequest, options: CallOptions = {}): Promise<CallOutcome> {
    return new Promise((resolve, reject) => {
      const timeoutMs = duration("timeoutMs", options.timeoutMs ?? this.#timeoutMs);
      const maxTotalMs = duration("maxTotalMs", options.maxTotalMs ?? this.#maxTotalMs);
      if (options.signal?.aborted === true) {
        reject(abortedError(options.signal));
        return;
      }
      const now = this.timers.now();
      const deadline = new Deadline(timeoutMs, maxTotalMs, now);
      const alarm = this.#alarm ?? new Alarm(this.timers);
      new PendingCall(q, options, this, alarm, deadline, resolve, reject).begin(this.#link, now);
    });
  }
}

/** One call in flight. An object with methods and not a closure for each event, since there is one for every request. */
class PendingCall extends Waiter implements ExchangeEvents {
  readonly #request: JSONRPCRequest;
  readonly #options: CallOptions;
  readonly #caller: LinkCaller;
  readonly #alarm: Alarm;
  readonly #deadline: Deadline;
  readonly #resolve: (outcome: CallOutcome) => void;
  readonly #reject: (error: TransportError) => void;
  #exchange: ClientExchange | undefined = undefined;
  /** Set where there is a signal. */
  #onAbort: (() => void) | undefined = undefined;
  #heldSince = 0;
  #isOver = false;

  constructor(
    q: JSONRPCRequest,
    options: CallOptions,
    caller: LinkCaller,
    alarm: Alarm,
    deadline: Deadline,
    resolve: (outcome: CallOutcome) => void,
    reject: (error: TransportError) => void,
  ) {
    super();
    this.#request = q;
    this.#options = options;
    this.#caller = caller;
    this.#alarm = alarm;
    this.#deadline = deadline;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(link: ClientLink, now: number): void {
    const { signal, hints } = this.#options;
    this.#exchange = link.begin(this.#request, this, hints);
    // A link that knows the end at once may say it from within `begin`: no clock is armed for what is over.
    if (this.#isOver) return;
    this.#alarm.add(this, now);
    if (signal === undefined) return;
    this.#onAbort = () => this.#giveUp(abortedError(signal), reasonText(signal.reason));
    // A signal tells its listeners once: one that the program aborted from within `link.begin` would never tell this one.
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort);
  }

  notified(n: JSONRPCNotification): void {
    this.#deadline.extend(this.#caller.timers.now());
    const listener = this.#options.onNotification ?? this.#caller.options.onNotification;
    listener?.(n);
  }

  asked(x: Inbound): void {
    this.#deadline.extend(this.#caller.timers.now());
    const onAsked = this.#options.onAsked ?? this.#caller.options.onAsked;
    if (onAsked === undefined) x.end(errorResponse(x.request.id, METHOD_NOT_FOUND, "nothing may be asked here"));
    else onAsked(x);
  }

  ended(response: JSONRPCResponse, evidence?: Evidence): void {
    this.#release();
    this.#resolve({ response, evidence });
  }

  lost(error: TransportError): void {
    this.#release();
    this.#reject(error);
  }

  held(isHeld: boolean): void {
    if (this.#isOver) return;
    const now = this.#caller.timers.now();
    if (isHeld) {
      this.#alarm.remove(this);
      this.#heldSince = now;
    } else {
      this.#deadline.exclude(this.#heldSince, now);
      this.#alarm.add(this, now);
    }
  }

  get dueAt(): number {
    return this.#deadline.dueAt;
  }

  expired(): void {
    const limit = this.#deadline.cause;
    const ms = this.#deadline[limit];
    const message = `no answer to ${this.#request.method} within ${ms} ms (${limit})`;
    this.#giveUp(new TransportError("timeout", message, { data: { limit, ms } }), "timeout");
  }

  #giveUp(error: TransportError, reason: string): void {
    this.#release();
    const isTold = this.#options.cancellable !== false;
    this.#exchange?.abandon(isTold ? this.#caller.options.cancelNotice(this.#request, reason) : undefined);
    this.#reject(error);
  }

  #release(): void {
    this.#isOver = true;
    this.#alarm.remove(this);
    if (this.#onAbort !== undefined) this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }
}

function duration(name: "timeoutMs" | "maxTotalMs", ms: number): number {
  if (!(ms > 0))
    throw new UsageError("invalid-duration", `${name} must be a positive number of milliseconds, not ${ms}`);
  return ms;
}

function abortedError(signal: AbortSignal): TransportError {
  return new TransportError("aborted", "the call was aborted", { cause: signal.reason });
}

/** What the peer may know of the reason: words that the program chose, not the standard DOMException's. */
function reasonText(reason: unknown): string {
  return typeof reason === "string" ? reason : "aborted";
}
