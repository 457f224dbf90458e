/** A contestant that does its work in a process of its own, when it is asked to. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { contestantFile } from "./installed.js";

export class Worker<Question extends object, Answer> {
  readonly name: string;
  readonly #child: ChildProcess;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
  }

  /** Resolves when the process says that it is ready. */
  static async start<Question extends object, Answer>(name: string, script: string, args: readonly string[]) {
    const child = fork(contestantFile(script), args, { execArgv: ["--no-warnings"] });
    const worker = new Worker<Question, Answer>(name, child);
    await worker.#next();
    return worker;
  }

  ask(question: Question): Promise<Answer> {
    const answer = this.#next();
    this.#child.send(question);
    return answer;
  }

  stop(): void {
    this.#child.removeAllListeners("exit").kill("SIGKILL");
  }

  #next(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const exited = (code: number | null): void => reject(new Error(`${this.name} exited with ${code}`));
      this.#child.once("exit", exited);
      this.#child.once("message", (answer) => {
        this.#child.off("exit", exited);
        // The scripts that are started here are this folder's own.
        resolve(answer as Answer);
      });
    });
  }
}
