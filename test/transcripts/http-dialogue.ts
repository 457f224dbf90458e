/** The transcripts' server behind HTTP, without a socket. */
import { createFetchHandler } from "@mcpwire/streamable-http";
import type { Authorization, FetchHandler, FetchHandlerOptions, RequestHead } from "@mcpwire/streamable-http";
import type { EventFields, StreamItem } from "./read-http-transcript.js";
import { transcriptServer } from "./server.js";

/** Silence that counts as an answer that does not come, in ms. */
const patienceMs = 5000;

/** How the server of a transcript is set up. */
export interface HttpSetting {
  readonly revisions?: readonly string[];
  readonly handler?: FetchHandlerOptions;
  /** Who has which token; everybody is let in where there are none. */
  readonly tokens?: Readonly<Record<string, string>>;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly name: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export class HttpDialogue {
  readonly #handle: FetchHandler;
  readonly #streams = new Map<string, EventStream>();
  #asked: { readonly name: string | undefined; readonly answer: Promise<Response> } | undefined;
  #closed: Promise<void> | undefined;

  constructor({ revisions, tokens, handler = {} }: HttpSetting) {
    const server = transcriptServer(revisions === undefined ? {} : { revisions });
    const input = {
      type: "object",
      properties: {
        shelf: { type: "string", maxLength: 64, "x-mcp-header": "Shelf" },
        most: { type: "integer", "x-mcp-header": "Most" },
      },
    } as const;
    server.tool("find_notes", { description: "Finds the notes of a shelf", input }, ({ shelf }) => `none on ${shelf}`);
    this.#handle = createFetchHandler(
      server,
      tokens === undefined ? handler : { ...handler, authorize: (head) => authorize(head, tokens) },
    );
  }

  send({ method, path, name, headers, body }: Sent): void {
    if (this.#asked !== undefined) throw new Error("an answer was not compared");
    const usual: Record<string, string> =
      method === "POST"
        ? { "content-type": "application/json", accept: "application/json, text/event-stream" }
        : method === "GET"
          ? { accept: "text/event-stream" }
          : {};
    const all = new Headers(usual);
    for (const [field, value] of headers) all.set(field, value);
    const request = new Request(`http://notes.example${path}`, {
      method,
      headers: all,
      ...(body === "" ? {} : { body }),
    });
    this.#asked = { name, answer: this.#handle(request) };
  }

  /** The answer to the last request, and its events where it is a stream. */
  async hear(): Promise<{
    readonly response: Response;
    readonly stream: EventStream | undefined;
    readonly isOpen: boolean;
  }> {
    const asked = this.#asked;
    if (asked === undefined) throw new Error("nothing was asked");
    this.#asked = undefined;
    const response = await within(asked.answer);
    const isStream = response.headers.get("content-type") === "text/event-stream" && response.body !== null;
    const stream = isStream ? new EventStream(response.body) : undefined;
    if (stream !== undefined && asked.name !== undefined) this.#streams.set(asked.name, stream);
    return { response, stream, isOpen: asked.name !== undefined };
  }

  stream(name: string): EventStream {
    const stream = this.#streams.get(name);
    if (stream === undefined) throw new Error(`no stream is called ${name}`);
    return stream;
  }

  async hangUp(name: string): Promise<void> {
    await this.stream(name).cancel();
    this.#streams.delete(name);
  }

  /** The server closes; what it still says can be heard. */
  shutDown(): void {
    this.#closed ??= this.#handle.close();
  }

  /** Ends the dialogue; gives what was left open: streams that neither side has ended, and a request without its answer. */
  async end(): Promise<readonly string[]> {
    const open = [...this.#streams].filter(([, stream]) => !stream.isOver).map(([name]) => `the stream ${name}`);
    if (this.#asked !== undefined) open.push("an answer");
    await Promise.all([...this.#streams.keys()].map((name) => this.hangUp(name)));
    this.shutDown();
    await this.#closed;
    return open;
  }
}

/** Events as they come. Comments are none. */
export class EventStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";
  #isOver = false;
  readonly #items: StreamItem[] = [];

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  async next(): Promise<StreamItem> {
    while (this.#items.length === 0) {
      const { done, value } = await within(this.#reader.read());
      if (done) {
        this.#isOver = true;
        return "end";
      }
      this.#text += this.#decoder.decode(value, { stream: true });
      const events = this.#text.split("\n\n");
      this.#text = events.pop() ?? "";
      this.#items.push(...events.map(eventOf).filter((event) => Object.keys(event).length > 0));
    }
    return this.#items.shift() ?? "end";
  }

  /** Its end was heard. */
  get isOver(): boolean {
    return this.#isOver;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

function authorize(head: RequestHead, tokens: Readonly<Record<string, string>>): Authorization {
  const [, token = ""] = /^Bearer (\w+)$/.exec(head.header("authorization") ?? "") ?? [];
  const caller = tokens[token];
  return caller === undefined
    ? { challenge: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } }
    : { caller, id: caller };
}

function eventOf(text: string): EventFields {
  const fields: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    fields[name] = name === "data" && fields[name] !== undefined ? `${fields[name]}\n${value}` : value;
  }
  return fields;
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the server is silent")), patienceMs);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
