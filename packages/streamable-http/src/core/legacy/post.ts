/**
 * One legacy POST and what is said in answer to it: a request, or the requests of one batch. It begins without a form; one that is
 * answered at once becomes a body of JSON, one that takes time a stream, which in a session survives its connection.
 * [2025-11-25 basic/transports#sending-messages-to-the-server] [2025-03-26 basic/transports#sending-messages-to-the-server]
 */
import type { JSONRPCResponse, ParseFailure, ParsedMessage, Sent } from "@mcpwire/jsonrpc";
import { encodeEvent } from "../../sse/encoder.js";
import type { Channel, ChannelOwner } from "../channel.js";
import { encodeResponse, type Services } from "../services.js";
import type { ResumableStream } from "./resumable-stream.js";

/** The session's part in a POST; absent where there is none. */
export interface PostSession {
  /** The peer's revision has streams that begin with a cursor, and can be left and found again. */
  readonly primes: boolean;
  readonly retryMs: number;
  openStream(): ResumableStream;
  finished(stream: ResumableStream): void;
}

/** True for what a response is owed: requests, and what might have been one. */
export function isAnswered(item: ParsedMessage | ParseFailure): boolean {
  if (item.type === "failure") return item.about !== "notification" && item.about !== "response";
  return item.type === "request";
}

export class Post implements ChannelOwner {
  readonly #services: Services;
  readonly #session: PostSession | undefined;
  readonly #isBatch: boolean;
  /** Until a stream takes it over, or it is lost. */
  #channel: Channel | undefined;
  #stream: ResumableStream | undefined = undefined;
  /** The reader holds one until it has read the whole body: an answer given at once must not close it. */
  #open = 1;
  /** Answers that wait for the end of the whole: of the body, or of a batch. */
  #answers: string[] = [];
  #status = 200;

  constructor(channel: Channel, services: Services, session: PostSession | undefined, isBatch: boolean) {
    // Lost while its session was looked for.
    this.#channel = channel.phase === "ended" ? undefined : channel;
    this.#services = services;
    this.#session = session;
    this.#isBatch = isBatch;
    channel.owner = this;
  }

  get canStream(): boolean {
    return this.#services.mode !== "json" && (this.#stream !== undefined || this.#channel?.accepted.stream === true);
  }

  get canDetach(): boolean {
    return this.#session?.primes === true && this.canStream;
  }

  expect(): void {
    this.#open += 1;
  }

  /** The whole body was read. */
  settleReader(): void {
    this.#release();
  }

  /** A message before the answer. */
  send(json: string): Sent {
    const stream = this.#streaming();
    if (stream !== undefined) return stream.send(json);
    return this.#channel?.event(encodeEvent(json));
  }

  /** One of the expected is over; without an answer if it was cancelled. `status` is read where it is the only one. */
  settle(r?: JSONRPCResponse, status = 200): void {
    if (r !== undefined) {
      const json = encodeResponse(r, this.#services);
      // The last answer of a stream is told to be the last; those before it go out as they come.
      if (this.#isStreaming && this.#open > 1) void this.send(json);
      else this.#answers.push(json);
      this.#status = status;
    }
    this.#release();
  }

  /** Still open after a turn: the client gets a cursor, where its revision has them. */
  prime(): void {
    const channel = this.#channel;
    if (this.#open === 0 || channel?.phase !== "waiting" || !this.canStream) return;
    if (this.#session?.primes === true) this.#streaming();
    else channel.wait();
  }

  detach(retryMs: number): void {
    if (this.#open === 0 || !this.canDetach) return;
    this.#streaming()?.detach(retryMs);
  }

  /** Before there was a stream, there is nothing to come back to; what runs goes on. [2025-11-25 basic/transports#sending-messages-to-the-server] */
  disconnected(): void {
    this.#channel = undefined;
  }

  get #isStreaming(): boolean {
    return this.#stream !== undefined || this.#channel?.phase === "streaming";
  }

  #release(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    const [first] = this.#answers;
    const json = this.#isBatch && first !== undefined ? `[${this.#answers.join(",")}]` : first;
    const status = this.#isBatch ? 200 : this.#status;
    const stream = this.#stream;
    const channel = this.#channel;
    if (stream !== undefined) {
      stream.finish(json);
      this.#session?.finished(stream);
    } else if (channel === undefined || json === undefined) channel?.end();
    else if (channel.phase === "streaming") channel.finish(encodeEvent(json));
    else if (status !== 200) channel.answer(status, json);
    else if (!channel.accepted.json || (this.#services.mode === "stream" && channel.accepted.stream)) {
      channel.finish(encodeEvent(json));
    } else channel.answer(200, json);
  }

  /** The stream of a session, begun where it was not. */
  #streaming(): ResumableStream | undefined {
    if (this.#stream !== undefined || this.#session === undefined) return this.#stream;
    const channel = this.#channel;
    // Lost before anything was said: the client has no cursor, so nothing is kept for it.
    if (channel === undefined) return undefined;
    this.#channel = undefined;
    this.#stream = this.#session.openStream();
    this.#stream.attach(channel);
    if (this.#session.primes) this.#stream.prime(this.#session.retryMs);
    for (const json of this.#answers.splice(0)) void this.#stream.send(json);
    return this.#stream;
  }
}
