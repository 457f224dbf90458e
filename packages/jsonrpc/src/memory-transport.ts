/**
 * A link inside one program: two pipe ends joined by queues. For tests, and for a client and a server that share a process.
 *
 * Messages arrive in order, in a microtask of their own, as the very objects that were sent: nothing is copied, so neither side may
 * change what it has sent or received. `serialize` sends everything through JSON text instead, as any other transport does; `limits.maxMessageBytes`
 * counts only there.
 */
import { openDuplexClient } from "./duplex-client.js";
import { serveDuplex } from "./duplex-server.js";
import type { DuplexServerOptions } from "./duplex-server.js";
import { linkLimits } from "./limits.js";
import type { JSONRPCMessage } from "./message.js";
import { overlongStart } from "./overlong-answer.js";
import type { Pipe, PipeReader } from "./pipe.js";
import type { Acceptor, ClientTransport, Sent } from "./transport.js";

export interface MemoryPairOptions {
  /** Each message goes through `JSON.stringify` and is parsed by its receiver. Default false: objects are passed as they are. */
  readonly serialize?: boolean;
}

/** One end of a pair; what arrives before `read` waits. */
export interface MemoryPipe extends Pipe {
  /** Names who receives; once. */
  read(reader: PipeReader): void;
}

/** Two joined pipe ends. Closing either ends both, after what was sent before has arrived. */
export function memoryPair(options: MemoryPairOptions = {}): readonly [MemoryPipe, MemoryPipe] {
  const serialize = options.serialize === true;
  const a = new MemoryEnd(serialize);
  const b = new MemoryEnd(serialize);
  a.peer = b;
  b.peer = a;
  return [a, b];
}

export interface MemoryOptions extends MemoryPairOptions, DuplexServerOptions {}

/**
 * A client transport that reaches a server in this program. Every `open` is a link of its own. Closing the client's end aborts
 * what still runs for it.
 */
export function memory(acceptor: Acceptor, options: MemoryOptions = {}): ClientTransport {
  return {
    kind: "memory",
    scope: "process",
    // oxlint-disable-next-line typescript/require-await -- the contract wants a promise
    async open(on) {
      const [near, far] = memoryPair(options);
      const limits = linkLimits(options.limits, on.limits);
      const client = openDuplexClient(near, on, { limits });
      near.read(bounded(client.reader, limits.maxMessageBytes));
      const { maxMessageBytes } = linkLimits(options.limits, undefined);
      far.read(bounded(serveDuplex(far, acceptor, options).reader, maxMessageBytes));
      return client.link;
    },
  };
}

/** Holds text to the limit, as a transport that reads bytes does; objects have no size. */
function bounded(reader: PipeReader, maxBytes: number): PipeReader {
  return {
    receiveText(text) {
      if (isWithin(text, maxBytes)) reader.receiveText(text);
      else reader.receiveUnreadable("too-long", text.slice(0, overlongStart));
    },
    receiveValue: (value) => reader.receiveValue(value),
    receiveUnreadable: (reason, start) => reader.receiveUnreadable(reason, start),
    ended: (how) => reader.ended(how),
  };
}

/** A UTF-16 unit is one to three bytes of UTF-8, so that few texts have to be counted. */
function isWithin(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return true;
  return text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes;
}

/** How many messages may wait for their reader before the sender is asked to wait; a turn's worth, since a queue lives for one. */
const highWater = 64;

class MemoryEnd implements MemoryPipe {
  peer: MemoryEnd | undefined = undefined;
  readonly #serialize: boolean;
  #reader: PipeReader | undefined = undefined;
  #incoming: unknown[] = [];
  #scheduled = false;
  #closed = false;
  /** Set while the sender waits for the queue to empty. */
  #emptied: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined = undefined;

  constructor(serialize: boolean) {
    this.#serialize = serialize;
  }

  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent {
    if (this.#closed) return undefined;
    return this.peer?.enqueue(this.#serialize ? JSON.stringify(message) : message);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.peer?.end();
    this.end();
  }

  read(reader: PipeReader): void {
    this.#reader = reader;
    this.#schedule();
  }

  enqueue(message: unknown): Sent {
    this.#incoming.push(message);
    this.#schedule();
    if (this.#incoming.length < highWater) return undefined;
    if (this.#emptied === undefined) {
      let resolve = () => {};
      const promise = new Promise<void>((r) => (resolve = r));
      this.#emptied = { promise, resolve };
    }
    return this.#emptied.promise;
  }

  /** Nothing more will come. What is in the queue still arrives, and the reader learns of the end after it. */
  end(): void {
    this.#closed = true;
    this.#incoming.push(theEnd);
    this.#schedule();
    // With no reader there is nothing to wait for any more.
    if (this.#reader === undefined) this.#emptied?.resolve();
  }

  #schedule(): void {
    if (this.#scheduled || this.#reader === undefined || this.#incoming.length === 0) return;
    this.#scheduled = true;
    // Not `queueMicrotask`, for which Node makes an async resource each time. Readers never throw.
    void settled.then(this.#deliverAll);
  }

  readonly #deliverAll = (): void => {
    const batch = this.#incoming;
    // What is sent meanwhile goes into a new queue, so that two ends that answer each other take turns.
    this.#incoming = [];
    this.#scheduled = false;
    for (const message of batch) {
      if (message === theEnd) this.#reader?.ended({ cleanly: false });
      else if (this.#serialize) this.#reader?.receiveText(String(message));
      else this.#reader?.receiveValue(message);
    }
    this.#emptied?.resolve();
    this.#emptied = undefined;
  };
}

const settled = Promise.resolve();
const theEnd: unique symbol = Symbol("end of the pipe");
