/**
 * A transcript's server behind the two endpoints of 2024-11-05, without a socket: each message is a POST of its own, and what the
 * server says comes on the stream of the GET. A message that is refused is answered by its POST.
 * [2024-11-05 basic/transports#http-with-sse]
 */
import type { Server } from "@mcpwire/server";
import { createHttpSseHandler } from "@mcpwire/streamable-http/http-sse";
import { MessageQueue } from "./message-queue.js";
import type { Dialogue } from "./play.js";

const origin = "http://notes.example";

export class HttpSseDialogue implements Dialogue {
  readonly #handle: ReturnType<typeof createHttpSseHandler>;
  readonly #queue = new MessageQueue();
  readonly #abort = new AbortController();
  #messages = "";
  /** POSTs go out one after the other, so that the server reads messages in the order of the transcript. */
  #posting: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();

  private constructor(server: Server) {
    this.#handle = createHttpSseHandler(server);
  }

  static async open(server: Server): Promise<HttpSseDialogue> {
    const dialogue = new HttpSseDialogue(server);
    const { signal } = dialogue.#abort;
    const headers = { accept: "text/event-stream" };
    const response = await dialogue.#handle(new Request(`${origin}/sse`, { headers, signal }));
    const opened = new Promise<void>((resolve) => {
      dialogue.#reading = dialogue.#read(response, resolve);
    });
    await opened;
    return dialogue;
  }

  send(text: string): void {
    this.#posting = this.#posting.then(async () => {
      const headers = { "content-type": "application/json" };
      const request = new Request(`${origin}${this.#messages}`, { method: "POST", headers, body: text });
      const answer = await this.#handle(request);
      if (answer.status !== 202) this.#queue.push(await answer.json());
    });
  }

  /** The client's half has no end of its own: closing the stream ends both. */
  sendEnd(): void {
    this.#posting = this.#posting.then(() => this.#handle.close());
  }

  hear(): Promise<unknown> {
    return this.#queue.next();
  }

  async end(): Promise<readonly unknown[]> {
    await this.#posting;
    await this.#handle.close();
    await this.#reading;
    this.#abort.abort();
    return this.#queue.unheard;
  }

  async #read(response: Response, opened: () => void): Promise<void> {
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + chunk).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: ?(.*)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        if (/^event: ?endpoint$/m.test(event)) {
          this.#messages = data;
          opened();
        } else this.#queue.push(JSON.parse(data));
      }
    }
  }
}
