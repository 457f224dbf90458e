/**
 * One server over one pair of Node streams, framed in lines: what process stdio and sockets have in common. Reading feeds the
 * decoder from Node's own events; nothing on this path waits for a handler.
 */
import type { Readable, Writable } from "node:stream";
import {
  defaultLimits,
  serveDuplex,
  type Acceptor,
  type DuplexServer,
  type LinkLimits,
  type ReportSink,
} from "@mcpwire/jsonrpc";
import { LineDecoder, encodeLine } from "@mcpwire/stdio";
import { LineWriter } from "./line-writer.js";

/** Options of every server that is framed in lines; none is needed. */
export interface LineServerOptions {
  readonly limits?: Partial<LinkLimits>;
  /** Hears what was noticed and survived. */
  readonly report?: ReportSink;
  /** While more than this waits for a slow reader, nothing more is read from it; in bytes, 8 MiB by default. */
  readonly maxQueuedBytes?: number;
  /** How long handlers may run on after the client has closed its half, in ms; 30 000 by default. Then they are aborted. */
  readonly drainMs?: number;
  /** How long handlers may run on after `close`, in ms; 4000 by default. Then they are aborted. */
  readonly closeMs?: number;
}

/** A link that is being served. */
export interface LineServer {
  /** Resolves when serving has ended, whoever ended it, and everything that could be sent was sent. Never rejects. */
  readonly closed: Promise<void>;
  /**
   * Ends serving from our side: nothing new is admitted, watches get their result, running requests may finish within `closeMs`.
   * Resolves as `closed` does. Idempotent.
   */
  close(): Promise<void>;
}

/** What differs between the kinds of streams. */
export interface LineServerEnds {
  readonly input: Readable;
  readonly output: Writable;
  /** Handed to every exchange. */
  readonly caller?: unknown;
  /** Sees the last lines off, and our end of the channel after them. Not waited for without bound. */
  farewell(writer: LineWriter): Promise<void>;
  /** Lets go of both streams; comes last, and in any case. */
  letGo(): void;
}

const DRAIN_MS = 30_000;
/** Within what a supervisor grants after SIGTERM, with room for the rest of the program. */
const CLOSE_MS = 4000;
/** As much as a stream to a slow reader may hold over HTTP. */
const MAX_QUEUED = 8 * 1024 * 1024;
/** A peer that takes nothing any more is not waited for at the end, in ms. */
const FLUSH_MS = 2000;

export function serveLines(acceptor: Acceptor, ends: LineServerEnds, options: LineServerOptions): LineServer {
  const { input, output } = ends;
  const limits = { ...defaultLimits, ...options.limits };
  const maxQueued = options.maxQueuedBytes ?? MAX_QUEUED;
  let deadline: NodeJS.Timeout | undefined;
  let isInputEnded = false;
  let isClosing = false;
  let settle = (): void => {};
  const closed = new Promise<void>((resolve) => (settle = resolve));

  // An EPIPE is the end of the link like any other; answers have nowhere to go.
  const writer = new LineWriter(output, {
    failed: (error) => served.reader.ended(error === undefined ? { cleanly: false } : { cleanly: false, error }),
  });
  const served: DuplexServer = serveDuplex(
    {
      send: (message) => writer.write(encodeLine(message)),
      close: release,
    },
    acceptor,
    {
      limits,
      ...(options.report === undefined ? {} : { report: options.report }),
      ...(ends.caller === undefined ? {} : { caller: ends.caller }),
    },
  );
  const decoder = new LineDecoder(served.reader, limits);

  const onData = (chunk: Buffer | string): void => {
    decoder.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    if (writer.queued <= maxQueued) return;
    const drained = writer.drained();
    if (drained === undefined) return;
    input.pause();
    void drained.then(() => isInputEnded || input.resume());
  };
  const onEnd = (): void => endInput({ cleanly: true });
  const onGone = (error?: Error): void =>
    endInput(error === undefined ? { cleanly: false } : { cleanly: false, error });
  input.on("data", onData).once("end", onEnd).once("close", onGone);
  // Stays for good: an error that nobody hears would end the process.
  input.on("error", onGone);

  return {
    closed,
    close() {
      if (!isClosing) dropAfter(options.closeMs ?? CLOSE_MS);
      isClosing = true;
      void served.drain();
      return closed;
    },
  };

  /** The client has ended its half, or the input broke. A stream closes after its end as well, which says nothing new. */
  function endInput(how: { readonly cleanly: boolean; readonly error?: Error }): void {
    if (isInputEnded) return;
    isInputEnded = true;
    decoder.end();
    // The end of input gives no more time to who is closing already: a parent may end both at once.
    if (how.cleanly && !isClosing) dropAfter(options.drainMs ?? DRAIN_MS);
    served.reader.ended(how);
  }

  function dropAfter(ms: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => served.drop(), ms);
  }

  async function release(): Promise<void> {
    clearTimeout(deadline);
    isInputEnded = true;
    input.off("data", onData).off("end", onEnd).off("close", onGone);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
    await Promise.race([ends.farewell(writer), late]);
    clearTimeout(timer);
    ends.letGo();
    settle();
  }
}
