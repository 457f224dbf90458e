/** The transcripts' server behind a pair of streams, framed as on stdio. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { startStdio } from "@mcpwire/node";
import type { LineServer } from "@mcpwire/node";
import { transcriptServer } from "./server.js";

/** Silence that counts as an answer that does not come, in ms. */
const patienceMs = 5000;

export class StdioDialogue {
  readonly #input = new PassThrough();
  readonly #heard: unknown[] = [];
  readonly #server: LineServer;
  readonly #ended: Promise<unknown>;
  #wake: () => void = () => undefined;

  constructor() {
    const output = new PassThrough();
    this.#server = startStdio(transcriptServer(), { input: this.#input, output });
    const lines = createInterface({ input: output });
    this.#ended = once(lines, "close");
    lines.on("line", (line) => {
      this.#heard.push(JSON.parse(line));
      this.#wake();
    });
  }

  send(text: string): void {
    this.#input.write(`${text}\n`);
  }

  /** Ends the client's half. */
  sendEnd(): void {
    this.#input.end();
  }

  /** The next message of the server. Rejects where none comes. */
  async hear(): Promise<unknown> {
    if (this.#heard.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("the server is silent")), patienceMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#heard.shift();
  }

  /** Ends the dialogue; gives what the server said that nobody has heard. */
  async end(): Promise<readonly unknown[]> {
    this.#input.end();
    await this.#server.closed;
    await this.#ended;
    return this.#heard;
  }
}
