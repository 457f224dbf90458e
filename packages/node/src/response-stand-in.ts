/** A response as an endpoint of ours gives it: text, or a stream that is still written; a `Response` is built for who looks closer. */
import type { ServerResponse } from "node:http";
import type { HeaderMap } from "@mcpwire/jsonrpc";
import { sendWhole } from "./http-call.js";
import { standInFor } from "./stand-in.js";

/** A stream that waits to be told where it is to go. */
export interface OpenStream {
  flowToSocket(): void;
  flowToReader(): ReadableStream<Uint8Array>;
}

class ResponseStandIn {
  readonly #status: number;
  readonly #headers: HeaderMap;
  readonly #body: string | OpenStream;
  #real: Response | undefined = undefined;
  #isSent = false;

  constructor(status: number, headers: HeaderMap, body: string | OpenStream) {
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
  }

  get status(): number {
    return this.#status;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  get bodyUsed(): boolean {
    return this.#real?.bodyUsed ?? (this.#isSent && this.#body !== "");
  }

  /** Writes the response, where nobody has looked at more of it than its status; false where it has to be read. */
  static send(response: object, res: ServerResponse): boolean {
    if (!(#real in response)) return false;
    // Sound: only instances of this class have its private members.
    const standIn = response as ResponseStandIn;
    if (standIn.#real !== undefined || standIn.#isSent) return false;
    standIn.#isSent = true;
    const body = standIn.#body;
    if (typeof body === "string") sendWhole(res, standIn.#status, withType(standIn.#headers, body), body);
    else body.flowToSocket();
    return true;
  }

  static realOf(standIn: object): Response {
    if (!(#real in standIn)) throw new TypeError("Illegal invocation");
    // Sound: only instances of this class have its private members.
    return (standIn as ResponseStandIn).#build();
  }

  #build(): Response {
    if (this.#real === undefined) {
      this.#real = new Response(this.#bodyInit(), { status: this.#status, headers: this.#headers });
      // What has been sent is used.
      if (this.#isSent) void this.#real.body?.cancel();
    }
    return this.#real;
  }

  #bodyInit(): string | ReadableStream<Uint8Array> | null {
    const body = this.#body;
    if (typeof body === "string") return body === "" ? null : body;
    return this.#isSent ? new ReadableStream() : body.flowToReader();
  }
}

let isPrepared = false;

/** A `Response` that costs nothing until it is looked at. Nothing in a runtime tells it from another one but its private fields. */
export function toResponse(status: number, headers: HeaderMap, body: string | OpenStream): Response {
  if (!isPrepared) {
    isPrepared = true;
    standInFor(ResponseStandIn, Response, new Response(), (standIn) => ResponseStandIn.realOf(standIn));
  }
  // Sound: it has every member that a response has.
  return new ResponseStandIn(status, headers, body) as unknown as Response;
}

/** True where the response was one of ours that nobody has looked at, and has been written. */
export function sendUnread(response: Response, res: ServerResponse): boolean {
  return ResponseStandIn.send(response, res);
}

/** Text has a type, also where nobody names one; as in a `Response`. */
function withType(headers: HeaderMap, body: string): HeaderMap {
  if (body === "") return headers;
  for (const name in headers) if (name.length === 12 && name.toLowerCase() === "content-type") return headers;
  return { ...headers, "Content-Type": "text/plain;charset=UTF-8" };
}
