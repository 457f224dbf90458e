/**
 * What the core and the drivers are to each other. A driver makes one `HttpPort` per HTTP request and gives it to
 * `HttpEndpoint.open`; the turn that comes back is fed with the body and with the loss of the connection, and the core answers
 * through the port. No promise but `Sent`, no stream, no header object of any host.
 */
import type { HeaderMap, Sent, TimerPort } from "@mcpwire/jsonrpc";

/** One HTTP request and the response to it, as the driver offers them. No method may throw. */
export interface HttpPort {
  readonly method: string;
  /** Path and query, or the whole URL. */
  readonly target: string;
  /** The value of a request header; `name` is in lower case. Repeated headers come joined by `, `. */
  header(name: string): string | undefined;
  /**
   * Asks for the body, once. The driver answers later or at once with `received`, `receivedValue` or `unreadable` of the turn, and
   * stops reading at the limit.
   */
  readBody(maxBytes: number): void;
  /** The whole response in one write. */
  answer(status: number, headers: HeaderMap, body: string): void;
  /** Head and first text of a stream, in one write. */
  open(status: number, headers: HeaderMap, first: string): Sent;
  /** More of an open stream. A promise means: wait before sending more. */
  write(text: string): Sent;
  /** Ends an open stream, after what was written. */
  end(): void;
}

/** What the core needs of the host beside HTTP. */
export interface HostPorts {
  readonly timers: TimerPort;
  /** A timer ends with the request in which it was set, as in workers: nothing is left to a timer of another request. */
  readonly timersEndWithRequest?: boolean;
  /** Runs a task once, after the I/O that is ready now. */
  nextTurn(task: () => void): void;
  /** At least 128 bits from a cryptographic source, as visible ASCII. */
  randomId(): string;
}

/** An answer that is there at once, or comes later. */
export type MaybeLater<T> = T | PromiseLike<T>;

/** What `authorize` sees: the head of a request, before its body is read. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  header(name: string): string | undefined;
}

/** The host's verdict on who asks: let in as somebody, or turned away with a response of the host's own. */
export type Authorization =
  | {
      /** Handed to handlers as `caller`. */
      readonly caller: unknown;
      /** Who it is, stable over requests and tokens: sessions and limits are bound to it. */
      readonly id: string;
    }
  | { readonly challenge: Challenge };

/** A response of the host's own, in place of the endpoint's. */
export interface Challenge {
  readonly status: number;
  readonly headers?: HeaderMap;
  readonly body?: string;
}

export const jsonHeaders: HeaderMap = Object.freeze({ "Content-Type": "application/json" });

/** A stream must reach the client as it is written. [2026-07-28 basic/transports/streamable-http#receiving-messages] */
export const streamHeaders: HeaderMap = Object.freeze({
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
});

export const noHeaders: HeaderMap = Object.freeze({});
