/** Clients: CPU of the client's own process per call, over HTTP against one and the same server, and over memory. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ours } from "./contestants.js";
import { HttpProcess } from "./http-process.js";
import type { Samples } from "./samples.js";

export interface ClientPlan {
  readonly reps: number;
  readonly calls: number;
  readonly memoryCalls: number;
}

export const clientWork = (mode: string): string => `client, ${mode}, 64 concurrent calls: CPU per call`;
export const memoryWork = (inFlight: number): string => `in memory, ${inFlight} in flight: CPU per call of both sides`;

const clients = [
  { name: "floor", script: "./floor-client.mjs", modes: ["session-stream", "modern"] },
  { name: "mcpwire", script: "./ours-client.mjs", modes: ["session-stream", "modern"] },
  { name: "official v1", script: "./official-v1-client.mjs", modes: ["session-stream"] },
  { name: "official v2", script: "./official-v2-client.mjs", modes: ["session-stream", "modern"] },
];

const pairs = [
  { name: "mcpwire", script: "./ours-memory.mjs", mode: "legacy" },
  { name: "mcpwire, modern", script: "./ours-memory.mjs", mode: "modern" },
  { name: "official v2", script: "./official-v2-memory.mjs", mode: "legacy" },
];

export async function measureClients(
  samples: Samples,
  plan: ClientPlan,
  progress: (what: string) => void,
): Promise<void> {
  for (const mode of ["session-stream", "modern"] as const) {
    const server = await HttpProcess.start(ours, mode);
    const running: Client[] = [];
    for (const { name, script } of clients.filter(({ modes }) => modes.includes(mode))) {
      running.push(await Client.start(name, script, `http://127.0.0.1:${server.port}/mcp`, mode));
    }
    await interleave(running, plan.reps, plan.calls, 64, (name, cpu) => samples.add(clientWork(mode), "µs", name, cpu));
    await server.stop();
    progress(clientWork(mode));
  }
}

export async function measureMemory(
  samples: Samples,
  plan: ClientPlan,
  progress: (what: string) => void,
): Promise<void> {
  const running: Client[] = [];
  for (const { name, script, mode } of pairs) running.push(await Client.start(name, script, "", mode));
  for (const inFlight of [1, 64]) {
    const work = memoryWork(inFlight);
    await interleave(
      running,
      plan.reps,
      plan.memoryCalls,
      inFlight,
      (name, cpu) => samples.add(work, "µs", name, cpu),
      {
        stops: inFlight === 64,
      },
    );
    progress(work);
  }
}

async function interleave(
  running: readonly Client[],
  reps: number,
  calls: number,
  inFlight: number,
  take: (name: string, cpu: number) => void,
  { stops = true } = {},
): Promise<void> {
  for (const client of running) await client.run(calls, inFlight);
  for (let rep = 0; rep < reps; rep++) {
    for (const client of running) take(client.name, await client.run(calls, inFlight));
  }
  if (stops) for (const client of running) client.stop();
}

class Client {
  readonly name: string;
  readonly #child: ChildProcess;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
  }

  static async start(name: string, script: string, target: string, mode: string): Promise<Client> {
    const runner = fileURLToPath(new URL("./clients/runner.mjs", import.meta.url));
    const child = fork(runner, [script, target, mode], { execArgv: [] });
    await new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`${name} exited with ${code}`)));
    });
    return new Client(name, child);
  }

  /** CPU per call in µs. */
  run(count: number, inFlight: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#child.once("message", ({ cpu }: { cpu: number }) => resolve(cpu));
      this.#child.once("exit", (code) => reject(new Error(`${this.name} exited with ${code}`)));
      this.#child.send({ count, inFlight });
    });
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }
}
