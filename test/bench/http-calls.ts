/** Calls of a small tool: server CPU per call and latency, contestants interleaved within each repetition. */
import type { HttpContestant, HttpMode } from "./contestants.js";
import { HttpProcess } from "./http-process.js";
import { converse, echo } from "./http-wire.js";
import type { Conversation } from "./http-wire.js";
import { RawConnection } from "./raw-connection.js";
import type { Samples } from "./samples.js";

export interface CallPlan {
  readonly contestants: readonly HttpContestant[];
  readonly modes: readonly HttpMode[];
  readonly concurrencies: readonly number[];
  readonly reps: number;
  readonly seconds: number;
  /** Calls before the first window of a process: what is measured is compiled code. */
  readonly warmCalls: number;
}

interface Caller {
  readonly connection: RawConnection;
  readonly conversation: Conversation;
}

export async function measureCalls(samples: Samples, plan: CallPlan, progress: (what: string) => void): Promise<void> {
  for (const mode of plan.modes) {
    const running: { server: HttpProcess; callers: Caller[] }[] = [];
    const most = Math.max(...plan.concurrencies);
    for (const contestant of plan.contestants.filter(({ modes }) => modes.includes(mode))) {
      const server = await HttpProcess.start(contestant, mode);
      const callers = await Promise.all(Array.from({ length: most }, () => openCaller(server)));
      await drive(callers.slice(0, 16), plan.warmCalls, Infinity);
      running.push({ server, callers });
    }
    for (const concurrency of plan.concurrencies) {
      for (let rep = 0; rep < plan.reps; rep++) {
        for (const { server, callers } of running) {
          const before = await server.usage();
          const latencies = await drive(callers.slice(0, concurrency), Infinity, plan.seconds * 1000);
          const after = await server.usage();
          samples.add(callWork(mode, concurrency), "µs", server.name, (after.cpu - before.cpu) / latencies.length);
          samples.add(p99Work(mode, concurrency), "ms", server.name, percentile(latencies, 0.99));
        }
      }
      progress(callWork(mode, concurrency));
    }
    for (const { server, callers } of running) {
      for (const { connection } of callers) connection.destroy();
      await server.stop();
    }
  }
}

export const callWork = (mode: HttpMode, concurrency: number): string => `${mode}, c = ${concurrency}: CPU per call`;
export const p99Work = (mode: HttpMode, concurrency: number): string => `${mode}, c = ${concurrency}: p99`;

async function openCaller(server: HttpProcess): Promise<Caller> {
  const connection = new RawConnection(server.port);
  return { connection, conversation: await converse(server, connection) };
}

/** Calls one after the other on each connection, until so many are done or so much time is over. */
async function drive(callers: readonly Caller[], count: number, ms: number): Promise<number[]> {
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
