/** Long streams: many progress events on one POST, and the replay of what a session has stored. */
import { httpContestants } from "../contestants.js";
import type { HttpMode } from "../contestants.js";
import { HttpProcess } from "../measure/http-process.js";
import { converse, describe, get, toolCall } from "../measure/http-wire.js";
import { RawConnection, eventSplitter } from "../measure/raw-connection.js";
import type { Measurement, Window } from "../measure/windows.js";
import type { Plan } from "../plan.js";
import type { Choice, Suite } from "./suite.js";

export const progressWork = (mode: HttpMode): string => `progress on one POST, ${mode}: CPU per event`;
export const firstEventWork = (mode: HttpMode): string => `progress on one POST, ${mode}: first event after`;
export const peakWork = (mode: HttpMode): string => `progress on one POST, ${mode}: growth of the peak RSS`;
export const replayWork = "replay of 1 000 stored events: CPU per replay";
export const replayTimeWork = "replay of 1 000 stored events: time";

/** With the cursor and the result, as many events as a stream's log holds by default. */
const storedEvents = 998;

export const streams: Suite = {
  name: "streams",
  share: 180,
  async run(measurement, plan, choice) {
    for (const mode of (["session-stream", "modern"] as const).filter(choice.hasMode)) {
      const running: HttpProcess[] = [];
      for (const contestant of httpContestants.filter(
        ({ name, streams }) => streams.includes(mode) && choice.takes(name),
      )) {
        running.push(await HttpProcess.start(contestant, mode));
      }
      const runners = running.map((server) => ({ name: server.name, measure: () => progress(server, plan.events) }));
      await measurement.interleave(runners, { reps: plan.reps, discard: 3 });
      for (const server of running) await server.stop();
      await measurement.interleave(
        running.map(({ name }) => ({ name, measure: () => peakOf(name, mode, plan.events) })),
        { reps: plan.slowReps, discard: 0 },
      );
    }
    if (choice.hasMode("session-stream")) await measureReplay(measurement, plan, choice);
  },
};

async function progress(server: HttpProcess, events: number): Promise<Window> {
  const before = await server.usage();
  const { firstMs } = await stream(server, events);
  const after = await server.usage();
  const { mode } = server;
  return {
    user: after.user - before.user,
    figures: [
      { work: progressWork(mode), unit: "µs", value: (after.cpu - before.cpu) / events },
      { work: firstEventWork(mode), unit: "ms", value: firstMs },
    ],
  };
}

/** A process that has sent a tenth of it several times sends its first long answer: what waits in memory shows. */
async function peakOf(name: string, mode: HttpMode, events: number): Promise<Window> {
  const contestant = httpContestants.find((one) => one.name === name);
  if (contestant === undefined) throw new Error(`nobody is called ${name}`);
  const server = await HttpProcess.start(contestant, mode);
  try {
    for (let i = 0; i < 10; i++) await stream(server, events / 10);
    const before = await server.usage();
    await stream(server, events);
    const after = await server.usage();
    const value = (after.peakRss - before.peakRss) / 1024 / 1024;
    return { user: undefined, figures: [{ work: peakWork(mode), unit: "MB", value }] };
  } finally {
    await server.stop();
  }
}

/** One POST with n events before its result. Gives the id of its first event, where events have ids. */
export async function stream(server: HttpProcess, n: number) {
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

async function measureReplay(measurement: Measurement, plan: Plan, { takes }: Choice): Promise<void> {
  const running: { server: HttpProcess; request: string }[] = [];
  for (const contestant of httpContestants.filter(({ name, replays }) => replays && takes(name))) {
    const server = await HttpProcess.start(contestant, "session-stream", { BENCH_EVENTS: "1" });
    const { firstId, conversation } = await stream(server, storedEvents);
    if (firstId === undefined) throw new Error(`${server.name}: no event has an id`);
    running.push({ server, request: get(conversation, firstId) });
  }
  const runners = running.map(({ server, request }) => ({
    name: server.name,
    measure: () => replays(server, request, plan.replays),
  }));
  await measurement.interleave(runners, { reps: plan.reps, discard: 3 });
  for (const { server } of running) await server.stop();
}

async function replays(server: HttpProcess, request: string, count: number): Promise<Window> {
  const before = await server.usage();
  let ms = 0;
  for (let i = 0; i < count; i++) ms += await replayAfter(server, request, storedEvents);
  const after = await server.usage();
  return {
    user: after.user - before.user,
    figures: [
      { work: replayWork, unit: "µs", value: (after.cpu - before.cpu) / count },
      { work: replayTimeWork, unit: "ms", value: ms / count },
    ],
  };
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
