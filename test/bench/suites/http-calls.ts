/** Calls of a small tool: server CPU per call and latency. */
import { httpContestants, httpModes } from "../contestants.js";
import type { HttpMode } from "../contestants.js";
import { HttpProcess } from "../measure/http-process.js";
import { converse, echo } from "../measure/http-wire.js";
import type { Conversation } from "../measure/http-wire.js";
import { RawConnection } from "../measure/raw-connection.js";
import type { Window } from "../measure/windows.js";
import type { Suite } from "./suite.js";

export const callWork = (mode: HttpMode, concurrency: number): string =>
  `HTTP, ${mode}, c = ${concurrency}: CPU per call`;
export const p99Work = (mode: HttpMode, concurrency: number): string => `HTTP, ${mode}, c = ${concurrency}: p99`;

export interface Caller {
  readonly connection: RawConnection;
  readonly conversation: Conversation;
}

export const httpCalls: Suite = {
  name: "http",
  share: 380,
  async run(measurement, plan, { takes, hasMode }) {
    for (const mode of httpModes.filter(hasMode)) {
      const running: { server: HttpProcess; callers: Caller[] }[] = [];
      const most = Math.max(...plan.concurrencies);
      for (const contestant of httpContestants.filter(({ name, modes }) => modes.includes(mode) && takes(name))) {
        const server = await HttpProcess.start(contestant, mode);
        const callers = await Promise.all(Array.from({ length: most }, () => openCaller(server)));
        await drive(callers.slice(0, 16), plan.warmCalls, Infinity);
        running.push({ server, callers });
      }
      for (const concurrency of plan.concurrencies) {
        const runners = running.map(({ server, callers }) => ({
          name: server.name,
          measure: () => window(server, callers.slice(0, concurrency), plan.windowMs),
        }));
        await measurement.interleave(runners, { reps: plan.reps, discard: 2 });
      }
      for (const { server, callers } of running) {
        for (const { connection } of callers) connection.destroy();
        await server.stop();
      }
    }
  },
};

async function window(server: HttpProcess, callers: readonly Caller[], ms: number): Promise<Window> {
  const before = await server.usage();
  const latencies = await drive(callers, Infinity, ms);
  const after = await server.usage();
  const { mode } = server;
  const cpu = (after.cpu - before.cpu) / latencies.length;
  return {
    user: after.user - before.user,
    figures: [
      { work: callWork(mode, callers.length), unit: "µs", value: cpu },
      { work: p99Work(mode, callers.length), unit: "ms", value: percentile(latencies, 0.99) },
    ],
  };
}

export async function openCaller(server: HttpProcess): Promise<Caller> {
  const connection = new RawConnection(server.port);
  return { connection, conversation: await converse(server, connection) };
}

/** Calls one after the other on each connection, until so many are done or so much time is over. Gives the time of each, in ms. */
export async function drive(callers: readonly Caller[], count: number, ms: number): Promise<number[]> {
  const end = performance.now() + ms;
  const latencies: number[] = [];
  let left = count;
  await Promise.all(
    callers.map(async ({ connection, conversation }) => {
      while (left-- > 0 && performance.now() < end) latencies.push(await echo(conversation, connection));
    }),
  );
  return latencies;
}

function percentile(values: number[], part: number): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
