/**
 * One HTTP response in the making: nothing yet, a stream, or over. Era-neutral: it decides how things are sent, not what.
 *
 *             answer      event         finish          end              gone
 * waiting   → ended       → streaming   → ended (1 w.)  → ended (empty)  → ended
 * streaming   (nothing)   write         → ended         → ended          → ended
 * ended       (nothing)   (nothing)     (nothing)       (nothing)        (nothing)
 */
import type { HeaderMap, Sent } from "@mcpwire/jsonrpc";
import { KEEP_ALIVE } from "../sse/encoder.js";
import type { Heartbeat } from "./heartbeat.js";
import { jsonHeaders, noHeaders, streamHeaders, type HttpPort } from "./http-port.js";
import type { Accepted } from "./media-types.js";

/** Who is told when the peer of a channel leaves. */
export interface ChannelOwner {
  disconnected(channel: Channel, why: "disconnected" | "overload"): void;
}

export class Channel {
  phase: "waiting" | "streaming" | "ended" = "waiting";
  owner: ChannelOwner | undefined = undefined;
  readonly accepted: Accepted;
  /** Beats since the last write, or since the request came. */
  quietBeats = 0;
  #extra: HeaderMap | undefined;
  readonly #port: HttpPort;
  readonly #heart: Heartbeat;

  constructor(port: HttpPort, accepted: Accepted, heart: Heartbeat, extra: HeaderMap | undefined) {
    this.accepted = accepted;
    this.#port = port;
    this.#heart = heart;
    this.#extra = extra;
  }

  /** One more header of the response; only while waiting. */
  addHeader(name: string, value: string): void {
    this.#extra = { ...this.#extra, [name]: value };
  }

  /** The response is a body of JSON. */
  answer(status: number, body: string): void {
    if (this.phase !== "waiting") return;
    this.#over();
    this.#port.answer(status, this.#with(jsonHeaders), body);
  }

  /** A text of events; the first opens the stream. */
  event(text: string): Sent {
    if (this.phase === "ended") return undefined;
    this.quietBeats = 0;
    if (this.phase === "streaming") return this.#port.write(text);
    this.phase = "streaming";
    this.#heart.add(this);
    return this.#port.open(200, this.#with(streamHeaders), text);
  }

  /** The last text of events. */
  finish(text: string): void {
    if (this.phase === "waiting") {
      this.#over();
      this.#port.answer(200, this.#with(streamHeaders), text);
    } else if (this.phase === "streaming") {
      void this.#port.write(text);
      this.end();
    }
  }

  /** Ends the response without another word. */
  end(): void {
    if (this.phase === "ended") return;
    const wasWaiting = this.phase === "waiting";
    this.#over();
    if (!wasWaiting) this.#port.end();
    else if (this.accepted.stream) this.#port.answer(200, this.#with(streamHeaders), KEEP_ALIVE);
    else this.#port.answer(204, this.#with(noHeaders), "");
  }

  /** The peer has left. */
  gone(why: "disconnected" | "overload" = "disconnected"): void {
    if (this.phase === "ended") return;
    this.#over();
    this.owner?.disconnected(this, why);
  }

  /** It did not end at once: from now on it must not look dead. */
  wait(): void {
    if (this.phase === "waiting" && this.accepted.stream) this.#heart.add(this);
  }

  #over(): void {
    this.phase = "ended";
    this.#heart.delete(this);
  }

  #with(headers: HeaderMap): HeaderMap {
    return this.#extra === undefined ? headers : { ...headers, ...this.#extra };
  }
}
