/** A transcript's server behind a pair of streams, framed as on stdio. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { startStdio } from "@mcpwire/node";
import type { LineServer } from "@mcpwire/node";
import type { Server } from "@mcpwire/server";
import { MessageQueue } from "./message-queue.js";
import type { Dialogue } from "./play.js";

export class StdioDialogue implements Dialogue {
  readonly #input = new PassThrough();
  readonly #queue = new MessageQueue();
  readonly #server: LineServer;
  readonly #ended: Promise<unknown>;

  constructor(server: Server) {
    const output = new PassThrough();
    this.#server = startStdio(server, { input: this.#input, output });
    const lines = createInterface({ input: output });
    this.#ended = once(lines, "close");
    lines.on("line", (line) => this.#queue.push(JSON.parse(line)));
  }

  send(text: string): void {
    this.#input.write(`${text}\n`);
  }

  sendEnd(): void {
    this.#input.end();
  }

  hear(): Promise<unknown> {
    return this.#queue.next();
  }

  async end(): Promise<readonly unknown[]> {
    this.#input.end();
    await this.#server.closed;
    await this.#ended;
    return this.#queue.unheard;
  }
}
