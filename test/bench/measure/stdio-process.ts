/** A server process under measurement: lines in, lines out, and its CPU time on request. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Generation } from "../contestants.js";
import { metadata } from "./http-wire.js";
import { contestantFile } from "./installed.js";

const agent = pathToFileURL(contestantFile("servers/agent.mjs")).href;

export class StdioProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #rest = "";
  #id = 0;
  readonly #generation: Generation;

  private constructor(script: string, generation: Generation) {
    this.#generation = generation;
    const path = contestantFile(`servers/${script}`);
    this.#child = spawn(process.execPath, ["--import", agent, path], { stdio: ["pipe", "pipe", "inherit", "ipc"] });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#read(text));
  }

  static async start(script: string, generation: Generation): Promise<StdioProcess> {
    const server = new StdioProcess(script, generation);
    if (generation === "legacy") {
      await server.#ask("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" },
      });
      server.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    return server;
  }

  /** One echo call; rejects when the answer is not the text that was sent. */
  async call(text: string): Promise<void> {
    const answer = await this.#ask("tools/call", { name: "echo", arguments: { text } });
    if (answer.result?.content?.[0]?.text !== text)
      throw new Error(`wrong answer: ${JSON.stringify(answer).slice(0, 200)}`);
  }

  /** User and system CPU time so far, and the user time alone, in µs. */
  usage(): Promise<{ cpu: number; user: number }> {
    return new Promise((resolve) => {
      this.#child.once("message", ({ cpu: { user, system } }: { cpu: NodeJS.CpuUsage }) =>
        resolve({ cpu: user + system, user }),
      );
      this.#child.send("usage");
    });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    this.#child.stdin?.end();
    this.#child.kill();
    await exited;
  }

  #ask(method: string, params: Record<string, unknown>): Promise<Answer> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#write({
        jsonrpc: "2.0",
        id,
        method,
        params: this.#generation === "legacy" ? params : { ...params, _meta: metadata },
      });
    });
  }

  #write(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer; // the servers here are this folder's own
      if (answer.id === undefined) continue;
      this.#pending.get(answer.id)?.(answer);
      this.#pending.delete(answer.id);
    }
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[] };
}
