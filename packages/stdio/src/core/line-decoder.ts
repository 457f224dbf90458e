/**
 * Bytes in, lines out: the receiving half of MCP's stdio framing. [2026-07-28 basic/transports/stdio#top]
 *
 * A line ends at byte 0x0A and nowhere else: that byte never occurs inside a UTF-8 sequence, so lines are cut first and decoded
 * whole, and no chunk boundary can split a character. What a line says is the reader's business; this file knows no JSON.
 */

/** Where the lines go; `PipeReader` of `@mcpwire/jsonrpc` is one. Calls are synchronous and must not throw. */
export interface LineSink {
  /** One line without its ending, and without a leading byte order mark. A blank line is the empty string. */
  receiveText(text: string): void;
  /** One line that cannot be handed over: longer than the limit, or not UTF-8. The lines around it are unharmed. `start`: how a long one begins. */
  receiveUnreadable(reason: "too-long" | "not-utf8", start?: string): void;
}

export interface LineDecoderOptions {
  /** The longest line in bytes, its ending not counted. */
  readonly maxMessageBytes: number;
}

/** As much of an overlong line as is kept, in bytes: enough to tell what it was. */
const START = 256;

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Chunks below this size are copied together while their line grows, so that a line that trickles in byte by byte does not cost
 * an object for each byte. Larger ones are kept as they came: the copy made when the line is complete is the only one.
 */
const SMALL_CHUNK = 1024;
const BLOCK = 16 * 1024;

/**
 * The decoder of one stream. Feed it with `push` and finish with `end`.
 *
 * A chunk that ends inside a line is kept until the line is complete, so the caller must not write into it afterwards. Work is
 * linear in the bytes fed, however they are cut; at most one line is held, and it is let go when the line ends.
 */
export class LineDecoder {
  readonly #sink: LineSink;
  readonly #max: number;
  // A byte order mark is ours to strip: left to the decoder, one at the start of a chunk and one at the start of a line differ.
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** The pieces of the line that has begun, and their bytes in all. */
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** The last piece, where it is a block of ours with room left: `#fill` bytes of it are in use. */
  #block: Uint8Array | undefined;
  #fill = 0;
  /** Inside a line that is too long: everything up to its end is dropped. */
  #isSkipping = false;

  constructor(sink: LineSink, options: LineDecoderOptions) {
    this.#sink = sink;
    this.#max = options.maxMessageBytes;
  }

  /** Takes the next bytes, and hands over every line that they complete before it returns. */
  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.#held > 0 || this.#isSkipping) {
      const end = chunk.indexOf(LF);
      if (end === -1) return this.#hold(chunk);
      start = end + 1;
      this.#finish(chunk.subarray(0, end));
    }
    const last = chunk.lastIndexOf(LF);
    if (last >= start) {
      this.#wholeLines(start === 0 && last === chunk.length - 1 ? chunk : chunk.subarray(start, last + 1));
      start = last + 1;
    }
    if (start < chunk.length) this.#hold(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The stream ended. A last line without an ending is handed over like any other. */
  end(): void {
    if (this.#held > 0) this.#finish(new Uint8Array(0));
    this.#isSkipping = false;
  }

  /** Lines that lie in one chunk are decoded in one go; a chunk holds many of them when a peer is busy. */
  #wholeLines(bytes: Uint8Array): void {
    let text: string;
    // The text is never longer than its bytes, so within the limit as a whole means that each line is.
    if (bytes.length > this.#max) return this.#oneByOne(bytes);
    try {
      text = this.#utf8.decode(bytes);
    } catch {
      return this.#oneByOne(bytes);
    }
    let start = 0;
    while (start < text.length) {
      const end = text.indexOf("\n", start);
      this.#deliver(text.slice(start, end));
      start = end + 1;
    }
  }

  #oneByOne(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(LF, start);
      this.#line(bytes.subarray(start, end));
      start = end + 1;
    }
  }

  /** Keeps the beginning or the middle of a line. */
  #hold(piece: Uint8Array): void {
    if (this.#isSkipping) return;
    this.#held += piece.length;
    // One byte of grace: it may be the CR of the ending.
    if (this.#held > this.#max + 1) {
      this.#closeBlock();
      const start = startOf([...this.#pieces, piece]);
      this.#release();
      this.#isSkipping = true;
      this.#sink.receiveUnreadable("too-long", start);
      return;
    }
    if (piece.length >= SMALL_CHUNK) {
      this.#closeBlock();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block === undefined || this.#block.length - this.#fill < piece.length) {
      this.#closeBlock();
      // The first piece of a line is usually followed by its end: no more room than needed until it turns out otherwise.
      this.#block = new Uint8Array(this.#pieces.length === 0 ? SMALL_CHUNK : BLOCK);
      this.#pieces.push(this.#block);
    }
    this.#block.set(piece, this.#fill);
    this.#fill += piece.length;
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#pieces[this.#pieces.length - 1] = this.#block.subarray(0, this.#fill);
    this.#block = undefined;
    this.#fill = 0;
  }

  /** The line that was held, or skipped, ends with `tail`. */
  #finish(tail: Uint8Array): void {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    this.#closeBlock();
    const whole = new Uint8Array(this.#held + tail.length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole.set(tail, at);
    this.#release();
    this.#line(whole);
  }

  #release(): void {
    this.#pieces = [];
    this.#held = 0;
    this.#block = undefined;
    this.#fill = 0;
  }

  #line(bytes: Uint8Array): void {
    const length = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    if (length > this.#max) return this.#sink.receiveUnreadable("too-long", startOf([bytes]));
    let text: string;
    try {
      text = this.#utf8.decode(bytes);
    } catch {
      return this.#sink.receiveUnreadable("not-utf8");
    }
    this.#deliver(text);
  }

  #deliver(text: string): void {
    const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    this.#sink.receiveText(start === 0 && end === text.length ? text : text.slice(start, end));
  }
}

function startOf(pieces: readonly Uint8Array[]): string {
  const start = new Uint8Array(START);
  let at = 0;
  for (const piece of pieces) {
    start.set(piece.subarray(0, START - at), at);
    at += Math.min(piece.length, START - at);
  }
  return new TextDecoder().decode(start.subarray(0, at));
}
