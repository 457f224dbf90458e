/**
 * The stdio framing over any pair of Web byte streams: a Unix or TCP socket, a process of Deno or Bun, a relay.
 * [2026-07-28 basic/transports/stdio#top]
 *
 * A driver: it reads, feeds the decoder, and writes what the duplex ends of `@mcpwire/jsonrpc` send. No rule of the protocol is here.
 */
import {
  TransportError,
  UsageError,
  defaultLimits,
  linkLimits,
  isTransportError,
  openDuplexClient,
  serveDuplex,
  type Acceptor,
  type ClientTransport,
  type LinkLimits,
  type ReportSink,
} from "@mcpwire/jsonrpc";
import { LineDecoder } from "../core/line-decoder.js";
import { encodeLine } from "../core/line-encoder.js";
import { StreamWriter } from "./stream-writer.js";

/** Both directions of one channel. Whoever is given them locks and ends both. */
export interface ByteStreams {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Options of `streamClient`; none is needed. */
export interface StreamClientOptions {
  readonly limits?: Partial<LinkLimits>;
  /** How long `close` may wait for the peer to take what was sent, in ms; 2000 by default. */
  readonly closeMs?: number;
}

/** Options of `serveStreams`; none is needed. */
export interface ServeStreamsOptions {
  readonly limits?: Partial<LinkLimits>;
  readonly report?: ReportSink;
  /** Who is at the other end, as the host knows; handed to every exchange. */
  readonly caller?: unknown;
  /** While more than this waits for a slow reader, nothing more is read from it; in bytes, 8 MiB by default. */
  readonly maxQueuedBytes?: number;
  /** How long handlers may run on after the peer has closed its half, in ms; 30 000 by default. Then they are aborted. */
  readonly drainMs?: number;
  /** How long handlers may run on after `close`, in ms; 4000 by default. */
  readonly closeMs?: number;
}

/** A link that is being served. */
export interface ServedStreams {
  /** Resolves when serving has ended and both streams are released, whoever ended it. Never rejects. */
  readonly closed: Promise<void>;
  /** Ends serving: watches get their result, running requests may finish within `closeMs`. Resolves as `closed` does. */
  close(): Promise<void>;
}

const CLOSE_MS = 2000;
const DRAIN_MS = 30_000;
const SERVER_CLOSE_MS = 4000;
/** As much as a stream to a slow reader may hold over HTTP. */
const MAX_QUEUED = 8 * 1024 * 1024;

/**
 * A client's transport over streams. `connect` is called by each `open` and brings the channel up; when it fails, `open` rejects
 * with a `TransportError` `unreachable`. Streams that are up already can be given as they are, and then serve one `open` only: a
 * second one rejects with a `UsageError`.
 */
export function streamClient(
  connect: ByteStreams | (() => ByteStreams | Promise<ByteStreams>),
  options: StreamClientOptions = {},
): ClientTransport {
  return {
    kind: "stream",
    scope: "process",
    async open(on) {
      const { readable, writable } = await bringUp(connect);
      const limits = linkLimits(options.limits, on.limits);
      const input = readable.getReader();
      const writer = new StreamWriter(writable);
      const { link, reader } = openDuplexClient(
        {
          send: (message) => writer.write(encodeLine(message)),
          async close() {
            await within(options.closeMs ?? CLOSE_MS, writer.end());
            await Promise.all([writer.abort(), input.cancel().catch(ignore)]);
          },
        },
        on,
        { limits },
      );
      // A peer that takes nothing any more cannot be asked anything either.
      void writer.failed.then((error) => reader.ended({ cleanly: false, error }));
      void pump(input, new LineDecoder(reader, limits)).then((how) => reader.ended(how));
      return link;
    },
  };
}

/** Serves one peer over streams, beginning at once. */
export function serveStreams(
  acceptor: Acceptor,
  { readable, writable }: ByteStreams,
  options: ServeStreamsOptions = {},
): ServedStreams {
  const limits = { ...defaultLimits, ...options.limits };
  const maxQueued = options.maxQueuedBytes ?? MAX_QUEUED;
  const input = readable.getReader();
  const writer = new StreamWriter(writable);
  let release = (): void => {};
  const closed = new Promise<void>((resolve) => (release = resolve));
  let isClosing = false;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const dropAfter = (ms: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(() => served.drop(), ms);
  };

  const served = serveDuplex(
    {
      send: (message) => writer.write(encodeLine(message)),
      async close() {
        clearTimeout(deadline);
        await within(CLOSE_MS, writer.end());
        await Promise.all([writer.abort(), input.cancel().catch(ignore)]);
        release();
      },
    },
    acceptor,
    {
      limits,
      ...(options.report === undefined ? {} : { report: options.report }),
      ...(options.caller === undefined ? {} : { caller: options.caller }),
    },
  );
  void writer.failed.then((error) => served.reader.ended({ cleanly: false, error }));
  const decoder = new LineDecoder(served.reader, limits);
  void pump(input, decoder, () => (writer.queued > maxQueued ? writer.drained() : undefined)).then((how) => {
    // The end of input gives no more time to who is closing already: a parent may end both at once.
    if (how.cleanly && !isClosing) dropAfter(options.drainMs ?? DRAIN_MS);
    served.reader.ended(how);
  });
  return {
    closed,
    close() {
      if (!isClosing) dropAfter(options.closeMs ?? SERVER_CLOSE_MS);
      isClosing = true;
      void served.drain();
      return closed;
    },
  };
}

async function bringUp(connect: ByteStreams | (() => ByteStreams | Promise<ByteStreams>)): Promise<ByteStreams> {
  if (typeof connect !== "function") {
    if (!connect.readable.locked && !connect.writable.locked) return connect;
    throw new UsageError(
      "streams-in-use",
      "These streams have a reader or a writer already; give a function to open again",
    );
  }
  try {
    return await connect();
  } catch (error) {
    if (isTransportError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransportError("unreachable", `The streams could not be opened: ${reason}`, { cause: error });
  }
}

/** Reads until the end, and says how it came. `hold` keeps the next read back while its promise is open. */
async function pump(
  input: ReadableStreamDefaultReader<Uint8Array>,
  decoder: LineDecoder,
  hold: () => Promise<void> | undefined = () => undefined,
): Promise<{ readonly cleanly: boolean; readonly error?: unknown }> {
  let how: { readonly cleanly: boolean; readonly error?: unknown } = { cleanly: true };
  try {
    for (;;) {
      const { done, value } = await input.read();
      if (done) break;
      decoder.push(value);
      const held = hold();
      if (held !== undefined) await held;
    }
  } catch (error) {
    how = { cleanly: false, error };
  }
  decoder.end();
  return how;
}

/** Waits, but not for ever. */
async function within(ms: number, wanted: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([wanted, late]);
  clearTimeout(timer);
}

/** A stream that is broken already cannot be cancelled, and need not be. */
function ignore(): void {}
