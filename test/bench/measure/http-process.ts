/** An HTTP server process under measurement: its port, its CPU time and its memory. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { HttpContestant, HttpMode } from "../contestants.js";
import type { Endpoint } from "./http-wire.js";
import { contestantFile } from "./installed.js";

export interface Usage {
  /** User and system time so far, in µs. */
  readonly cpu: number;
  /** The user time alone. */
  readonly user: number;
  /** Bytes; `heap` with what buffers hold beside it, `peakRss` since the start. */
  readonly rss: number;
  readonly heap: number;
  readonly peakRss: number;
}

const agent = pathToFileURL(contestantFile("servers/agent.mjs")).href;

export class HttpProcess implements Endpoint {
  readonly name: string;
  readonly mode: HttpMode;
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(name: string, mode: HttpMode, port: number, child: ChildProcess) {
    this.name = name;
    this.mode = mode;
    this.port = port;
    this.#child = child;
  }

  static async start(contestant: HttpContestant, mode: HttpMode, env: NodeJS.ProcessEnv = {}): Promise<HttpProcess> {
    const path = contestantFile(`servers/${contestant.script}`);
    const child = spawn(process.execPath, ["--expose-gc", "--import", agent, path], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, ...contestant.env, ...env, BENCH_MODE: mode },
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.once("message", (ready: { port: number }) => resolve(ready.port));
      child.once("exit", (code) => reject(new Error(`${contestant.name} exited with ${code} before it listened`)));
    });
    return new HttpProcess(contestant.name, mode, port, child);
  }

  usage(): Promise<Usage> {
    return this.#question("usage");
  }

  /** `usage` after a collection of garbage. */
  collected(): Promise<Usage> {
    return this.#question("collect");
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await exited;
  }

  #question(question: "usage" | "collect"): Promise<Usage> {
    return new Promise((resolve, reject) => {
      const exited = (code: number | null): void => reject(new Error(`${this.name} exited with ${code}`));
      this.#child.once("exit", exited);
      this.#child.once("message", (usage: Omit<Usage, "cpu" | "user"> & { cpu: NodeJS.CpuUsage }) => {
        this.#child.off("exit", exited);
        resolve({ ...usage, cpu: usage.cpu.user + usage.cpu.system, user: usage.cpu.user });
      });
      this.#child.send(question);
    });
  }
}
