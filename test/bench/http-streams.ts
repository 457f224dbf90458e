/** Long streams: many progress events on one POST, and the replay of what a session has stored. */
import type { HttpContestant, HttpMode } from "./contestants.js";
import { HttpProcess } from "./http-process.js";
import { converse, describe, get, toolCall } from "./http-wire.js";
import { RawConnection, eventSplitter } from "./raw-connection.js";
import type { Samples } from "./samples.js";

export interface StreamPlan {
  readonly contestants: readonly HttpContestant[];
  readonly reps: number;
  /** Progress events of one POST. */
  readonly events: number;
  readonly replays: number;
}

/** With the cursor and the result, as many events as a stream's log holds by default. */
const storedEvents = 998;

export async function measureStreams(
  samples: Samples,
  plan: StreamPlan,
  progress: (what: string) => void,
): Promise<void> {
  for (const mode of ["session-stream", "modern"] as const) {
    const running: HttpProcess[] = [];
    for (const contestant of plan.contestants.filter(({ streams }) => streams.includes(mode))) {
      const server = await HttpProcess.start(contestant, mode);
      for (let i = 0; i < 3; i++) await stream(server, plan.events);
      running.push(server);
    }
    for (let rep = 0; rep < plan.reps; rep++) {
      for (const server of running) {
        const before = await server.collected();
        const { firstMs } = await stream(server, plan.events);
        const after = await server.usage();
        samples.add(progressWork(mode), "µs", server.name, (after.cpu - before.cpu) / plan.events);
        samples.add(firstEventWork(mode), "ms", server.name, firstMs);
        samples.add(peakWork(mode), "MB", server.name, (after.peakRss - before.peakRss) / 1024 / 1024);
      }
    }
    for (const server of running) await server.stop();
    progress(progressWork(mode));
  }
  await measureReplay(samples, plan, progress);
}

export const progressWork = (mode: HttpMode): string => `${mode}, progress on one POST: CPU per event`;
export const firstEventWork = (mode: HttpMode): string => `${mode}, progress on one POST: first event after`;
export const peakWork = (mode: HttpMode): string => `${mode}, progress on one POST: growth of the peak RSS`;
export const replayWork = "replay of 1 000 stored events: CPU per replay";
export const replayTimeWork = "replay of 1 000 stored events: time";

/** One POST with n events before its result. Gives the id of its first event, where events have ids. */
async function stream(server: HttpProcess, n: number) {
  const connection = new RawConnection(server.port);
  const conversation = await converse(server, connection);
  let events = 0;
  let isDone = false;
  let firstMs = Number.NaN;
  let firstId: string | undefined;
  const began = performance.now();
  const onEvent = (block: string): void => {
    firstId ??= /^id: ?(.+)$/m.exec(block)?.[1];
    if (block.includes("notifications/progress")) {
      if (events++ === 0) firstMs = performance.now() - began;
    } else if (block.includes(`done ${n}`)) isDone = true;
  };
  const answer = await connection.send(toolCall(conversation, "stream", { n }, "token"), eventSplitter(onEvent));
  connection.destroy();
  if (events !== n || !isDone) throw new Error(`${server.name}: ${events} of ${n} events; ${describe(answer)}`);
  return { firstMs, firstId, conversation };
}

async function measureReplay(samples: Samples, plan: StreamPlan, progress: (what: string) => void): Promise<void> {
  const running = [];
  for (const contestant of plan.contestants.filter(({ replays }) => replays)) {
    const server = await HttpProcess.start(contestant, "session-stream", { BENCH_EVENTS: "1" });
    const { firstId, conversation } = await stream(server, storedEvents);
    if (firstId === undefined) throw new Error(`${server.name}: no event has an id`);
    const replay = (): Promise<number> => replayAfter(server, get(conversation, firstId), storedEvents);
    for (let i = 0; i < plan.replays; i++) await replay();
    running.push({ server, replay });
  }
  for (let rep = 0; rep < plan.reps; rep++) {
    for (const { server, replay } of running) {
      const before = await server.usage();
      let ms = 0;
      for (let i = 0; i < plan.replays; i++) ms += await replay();
      const after = await server.usage();
      samples.add(replayWork, "µs", server.name, (after.cpu - before.cpu) / plan.replays);
      samples.add(replayTimeWork, "ms", server.name, ms / plan.replays);
    }
  }
  for (const { server } of running) await server.stop();
  progress(replayWork);
}

/** Resolves with the time from the GET to the stream's last event. */
function replayAfter(server: HttpProcess, request: string, n: number): Promise<number> {
  const connection = new RawConnection(server.port);
  const began = performance.now();
  let events = 0;
  return new Promise((resolve, reject) => {
    const onEvent = (block: string): void => {
      if (block.includes("notifications/progress")) events++;
      else if (block.includes(`done ${n}`)) {
        const ms = performance.now() - began;
        connection.destroy();
        // The first event is behind the cursor where a stream begins without a priming event.
        if (events >= n - 1) resolve(ms);
        else reject(new Error(`${server.name} replayed ${events} of ${n} events`));
      }
    };
    connection
      .send(request, eventSplitter(onEvent))
      .then((answer) => reject(new Error(`${server.name}: the replay ended; ${describe(answer)}`)), reject);
  });
}
