/**
 * One event stream as its client sees it, across any number of connections: when to come back, with which id, and when to give
 * up. It serves the response stream of a POST and the standalone stream of a GET alike; the HTTP is its driver's.
 * [2025-11-25 basic/transports#resumability-and-redelivery]
 *
 *              opened     event      retry      ended / failed      refused     timer           settled
 * connecting   → open     –          –          → waiting or over   → over      –               → over
 * open         –          deliver    kept       → waiting or over   → over      –               → over
 * waiting      –          –          –          –                   –           → connecting    → over
 * over         –          –          –          –                   –           –               –
 */
import { TransportError } from "@mcpwire/jsonrpc";

export interface StreamRules {
  /** False where the revision has no resumption: the first end is the last. */
  readonly canResume: boolean;
  /** A response stream resumes where its last event was; without an id nothing can be asked for. A standalone stream opens anew. */
  readonly needsEventId: boolean;
  readonly pace: ReconnectPace;
}

interface ReconnectPace {
  /** Reconnects in a row that bring no data. 0: none. */
  readonly maxReconnects: number;
  /** The first wait before a reconnect, in ms; doubled each time. */
  readonly reconnectDelayMs: number;
  /** The longest wait that the server may ask for, in ms. */
  readonly maxRetryMs: number;
}

export type StreamInput =
  /** The answer's head is an event stream. */
  | { readonly type: "opened" }
  /** A frame of type `message`; `data` is empty where it only sets an id. */
  | { readonly type: "event"; readonly data: string; readonly id?: string | undefined }
  | { readonly type: "retry"; readonly ms: number }
  /** The connection is over: without an error, the server ended it. `jitter` is a fresh random number from 0 to below 1. */
  | { readonly type: "ended"; readonly error?: TransportError | undefined; readonly jitter: number }
  /** What came is nothing that a repetition would change: the answer to a (re)connect, an event beyond a limit. */
  | { readonly type: "refused"; readonly error: TransportError }
  | { readonly type: "timer" }
  /** Nobody waits any more: the reply came, or was given up. */
  | { readonly type: "settled" };

export type StreamOutput =
  | { readonly type: "deliver"; readonly data: string }
  /** GET, with this `Last-Event-ID`. */
  | { readonly type: "connect"; readonly lastEventId?: string }
  | { readonly type: "set-timer"; readonly ms: number }
  | { readonly type: "clear-timer" }
  /** Let go of the connection. */
  | { readonly type: "release" }
  /** The stream is over without its end; its connection is let go as well. */
  | { readonly type: "lost"; readonly error: TransportError };

export type StreamState = "connecting" | "open" | "waiting" | "over";

/** The longest wait that back-off alone leads to. */
const maxBackoffMs = 30_000;
/** What jitter may add, as a part of the wait. It never takes away: a server's `retry` is a minimum. */
const jitterShare = 0.2;

export class StreamMachine {
  readonly #rules: StreamRules;
  #state: StreamState = "connecting";
  #lastEventId: string | undefined;
  #retryMs = 0;
  #reconnects = 0;

  constructor(rules: StreamRules) {
    this.#rules = rules;
  }

  get state(): StreamState {
    return this.#state;
  }

  handle(input: StreamInput): readonly StreamOutput[] {
    switch (this.#state) {
      case "connecting":
        return this.#connecting(input);
      case "open":
        return this.#open(input);
      case "waiting":
        return this.#waiting(input);
      case "over":
        return [];
      default:
        return this.#state satisfies never;
    }
  }

  #connecting(input: StreamInput): readonly StreamOutput[] {
    switch (input.type) {
      case "opened":
        this.#state = "open";
        return [];
      case "ended":
        return this.#dropped(input.error, input.jitter);
      case "refused":
        return this.#lose(input.error);
      case "settled":
        return this.#end({ type: "release" });
      default:
        return [];
    }
  }

  #open(input: StreamInput): readonly StreamOutput[] {
    switch (input.type) {
      case "event":
        // Kept over any number of drops; an empty id takes it back, as in every event stream.
        if (input.id !== undefined) this.#lastEventId = input.id === "" ? undefined : input.id;
        if (input.data === "") return [];
        this.#reconnects = 0;
        return [{ type: "deliver", data: input.data }];
      case "retry":
        this.#retryMs = input.ms;
        return [];
      case "ended":
        return this.#dropped(input.error, input.jitter);
      case "refused":
        return this.#lose(input.error);
      case "settled":
        return this.#end({ type: "release" });
      default:
        return [];
    }
  }

  #waiting(input: StreamInput): readonly StreamOutput[] {
    switch (input.type) {
      case "timer":
        this.#state = "connecting";
        return [
          this.#lastEventId === undefined ? { type: "connect" } : { type: "connect", lastEventId: this.#lastEventId },
        ];
      case "settled":
        return this.#end({ type: "clear-timer" });
      default:
        return [];
    }
  }

  #dropped(error: TransportError | undefined, jitter: number): readonly StreamOutput[] {
    const { canResume, needsEventId, pace } = this.#rules;
    const { maxReconnects, reconnectDelayMs, maxRetryMs } = pace;
    const cause = error ?? new TransportError("lost", "The server ended the stream before its reply");
    // Before the first event there is nothing to come back to, and the error is the whole story.
    if (!canResume || (needsEventId && this.#lastEventId === undefined)) return this.#lose(cause);
    if (this.#retryMs > maxRetryMs) {
      return this.#lose(
        lost(`The server wants to be asked again in ${this.#retryMs} ms, and ${maxRetryMs} ms are allowed`, cause, {
          retryMs: this.#retryMs,
        }),
      );
    }
    if (this.#reconnects >= maxReconnects) {
      return this.#lose(
        lost(`The stream broke, and ${this.#reconnects} reconnects brought no data`, cause, {
          reconnects: this.#reconnects,
        }),
      );
    }
    const backoff = Math.min(reconnectDelayMs * 2 ** this.#reconnects, maxBackoffMs);
    this.#reconnects++;
    this.#state = "waiting";
    const wait = Math.max(backoff, this.#retryMs);
    return [{ type: "set-timer", ms: Math.ceil(wait * (1 + jitter * jitterShare)) }];
  }

  #lose(error: TransportError): readonly StreamOutput[] {
    return this.#end({ type: "lost", error });
  }

  #end(output: StreamOutput): readonly StreamOutput[] {
    this.#state = "over";
    return [output];
  }
}

function lost(message: string, cause: TransportError, data: object): TransportError {
  return new TransportError("lost", message, { cause, data });
}
