/**
 * One `Request` as the core sees it, and the `Response` that comes of it. A driver: it reads, feeds the core and obeys.
 */
import { systemTimers, type HeaderMap, type Sent, type TimerPort } from "@mcpwire/jsonrpc";
import type { HostPorts, HttpPort } from "../core/http-port.js";
import type { Served, Turn } from "../core/turn.js";
import { StreamQueue, type StreamSink } from "../sse/stream-queue.js";

/** Timers that do not keep a process alive, where the runtime has such. */
const quietTimers: TimerPort = {
  ...systemTimers,
  set(ms, fired) {
    const timer = systemTimers.set(ms, fired);
    // Sound: asked for before it is called. Browsers and workers give a number, Node and its like an object with `unref`.
    const unref = typeof timer === "object" && timer !== null ? (timer as { unref?: () => void }).unref : undefined;
    unref?.call(timer);
    return timer;
  },
};

/** The runtime as a host: its timers, and WebCrypto. */
export const fetchHost: HostPorts = {
  timers: quietTimers,
  // Which runtime this is, nobody knows here; a timer for each response costs little beside a `Response`.
  timersEndWithRequest: true,
  nextTurn: (task) => void setTimeout(task, 0),
  randomId: () => crypto.randomUUID(),
};

const encoder = new TextEncoder();

export class FetchCall implements HttpPort, StreamSink {
  readonly method: string;
  readonly #request: Request;
  readonly #host: HostPorts;
  readonly #turn: Turn;
  readonly #maxQueued: number;
  readonly #resolve: (response: Response) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined = undefined;
  #queue: StreamQueue | undefined = undefined;

  constructor(request: Request, endpoint: Served, host: HostPorts, resolve: (response: Response) => void) {
    this.method = request.method;
    this.#request = request;
    this.#host = host;
    this.#resolve = resolve;
    this.#maxQueued = endpoint.limits.maxQueuedBytes;
    this.#turn = endpoint.open(this);
  }

  get target(): string {
    return this.#request.url;
  }

  start(): void {
    this.#turn.start();
    // A turn later, since reading the signal builds it; but read it: a disconnect before the first byte is seen nowhere else.
    this.#host.nextTurn(() => {
      if (!this.#turn.isOpen) return;
      const { signal } = this.#request;
      if (signal.aborted) this.#gone();
      else signal.addEventListener("abort", () => this.#gone(), { once: true });
    });
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    // `Host` is the runtime's to give, and some give it as a part of the URL only.
    if (value === null) return name === "host" ? new URL(this.#request.url).host : undefined;
    return value;
  }

  readBody(maxBytes: number): void {
    void readText(this.#request, maxBytes).then(
      (body) => ("text" in body ? this.#turn.received(body.text) : this.#turn.unreadable(body.problem)),
      () => this.#turn.unreadable("broken"),
    );
  }

  answer(status: number, headers: HeaderMap, body: string): void {
    this.#resolve(new Response(body === "" ? null : body, { status, headers }));
  }

  open(status: number, headers: HeaderMap, first: string): Sent {
    const queue = new StreamQueue(this, ownTurns(this.#host.nextTurn), this.#maxQueued);
    this.#queue = queue;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      pull: () => queue.drained(),
      cancel: () => this.#gone(),
    });
    this.#resolve(new Response(body, { status, headers }));
    return queue.write(first);
  }

  write(text: string): Sent {
    return this.#queue?.write(text);
  }

  end(): void {
    this.#queue?.end();
  }

  emit(text: string, isLast: boolean): boolean {
    const controller = this.#controller;
    if (controller === undefined) return true;
    if (text !== "") controller.enqueue(encoder.encode(text));
    if (isLast) controller.close();
    return (controller.desiredSize ?? 0) > 0;
  }

  overflowed(): void {
    this.#controller?.error(new Error("The reader is too slow"));
    this.#turn.closed("overload");
  }

  #gone(): void {
    this.#turn.closed();
    this.#queue?.close();
  }
}

/**
 * Turns of the request that calls this, whoever asks for them later. A worker drops the timers of a request that has ended; what another
 * request has to say on this one's stream must not be left to them, but a promise of this request goes on in it.
 */
function ownTurns(nextTurn: (task: () => void) => void): (task: () => void) => void {
  let ask: (task: () => void) => void;
  const listen = (): void => {
    void new Promise<() => void>((resolve) => (ask = resolve)).then((task) => {
      listen();
      nextTurn(task);
    });
  };
  listen();
  // One task at a time, which is all that a queue asks for.
  return (task) => ask(task);
}

async function readText(
  request: Request,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly problem: "too-large" | "not-utf8" }> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return { problem: "too-large" };
  if (request.body === null) return { text: "" };
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (!done && (size += value.byteLength) > maxBytes) {
      void reader.cancel().catch(() => {});
      return { problem: "too-large" };
    }
    try {
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    } catch {
      return { problem: "not-utf8" };
    }
    if (done) return { text };
  }
}
