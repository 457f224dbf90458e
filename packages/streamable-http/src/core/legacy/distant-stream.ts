/**
 * A stream of another process, as far as its events are in the log: what the client missed, and then, on the same connection, what is
 * logged from now on, until the stream has ended there. [2025-11-25 basic/transports#resumability-and-redelivery]
 */
import { INVALID_REQUEST } from "@mcpwire/jsonrpc";
import { KEEP_ALIVE, encodeEvent } from "../../sse/encoder.js";
import { formatEventId } from "../../sse/event-id.js";
import type { Channel, ChannelOwner } from "../channel.js";
import type { MaybeLater } from "../http-port.js";
import type { Services } from "../services.js";
import { refuse, type Refused } from "../status.js";
import type { EventLog, Replay, StreamKey } from "./event-log.js";

/** What is logged behind the last event of a stream. It goes out to nobody. Only the first event of a stream is empty otherwise. */
export const END_OF_STREAM = "";

function isEndOfStream(event: number, data: string): boolean {
  return data === END_OF_STREAM && event > 1;
}

export interface DistantStreamOptions {
  readonly log: EventLog;
  readonly services: Services;
  /** How often the log is looked at, in ms; 0 for once, where the stream goes on in a place of its own. */
  readonly pollMs: number;
  /** Nobody reads it any more. */
  readonly left: (stream: DistantStream) => void;
}

export class DistantStream implements ChannelOwner {
  readonly #key: StreamKey;
  readonly #channel: Channel;
  readonly #options: DistantStreamOptions;
  #after: number;
  #opened: ((refused?: Refused) => void) | undefined;
  #timer: unknown = undefined;
  #isOver = false;

  /** `opened` is called once: with a refusal, or with nothing once the connection has what was missed. */
  constructor(
    key: StreamKey,
    after: number,
    channel: Channel,
    options: DistantStreamOptions,
    opened: (refused?: Refused) => void,
  ) {
    this.#key = key;
    this.#after = after;
    this.#channel = channel;
    this.#options = options;
    this.#opened = opened;
    channel.owner = this;
  }

  start(): void {
    const { log, services } = this.#options;
    const found: MaybeLater<Replay> = log.replay(this.#key, this.#after);
    if ("then" in found) {
      found.then(
        (replay) => this.#take(replay),
        (error: unknown) => {
          services.report({ code: "event-log-failed", message: "The event log failed", data: error });
          this.#take({ type: "expired" });
        },
      );
    } else this.#take(found);
  }

  disconnected(): void {
    this.#over();
  }

  /** The session is over, or the server closes. */
  end(): void {
    if (this.#isOver) return;
    this.#over();
    this.#channel.end();
  }

  #take(found: Replay): void {
    if (this.#isOver) return;
    const { pollMs } = this.#options;
    const opened = this.#opened;
    this.#opened = undefined;
    if (found.type !== "events") {
      this.#over();
      if (opened === undefined) this.#channel.end();
      else opened(refuse(410, INVALID_REQUEST, "The events after this Last-Event-ID have expired"));
      return;
    }
    let text = "";
    let isEnded = false;
    for (const { event, data } of found.events) {
      isEnded = pollMs > 0 && isEndOfStream(event, data);
      if (isEnded) break;
      text += encodeEvent(data, formatEventId(this.#key.stream, event));
      this.#after = event;
    }
    if (isEnded || pollMs === 0) this.#over();
    if (isEnded && text !== "") this.#channel.finish(text);
    else if (isEnded) this.#channel.end();
    else if (pollMs === 0) {
      if (text !== "") void this.#channel.event(text);
    } else this.#goOn(text);
    opened?.();
  }

  #goOn(text: string): void {
    const { services, pollMs } = this.#options;
    const isSilent = text === "" && this.#channel.phase === "streaming";
    const sent = isSilent ? undefined : this.#channel.event(text === "" ? KEEP_ALIVE : text);
    const wait = (): void => {
      if (!this.#isOver) this.#timer = services.host.timers.set(pollMs, () => this.start());
    };
    if (sent === undefined) wait();
    else void sent.then(wait);
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.services.host.timers.clear(this.#timer);
    this.#options.left(this);
  }
}
