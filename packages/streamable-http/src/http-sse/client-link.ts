/**
 * HTTP+SSE of 2024-11-05, the client's end: one GET whose stream says where to POST and then carries every message of the server.
 * That makes it a pipe like any other. [2024-11-05 basic/transports#http-with-sse]
 */
import {
  TransportError,
  isErrorResponse,
  isTransportError,
  openDuplexClient,
  parseMessage,
  type ClientLink,
  type JSONRPCMessage,
  type LinkEvents,
  type PipeReader,
} from "@mcpwire/jsonrpc";
import { drain, readChunks, release, textOf } from "../client/body.js";
import { Connections } from "../client/connections.js";
import { unauthorized, type HttpRequests } from "../client/http-requests.js";
import type { HttpSettings } from "../client/options.js";
import { mediaTypeOf } from "../core/client/answer.js";
import { revisionOf } from "../core/client/request-headers.js";
import { SseDecoder } from "../sse/decoder.js";

/**
 * Opens the stream and waits for its `endpoint` event. Rejects with a `TransportError`: `unreachable`, `unauthorized`,
 * `http-status`, `malformed` (no stream, another first event, an endpoint elsewhere), `timeout`, and `closed` once nobody waits.
 */
export async function openHttpSse(
  settings: HttpSettings,
  on: LinkEvents,
  requests: HttpRequests,
  givenUp?: AbortSignal,
): Promise<ClientLink> {
  const stream = new AbortController();
  const { timers, endpointTimeoutMs } = settings;
  let timer: unknown;
  try {
    return await new Promise<ClientLink>((resolve, reject) => {
      const wait = (): void => {
        timer = timers.set(endpointTimeoutMs, () =>
          reject(new TransportError("timeout", `The server named no endpoint within ${endpointTimeoutMs} ms`)),
        );
      };
      wait();
      // A user who logs in takes time that is not the server's.
      const held = (isHeld: boolean): void => {
        timers.clear(timer);
        if (!isHeld) wait();
      };
      givenUp?.addEventListener("abort", () => reject(new TransportError("closed", "The link was closed")), {
        once: true,
      });
      connect(settings, requests, stream, held)
        .then((response) => new HttpSsePipe({ settings, on, requests, stream, resolve, reject }).read(response))
        .catch(reject);
    });
  } catch (error) {
    stream.abort();
    throw error;
  } finally {
    timers.clear(timer);
  }
}

async function connect(
  settings: HttpSettings,
  requests: HttpRequests,
  stream: AbortController,
  held: (isHeld: boolean) => void,
): Promise<Response> {
  const headers = { accept: "text/event-stream" };
  const response = await requests.send({ purpose: "listen", method: "GET", headers, signal: stream.signal, held });
  const { status } = response;
  if (status === 401 || status === 403) {
    await drain(response, stream.signal);
    throw unauthorized(response);
  }
  if (!response.ok) {
    await drain(response, stream.signal);
    throw new TransportError("http-status", `The server answered HTTP ${status}`, { data: { status } });
  }
  if (mediaTypeOf(response.headers.get("content-type")) !== "text/event-stream") {
    release(response);
    throw new TransportError("malformed", `${settings.url} gave no event stream`, { data: { status } });
  }
  return response;
}

interface PipeParts {
  readonly settings: HttpSettings;
  readonly on: LinkEvents;
  readonly requests: HttpRequests;
  readonly stream: AbortController;
  readonly resolve: (link: ClientLink) => void;
  readonly reject: (error: TransportError) => void;
}

class HttpSsePipe {
  readonly #parts: PipeParts;
  readonly #messages = new Connections();
  #reader: PipeReader | undefined;
  #endpoint = "";

  constructor(parts: PipeParts) {
    this.#parts = parts;
  }

