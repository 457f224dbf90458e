/** Clients: CPU of the client's own process per call, over HTTP against one and the same server, and over memory. */
import { again, ours, oursAgain } from "../contestants.js";
import { HttpProcess } from "../measure/http-process.js";
import type { Measurement } from "../measure/windows.js";
import { Worker } from "../measure/worker.js";
import type { Suite } from "./suite.js";

export const clientWork = (mode: string): string => `client, ${mode}, 64 concurrent calls: CPU per call`;
export const memoryWork = (inFlight: number): string => `in memory, ${inFlight} in flight: CPU per call of both sides`;

const clients = [
  { name: "floor", script: "./floor-client.mjs", modes: ["session-stream", "modern"] },
  { name: again, script: "./floor-client.mjs", modes: ["session-stream", "modern"] },
  { name: "mcpwire", script: "./ours-client.mjs", modes: ["session-stream", "modern"] },
  { name: "official v1", script: "./official-v1-client.mjs", modes: ["session-stream"] },
  { name: "official v2", script: "./official-v2-client.mjs", modes: ["session-stream", "modern"] },
];

/** There is no floor in memory: a bare function call is none. The null contestant is ours once more. */
const pairs = [
  { name: "mcpwire", script: "./ours-memory.mjs", mode: "legacy" },
  { name: oursAgain, script: "./ours-memory.mjs", mode: "legacy" },
  { name: "mcpwire, modern", script: "./ours-memory.mjs", mode: "modern" },
  { name: "official v1", script: "./official-v1-memory.mjs", mode: "legacy" },
  { name: "official v2", script: "./official-v2-memory.mjs", mode: "legacy" },
  { name: "tmcp", script: "./tmcp-memory.mjs", mode: "legacy" },
];

interface Question {
  readonly count: number;
  readonly inFlight: number;
}

interface Answer {
  /** µs per call, and the user time of all calls. */
  readonly cpu: number;
  readonly user: number;
}

type Client = Worker<Question, Answer>;

const start = (name: string, script: string, target: string, mode: string): Promise<Client> =>
  Worker.start<Question, Answer>(name, "clients/runner.mjs", [script, target, mode]);

export const httpClients: Suite = {
  name: "clients",
  share: 110,
  async run(measurement, plan, { takes, hasMode }) {
    for (const mode of (["session-stream", "modern"] as const).filter(hasMode)) {
      const server = await HttpProcess.start(ours, mode);
      const running: Client[] = [];
      for (const { name, script } of clients.filter(({ name, modes }) => modes.includes(mode) && takes(name))) {
        running.push(await start(name, script, `http://127.0.0.1:${server.port}/mcp`, mode));
      }
      const question = { count: plan.clientCalls, inFlight: 64 };
      await measure(measurement, running, clientWork(mode), question, plan.reps, server);
      for (const client of running) client.stop();
      await server.stop();
    }
  },
};

export const inMemory: Suite = {
  name: "memory",
  share: 40,
  async run(measurement, plan, { takes }) {
    const running: Client[] = [];
    for (const { name, script, mode } of pairs.filter(({ name }) => takes(name))) {
      running.push(await start(name, script, "", mode));
    }
    for (const inFlight of [1, 64]) {
      const question = { count: plan.memoryCalls, inFlight };
      await measure(measurement, running, memoryWork(inFlight), question, plan.reps);
    }
    for (const client of running) client.stop();
  },
};

async function measure(
  measurement: Measurement,
  running: readonly Client[],
  work: string,
  question: Question,
  reps: number,
  server?: HttpProcess,
): Promise<void> {
  const runners = running.map((client) => ({
    name: client.name,
    async measure() {
      const before = await server?.usage();
      const { cpu, user } = await client.ask(question);
      const after = await server?.usage();
      const served = (after?.user ?? 0) - (before?.user ?? 0);
      return { user: user + served, figures: [{ work, unit: "µs", value: cpu }] };
    },
  }));
  await measurement.interleave(runners, { reps, discard: 2 });
}
