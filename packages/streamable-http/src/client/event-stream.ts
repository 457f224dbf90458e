/** Drives one event stream over its connections: reads, feeds the machine, and does what it says. */
import { TransportError, isTransportError } from "@mcpwire/jsonrpc";
import { isPassing, readStreamAnswer } from "../core/client/answer.js";
import {
  StreamMachine,
  type StreamInput,
  type StreamOutput,
  type StreamRules,
} from "../core/client/response-stream.js";
import { SseDecoder } from "../sse/decoder.js";
import { drain, readChunks, release } from "./body.js";
import { unauthorized } from "./http-requests.js";
import type { HttpSettings } from "./options.js";

/** The event streams that are open on one link. */
export class OpenStreams {
  readonly max: number;
  readonly #connections = new Set<AbortController>();

  constructor(max: number) {
    this.max = max;
  }

  /** False when there are too many already. */
  enter(connection: AbortController): boolean {
    if (this.#connections.size >= this.max) return false;
    this.#connections.add(connection);
    return true;
  }

  leave(connection: AbortController): void {
    this.#connections.delete(connection);
  }

  /** The link ends, and with it the streams that only wait for their end. */
  abort(): void {
    for (const connection of this.#connections) connection.abort();
  }
}

export interface EventStreamParts {
  readonly rules: StreamRules;
  readonly settings: HttpSettings;
  readonly streams: OpenStreams;
  /** Sends the GET. Rejects with a `TransportError`: `unreachable` and `lost` are worth another attempt, others are final. */
  connect(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** The data of one event. */
  data(text: string): void;
  lost(error: TransportError): void;
}

/** How long a stream whose reply has come may take to end by itself, in ms; the connection may serve again then. */
const lingerMs = 1_000;

export class EventStream {
  readonly #parts: EventStreamParts;
  readonly #machine: StreamMachine;
  #connection: AbortController | undefined;
  #timer: unknown;

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.#machine = new StreamMachine(parts.rules);
  }

  /** Takes the answer of a POST, whose connection `controller` ends. */
  adopt(response: Response, controller: AbortController): void {
    this.#connection = controller;
    void this.#read(response, controller);
  }

  /** Opens the stream with a GET. */
  start(): void {
    void this.#connect(undefined);
  }

  /** Nobody waits any more. `abort` ends the connection at once; otherwise the server may end it in order. */
  settle(options: { readonly abort: boolean }): void {
    this.#feed({ type: "settled" });
    if (!options.abort) return;
    this.#connection?.abort();
    this.#parts.settings.timers.clear(this.#timer);
  }

  #feed(input: StreamInput): void {
    for (const output of this.#machine.handle(input)) this.#obey(output);
  }

  #obey(output: StreamOutput): void {
    const { timers } = this.#parts.settings;
    switch (output.type) {
      case "deliver":
        this.#parts.data(output.data);
        break;
      case "connect":
        void this.#connect(output.lastEventId);
        break;
      case "set-timer":
        this.#timer = timers.set(output.ms, () => this.#feed({ type: "timer" }));
        break;
      case "clear-timer":
        timers.clear(this.#timer);
        break;
      case "release": {
        const connection = this.#connection;
        this.#timer = timers.set(lingerMs, () => connection?.abort());
        break;
      }
      case "lost":
        this.#connection?.abort();
        this.#parts.lost(output.error);
        break;
      default:
        output satisfies never;
    }
  }

  async #connect(lastEventId: string | undefined): Promise<void> {
    const controller = new AbortController();
    this.#connection = controller;
    let response: Response;
    try {
      response = await this.#parts.connect(lastEventId, controller.signal);
    } catch (error) {
      this.#failed(asTransportError(error));
      return;
    }
    const { status } = response;
    const kind = readStreamAnswer({ status, contentType: response.headers.get("content-type") });
    if (kind === "stream") {
      await this.#read(response, controller);
    } else if (kind === "unusable") {
      release(response);
      this.#feed({
        type: "refused",
        error: new TransportError("malformed", "The server answered a GET with no stream"),
      });
    } else if (kind === "challenge") {
      await drain(response, controller.signal);
      this.#feed({ type: "refused", error: unauthorized(response) });
    } else {
      await drain(response, controller.signal);
      const error = new TransportError("http-status", `The server answered HTTP ${status}`, { data: { status } });
      this.#feed(isPassing(status) ? this.#ended(error) : { type: "refused", error });
    }
  }

  async #read(response: Response, controller: AbortController): Promise<void> {
    const { streams, settings } = this.#parts;
    if (!streams.enter(controller)) {
      const error = new TransportError("budget", `${streams.max} streams are open already`, {
        data: { limit: "maxOpenStreams", max: streams.max },
      });
      this.#feed({ type: "refused", error });
      controller.abort();
      return;
    }
    this.#feed({ type: "opened" });
    const decoder = new SseDecoder(
      {
        event: ({ type, data, id }) => {
          // Other types are none of ours; their ids count all the same.
          if (type === "message") this.#feed({ type: "event", data, id });
          else if (id !== undefined) this.#feed({ type: "event", data: "", id });
        },
        retry: (ms) => this.#feed({ type: "retry", ms }),
      },
      { maxEventBytes: settings.limits.maxMessageBytes },
    );
    try {
      await readChunks(response, controller.signal, (chunk) => {
        // Late data of a settled request is read, so that the connection can serve again, and dropped.
        if (this.#machine.state === "open") decoder.push(chunk);
      });
      this.#over(undefined);
    } catch (error) {
      if (isTransportError(error) && error.code === "budget") this.#feed({ type: "refused", error });
      else this.#over(new TransportError("lost", "The connection to the server broke", { cause: error }));
    } finally {
      streams.leave(controller);
    }
  }

  /** The connection in hand ended. */
  #over(error: TransportError | undefined): void {
    if (this.#machine.state === "over") this.#parts.settings.timers.clear(this.#timer);
    else this.#feed(this.#ended(error));
  }

  #failed(error: TransportError): void {
    const isPassing = error.code === "unreachable" || error.code === "lost";
    this.#feed(isPassing ? this.#ended(error) : { type: "refused", error });
  }

  #ended(error: TransportError | undefined): StreamInput {
    return { type: "ended", error, jitter: this.#parts.settings.random() };
  }
}

function asTransportError(error: unknown): TransportError {
  return isTransportError(error) ? error : new TransportError("lost", "The request failed", { cause: error });
}