  /** Reads the stream to its end. Never rejects. */
  async read(response: Response): Promise<void> {
    const { settings, stream } = this.#parts;
    const decoder = new SseDecoder(
      {
        event: ({ type, data }) => this.#event(type, data),
        // A new connection would be another session: there is nothing to come back to.
        retry: () => undefined,
      },
      { maxEventBytes: settings.limits.maxMessageBytes },
    );
    try {
      await readChunks(response, stream.signal, (chunk) => decoder.push(chunk));
      this.#over(new TransportError("lost", "The server ended the stream"));
    } catch (error) {
      this.#over(
        isTransportError(error)
          ? error
          : new TransportError("lost", "The stream of the server broke", { cause: error }),
      );
    }
  }

  async send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Promise<void> {
    const { requests, settings } = this.#parts;
    const connection = this.#messages.open();
    const ended = (): void => this.#messages.ended(connection);
    try {
      const response = await requests.send({
        purpose: "post",
        method: "POST",
        url: this.#endpoint,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(message),
        signal: connection.signal,
      });
      if (response.ok) {
        // Its head says all, and its body may take its time.
        void drain(response, connection.signal).then(ended);
        return;
      }
      const text = await textOf(response, connection.signal, settings.limits.maxMessageBytes);
      ended();
      const parsed = parseMessage(text);
      const isAnswer =
        parsed.type === "response" && isErrorResponse(parsed.message) && (parsed.message.id ?? null) !== null;
      // An answer that took the short way. Anything else means that messages get lost here, which no waiting would mend.
      if (isAnswer) this.#reader?.receiveText(text);
      else this.#over(refusal(response));
    } catch (error) {
      ended();
      this.#over(
        isTransportError(error) ? error : new TransportError("lost", "The message was lost", { cause: error }),
      );
    }
  }

  #event(type: string, data: string): void {
    if (this.#reader !== undefined) {
      // A second endpoint would be another server.
      if (type === "message" && data !== "") this.#reader.receiveText(data);
      return;
    }
    if (type !== "endpoint") {
      this.#over(new TransportError("malformed", `The first event of the stream is ${type}, not the endpoint`));
      return;
    }
    const { settings, on, resolve } = this.#parts;
    const endpoint = endpointAt(data, settings.url);
    if (endpoint === undefined) {
      this.#over(new TransportError("malformed", "The server names an endpoint that is not on its own origin"));
      return;
    }
    this.#endpoint = endpoint;
    const client = openDuplexClient({ send: (m) => this.send(m), close: () => this.#letGo() }, on, settings);
    this.#reader = client.reader;
    resolve(withoutModernRequests(client.link));
  }

  #over(error: TransportError): void {
    this.#parts.reject(error);
    this.#reader?.ended({ cleanly: false, error });
    this.#letGo();
  }

  #letGo(): void {
    this.#parts.stream.abort();
    this.#messages.abort();
  }
}

/** This transport ended before request metadata began: such a request is refused here, and the layer above shakes hands instead. */
function withoutModernRequests(link: ClientLink): ClientLink {
  return {
    begin: (q, on, hints) => {
      if (revisionOf(q) === undefined) return link.begin(q, on, hints);
      let isOpen = true;
      queueMicrotask(() => {
        if (isOpen)
          on.lost(new TransportError("unsupported", "HTTP+SSE carries no requests with metadata of their own"));
      });
      return { abandon: () => void (isOpen = false) };
    },
    settle: (rules, first) => link.settle(rules, first),
    notify: (n) => link.notify(n),
    close: () => link.close(),
  };
}

/** Messages, and the credentials beside them, go nowhere but to the server that the user named. */
function endpointAt(data: string, base: string): string | undefined {
  try {
    const url = new URL(data.trim(), base);
    return url.origin === new URL(base).origin ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function refusal(response: Response): TransportError {
  const { status } = response;
  if (status === 401 || status === 403) return unauthorized(response);
  if (status === 404) return new TransportError("lost", "The server has forgotten the session", { data: { status } });
  return new TransportError("http-status", `The server answered a message with HTTP ${status}`, { data: { status } });
}
