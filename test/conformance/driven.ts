/** The driver as a child: commands in, answers and events out. Runs from the sources, so that no build is needed. */
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What runs a program of the examples from its source. */
export const runner: readonly string[] = [
  "--import",
  pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
  "--conditions=@mcpwire/source",
];

export function sourceOf(program: string): string {
  return fileURLToPath(new URL(`../../packages/examples/src/${program}.ts`, import.meta.url));
}

export interface Line {
  readonly id?: number;
  readonly ok?: unknown;
  readonly error?: unknown;
  readonly event?: string;
}

export class Driven {
  readonly lines: Line[] = [];
  /** The exit code. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #waiting: { readonly isIt: (line: Line) => boolean; readonly resolve: (line: Line) => void }[] = [];
  #id = 0;

  constructor() {
    this.#child = spawn(process.execPath, [...runner, sourceOf("driver")], { stdio: ["pipe", "pipe", "inherit"] });
    this.exited = new Promise((resolve) => this.#child.once("close", resolve));
    createInterface({ input: this.#child.stdout }).on("line", (text) => {
      const line = JSON.parse(text) as Line; // every line of the driver is an object
      this.lines.push(line);
      const found = this.#waiting.filter(({ isIt }) => isIt(line));
      this.#waiting = this.#waiting.filter((waiting) => !found.includes(waiting));
      for (const { resolve } of found) resolve(line);
    });
  }

  /** Sends a command; resolves with what its answer says. */
  async run(word: string, fields: object = {}): Promise<Pick<Line, "ok" | "error">> {
    const id = ++this.#id;
    const { ok, error } = await this.raw(`${JSON.stringify({ id, do: word, ...fields })}\n`, (line) => line.id === id);
    return error === undefined ? { ok } : { error };
  }

  /** Writes text; resolves with the first line after it that is the one. */
  raw(text: string, isIt: (line: Line) => boolean): Promise<Line> {
    const line = this.next(isIt);
    this.#child.stdin.write(text);
    return line;
  }

  /** The next line of this kind. */
  next(isIt: (line: Line) => boolean): Promise<Line> {
    return new Promise((resolve) => this.#waiting.push({ isIt, resolve }));
  }

  events(name: string): readonly Line[] {
    return this.lines.filter(({ event }) => event === name);
  }

  /** The id of the last command. */
  get lastId(): number {
    return this.#id;
  }

  end(): Promise<number | null> {
    this.#child.stdin.end();
    return this.exited;
  }
}
