/**
 * Bytes of an event stream in, events out. The field grammar is eventsource-parser's; this file gives it clean text (one kind of
 * line end, no byte order mark), bounds what it may buffer, and makes frames without data visible, because an event with an id and
 * no data is what a stream is primed with. [2025-11-25 basic/transports#sending-messages-to-the-server]
 */
import { TransportError } from "@mcpwire/jsonrpc";
import { createParser } from "eventsource-parser";
import { Utf8Pieces } from "./utf8-pieces.js";

/** One frame of the stream that says something. */
export interface SseEvent {
  /** `message` where the frame names no type. */
  readonly type: string;
  /** The lines of data, joined with LF; empty for a frame that has none. */
  readonly data: string;
  /** Present where the frame set it, also to "". */
  readonly id?: string;
}

export interface SseSink {
  event(event: SseEvent): void;
  /** The wait before reconnecting that the server asks for, in ms; any size. Heard at once, and not with the end of its frame. */
  retry(ms: number): void;
}

export class SseDecoder {
  readonly #text = new Utf8Pieces();
  readonly #parser: { feed(text: string): void };
  readonly #maxEventBytes: number;
  #pendingBytes = 0;
  #endedInCr = false;
  #atLineStart = true;

  /** `maxEventBytes` bounds one event, with everything between it and the event before. */
  constructor(sink: SseSink, options: { readonly maxEventBytes: number }) {
    this.#maxEventBytes = options.maxEventBytes;
    this.#parser = createParser({
      onEvent: ({ id, event, data }) => {
        // The line of data that `push` added is the last; before it stands an LF if there was another.
        const said = data.endsWith("\n") ? data.slice(0, -1) : data;
        if (id === undefined && said === "") return;
        sink.event({ type: event ?? "message", data: said, ...(id === undefined ? {} : { id }) });
      },
      onRetry: (ms) => sink.retry(ms),
    });
  }

  /**
   * Feeds the next bytes; the sink is called before this returns. Throws a `TransportError` (`budget`) once an event is larger than
   * allowed; nothing may be fed after that. What the stream ends in without a blank line is no event, so there is nothing to flush.
   */
  push(bytes: Uint8Array): void {
    // One U+FEFF at the start is dropped here, whatever the cuts.
    const lines = this.#withLf(this.#text.take(bytes));
    const lastBlank = this.#lastBlankLine(lines);
    this.#pendingBytes = lastBlank === undefined ? this.#pendingBytes + bytes.length : utf8Length(lines, lastBlank);
    if (this.#pendingBytes > this.#maxEventBytes || this.#largestFrame(lines, bytes.length) > this.#maxEventBytes) {
      throw new TransportError("budget", `An event of the stream is larger than ${this.#maxEventBytes} bytes`, {
        data: { limit: "maxMessageBytes", max: this.#maxEventBytes },
      });
    }
    this.#parser.feed(this.#withDataLines(lines));
    if (lines !== "") this.#atLineStart = lines.endsWith("\n");
  }

  /** CR and CRLF become LF at once: a parser that waits to see what follows a CR would hold back a complete event. */
  #withLf(text: string): string {
    if (text === "") return text;
    const rest = this.#endedInCr && text.startsWith("\n") ? text.slice(1) : text;
    this.#endedInCr = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  }

  /** The index behind the last blank line of a chunk. */
  #lastBlankLine(lines: string): number | undefined {
    const at = lines.lastIndexOf("\n\n");
    if (at !== -1) return at + 2;
    return this.#atLineStart && lines.startsWith("\n") ? 1 : undefined;
  }

  /** Only a chunk that is larger than the limit can hold an event that is. */
  #largestFrame(lines: string, bytes: number): number {
    if (bytes <= this.#maxEventBytes) return 0;
    return Math.max(...lines.split("\n\n").map((frame) => utf8Length(frame, 0)));
  }

  /** An empty line of data before each blank line: every frame is dispatched then, and `onEvent` takes the line away again. */
  #withDataLines(lines: string): string {
    const marked = lines.replace(/\n(?=\n)/g, "\ndata\n");
    return this.#atLineStart && lines.startsWith("\n") ? `data\n${marked}` : marked;
  }
}

/** The bytes of `text` from `from` on, as UTF-8. */
function utf8Length(text: string, from: number): number {
  let bytes = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
