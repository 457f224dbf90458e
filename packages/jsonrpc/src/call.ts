/**
 * One call over any link: an id, an exchange, two time limits, an optional signal, one promise. What a cancellation looks like on
 * the wire comes in from outside, as does time.
 * [2025-11-25 basic/lifecycle#timeouts] [2026-07-28 basic/patterns/cancellation#timeouts]
 */
import { Deadline } from "./core/deadline.js";
import type { DeadlineLimits } from "./core/deadline.js";
import { METHOD_NOT_FOUND } from "./error-codes.js";
import { TransportError, UsageError } from "./errors.js";
import { errorResponse } from "./message.js";
import type { JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from "./message.js";
import { systemTimers } from "./timers.js";
import type { TimerPort } from "./timers.js";
import type { ClientExchange, ClientLink, Evidence, ExchangeEvents, ExchangeHints, Inbound } from "./transport.js";

export interface CallerOptions {
  /** The notice that tells the peer that nobody waits for this request any more; undefined where there is none. */
  readonly cancelNotice: (q: JSONRPCRequest, reason: string) => JSONRPCNotification | undefined;
  /** How long a call waits without an answer or a sign of life, in ms; `Infinity` for ever. Default 60 000. */
  readonly timeoutMs?: number;
  /** How long a call may take in all, in ms. Default 1 800 000. */
  readonly maxTotalMs?: number;
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
   * Sends what `build` makes of a fresh id and waits for the answer. Rejects with a `TransportError`: `timeout` (`data.limit` names
   * the limit that was used up), `aborted` (its `cause` is the signal's reason), or whatever the link lost the exchange to
   * (`closed`, `lost`, …). A peer's error is no rejection. A limit that is no positive number, an id in
   * use, and params that JSON cannot say are our caller's mistakes and reject with what was thrown (a `UsageError`).
   */
  call(build: (id: number) => JSONRPCRequest, options?: CallOptions): Promise<CallOutcome>;
}

/** Makes calls over one link; one caller per link, since it hands out the ids. */
export function createCaller(link: ClientLink, options: CallerOptions): Caller {
  const timers = options.timers ?? systemTimers;
  const defaults = {
    timeoutMs: duration("timeoutMs", options.timeoutMs ?? 60_000),
    maxTotalMs: duration("maxTotalMs", options.maxTotalMs ?? 1_800_000),
  };
  let lastId = 0;
  const nextId = () => ++lastId;

  function call(build: (id: number) => JSONRPCRequest, each: CallOptions = {}): Promise<CallOutcome> {
    return new Promise((resolve, reject) => {
      const limits = {
        timeoutMs: duration("timeoutMs", each.timeoutMs ?? defaults.timeoutMs),
        maxTotalMs: duration("maxTotalMs", each.maxTotalMs ?? defaults.maxTotalMs),
      };
      if (each.signal?.aborted === true) {
        reject(abortedError(each.signal));
        return;
      }
      const waiting = { limits, timers, resolve, reject, cancelNotice: options.cancelNotice };
      new PendingCall(build(nextId()), each, waiting).begin(link);
    });
  }

  return { nextId, call };
}

/** What a call is given beside its request and its options. */
interface Waiting {
  readonly limits: DeadlineLimits;
  readonly timers: TimerPort;
  readonly resolve: (outcome: CallOutcome) => void;
  readonly reject: (error: TransportError) => void;
  readonly cancelNotice: CallerOptions["cancelNotice"];
}

/** One call in flight. An object with methods and not a closure for each event, since there is one for every request. */
class PendingCall implements ExchangeEvents {
  readonly #request: JSONRPCRequest;
  readonly #options: CallOptions;
  readonly #waiting: Waiting;
  readonly #deadline: Deadline;
  #exchange: ClientExchange | undefined = undefined;
  #timer: unknown = undefined;
  /** Set where there is a signal. */
  #onAbort: (() => void) | undefined = undefined;
  #heldSince = 0;
  #isOver = false;

  constructor(q: JSONRPCRequest, options: CallOptions, waiting: Waiting) {
    this.#request = q;
    this.#options = options;
    this.#waiting = waiting;
    this.#deadline = new Deadline(waiting.limits, waiting.timers.now());
  }

  begin(link: ClientLink): void {
    const { signal, hints } = this.#options;
    this.#exchange = link.begin(this.#request, this, hints);
    // A link that knows the end at once may say it from within `begin`: no clock is armed for what is over.
    if (this.#isOver) return;
    this.#timer = this.#waiting.timers.set(this.#deadline.firstWaitMs, this.#onTimer);
    if (signal === undefined) return;
    this.#onAbort = () => this.#giveUp(abortedError(signal), reasonText(signal.reason));
    // A signal tells its listeners once: one that the program aborted from within `link.begin` would never tell this one.
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort);
  }

  notified(n: JSONRPCNotification): void {
    this.#deadline.extend(this.#waiting.timers.now());
    this.#options.onNotification?.(n);
  }

  asked(x: Inbound): void {
    this.#deadline.extend(this.#waiting.timers.now());
    const { onAsked } = this.#options;
    if (onAsked === undefined) x.end(errorResponse(x.request.id, METHOD_NOT_FOUND, "nothing may be asked here"));
    else onAsked(x);
  }

  ended(response: JSONRPCResponse, evidence?: Evidence): void {
    this.#release();
    this.#waiting.resolve({ response, evidence });
  }

  lost(error: TransportError): void {
    this.#release();
    this.#waiting.reject(error);
  }

  held(isHeld: boolean): void {
    if (this.#isOver) return;
    const { timers } = this.#waiting;
    timers.clear(this.#timer);
    const now = timers.now();
    if (isHeld) {
      this.#heldSince = now;
      return;
    }
    this.#deadline.exclude(this.#heldSince, now);
    this.#onTimer();
  }

  readonly #onTimer = (): void => {
    const { timers, limits } = this.#waiting;
    const verdict = this.#deadline.timer(timers.now());
    if ("waitMs" in verdict) {
      this.#timer = timers.set(verdict.waitMs, this.#onTimer);
      return;
    }
    const limit = verdict.expired;
    const message = `no answer to ${this.#request.method} within ${limits[limit]} ms (${limit})`;
    this.#giveUp(new TransportError("timeout", message, { data: { limit, ms: limits[limit] } }), "timeout");
  };

  #giveUp(error: TransportError, reason: string): void {
    this.#release();
    const isTold = this.#options.cancellable !== false;
    this.#exchange?.abandon(isTold ? this.#waiting.cancelNotice(this.#request, reason) : undefined);
    this.#waiting.reject(error);
  }

  #release(): void {
    this.#isOver = true;
    this.#waiting.timers.clear(this.#timer);
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
