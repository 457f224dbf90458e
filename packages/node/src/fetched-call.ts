/**
 * One request of `node:http` whose response is handed on as a `Response`, and only then written. A driver as `NodeCall`: what differs
 * is that others may look at the response, and change it, before it goes out.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderMap, Sent } from "@mcpwire/jsonrpc";
import type { Served } from "@mcpwire/streamable-http/core";
import { NodeCall } from "./http-call.js";
import { toResponse } from "./response-stand-in.js";

/** The request, as far as the call needs it. */
export interface FetchedRequest {
  readonly builtHeaders: Headers | undefined;
  takeBody(): boolean;
}

const encoder = new TextEncoder();

export class FetchedCall extends NodeCall {
  readonly #request: FetchedRequest;
  readonly #resolve: (response: Response) => void;
  /** Where a stream goes: nowhere yet, to the socket, or to a reader of the response's body. */
  #goesTo: "nowhere" | "socket" | ReadableStreamDefaultController<Uint8Array> = "nowhere";
  #held: { readonly text: string; readonly isLast: boolean } | undefined = undefined;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    endpoint: Served,
    request: FetchedRequest,
    resolve: (response: Response) => void,
  ) {
    super(req, res, endpoint, undefined);
    this.#request = request;
    this.#resolve = resolve;
  }

  override header(name: string): string | undefined {
    const headers = this.#request.builtHeaders;
    return headers === undefined ? super.header(name) : (headers.get(name) ?? undefined);
  }

  override readBody(maxBytes: number): void {
    if (this.#request.takeBody()) super.readBody(maxBytes);
    else this.turn.unreadable("broken");
  }

  override answer(status: number, headers: HeaderMap, body: string): void {
    this.isAnswered = true;
    this.#resolve(toResponse(status, headers, body));
  }

  override open(status: number, headers: HeaderMap, first: string): Sent {
    const sent = super.open(status, headers, first);
    this.#resolve(toResponse(status, headers, this));
    return sent;
  }

  /** The response is sent as it is. */
  flowToSocket(): void {
    this.#goesTo = "socket";
    this.#release();
  }

  /** Somebody wants the response's body as a stream. */
  flowToReader(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#goesTo = controller;
        this.#release();
      },
      pull: () => this.queue?.drained(),
      cancel: () => {
        this.turn.closed();
        this.queue?.close();
      },
    });
  }

  override emit(text: string, isLast: boolean): boolean {
    const to = this.#goesTo;
    if (to === "socket") return super.emit(text, isLast);
    if (to === "nowhere") {
      this.#held = { text, isLast };
      return false;
    }
    if (text !== "") to.enqueue(encoder.encode(text));
    if (isLast) {
      this.isAnswered = true;
      to.close();
    }
    return (to.desiredSize ?? 0) > 0;
  }

  override overflowed(): void {
    if (typeof this.#goesTo === "object") this.#goesTo.error(new Error("The reader is too slow"));
    super.overflowed();
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && this.emit(held.text, held.isLast)) this.queue?.drained();
  }
}
