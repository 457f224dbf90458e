/**
 * One request of `node:http` as the core sees it: no `Request`, no web stream, no AbortSignal. A driver: it reads, feeds and obeys.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { longestTimerMs } from "@mcpwire/jsonrpc";
import type { HeaderMap, Sent } from "@mcpwire/jsonrpc";
import {
  StreamQueue,
  type HostPorts,
  type HttpPort,
  type Served,
  type Turn,
  type StreamSink,
} from "@mcpwire/streamable-http/core";

const nextTurn = (task: () => void): void => void setImmediate(task);

/** Node as a host. Its timers keep no process alive. */
export const nodeHost: HostPorts = {
  timers: {
    now: () => Date.now(),
    set: (ms, fired) => (ms > longestTimerMs ? undefined : setTimeout(fired, ms).unref()),
    // Sound: what is cleared was made by `set`.
    clear: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  },
  nextTurn,
  randomId: randomUUID,
};

/** An endpoint that can be closed in two steps. */
export interface NodeEndpoint extends Served {
  readonly inFlight: number;
  drain(idle: () => void): void;
  drop(): void;
}

export class NodeCall implements HttpPort, StreamSink {
  readonly method: string;
  readonly target: string;
  protected readonly turn: Turn;
  protected queue: StreamQueue | undefined = undefined;
  protected isAnswered = false;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #endpoint: Served;
  /** What a framework before us has parsed; undefined where nobody has. */
  readonly #parsedBody: unknown;
  #headers: HeaderMap | undefined = undefined;
  #status = 200;
  #chunks: Buffer[] = [];
  #size = 0;
  #maxBytes = 0;

  constructor(req: IncomingMessage, res: ServerResponse, endpoint: Served, parsedBody: unknown) {
    this.method = req.method ?? "GET";
    this.target = req.url ?? "/";
    this.#req = req;
    this.#res = res;
    this.#endpoint = endpoint;
    this.#parsedBody = parsedBody;
    this.turn = endpoint.open(this);
  }

  start(): void {
    this.turn.start();
    if (!this.turn.isOpen) return;
    // The client may have left while a framework before us took its time.
    if (this.#res.closed) this.#closed();
    // Not `once`, for events that come once: it makes three objects of a listener.
    else this.#res.on("close", () => this.#closed());
  }

  header(name: string): string | undefined {
    const value = this.#req.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  readBody(maxBytes: number): void {
    const req = this.#req;
    if (this.#parsedBody !== undefined) {
      this.turn.receivedValue(this.#parsedBody);
      return;
    }
    this.#maxBytes = maxBytes;
    req.on("data", (chunk: Buffer) => this.#read(chunk));
    if (Number(req.headers["content-length"] ?? 0) > maxBytes) {
      this.turn.unreadable("too-large");
      return;
    }
    // A body that breaks off is seen by the end of the response.
    req.on("end", () => this.#ended());
  }

  answer(status: number, headers: HeaderMap, body: string): void {
    this.isAnswered = true;
    sendWhole(this.#res, status, headers, body);
  }

  open(status: number, headers: HeaderMap, first: string): Sent {
    this.#status = status;
    this.#headers = headers;
    this.queue = new StreamQueue(this, nextTurn, this.#endpoint.limits.maxQueuedBytes);
    return this.queue.write(first);
  }

  write(text: string): Sent {
    return this.queue?.write(text);
  }

  end(): void {
    this.queue?.end();
  }

  emit(text: string, isLast: boolean): boolean {
    const res = this.#res;
    if (this.#headers !== undefined) {
      // A stream that is over before its head went out is a body like any other, and costs no chunks.
      if (isLast) res.writeHead(this.#status, headWithLength(this.#headers, Buffer.byteLength(text)));
      else res.writeHead(this.#status, this.#headers);
      this.#headers = undefined;
    }
    if (!isLast) {
      const isTaken = res.write(text);
      if (!isTaken) res.once("drain", () => this.queue?.drained());
      return isTaken;
    }
    this.isAnswered = true;
    res.end(text);
    return true;
  }

  overflowed(): void {
    this.isAnswered = true;
    this.#res.destroy();
    this.turn.closed("overload");
  }

  #read(chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size <= this.#maxBytes) {
      this.#chunks.push(chunk);
      return;
    }
    // What is still on its way is read and thrown away, so that the client sees the answer; but not without an end.
    this.turn.unreadable("too-large");
    this.#chunks = [];
    if (this.#size > 2 * this.#maxBytes + discardAtLeast) this.#req.destroy();
  }

  #ended(): void {
    if (this.isAnswered) return;
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [];
    if (isUtf8(bytes)) this.turn.received(bytes.toString("utf8"));
    else this.turn.unreadable("not-utf8");
  }

  #closed(): void {
    // Also after an end that nobody waited for.
    this.queue?.close();
    if (!this.isAnswered) this.turn.closed();
  }
}

const discardAtLeast = 1024 * 1024;

/** A response that is there as a whole, in one write. */
export function sendWhole(res: ServerResponse, status: number, headers: HeaderMap, body: string): void {
  if (body === "") {
    res.writeHead(status, status === 204 ? headers : headWithLength(headers, 0));
    res.end();
    return;
  }
  res.writeHead(status, headWithLength(headers, Buffer.byteLength(body)));
  res.end(body);
}

/** Names and values in turn, as Node takes them without a copy. */
function headWithLength(headers: HeaderMap, bytes: number): string[] {
  const head = ["Content-Length", String(bytes)];
  for (const name in headers) head.push(name, headers[name] ?? "");
  return head;
}
