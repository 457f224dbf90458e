/** What sessions and open streams cost: CPU to open one, memory while it is idle. */
import { httpContestants } from "../contestants.js";
import type { HttpContestant } from "../contestants.js";
import { HttpProcess } from "../measure/http-process.js";
import { converse, get } from "../measure/http-wire.js";
import type { Conversation } from "../measure/http-wire.js";
import { RawConnection } from "../measure/raw-connection.js";
import type { Figure, Window } from "../measure/windows.js";
import type { Plan } from "../plan.js";
import type { Suite } from "./suite.js";

export const openWork = "opening a session: CPU";
export const sessionHeapWork = "idle session: heap";
const sessionRssWork = "idle session: RSS";
export const streamHeapWork = "open GET stream: heap";
const streamRssWork = "open GET stream: RSS";

/** Windows of sessions before the first that counts, in each of which connections come and go: from then on costs are flat. */
const warmWindows = 4;
/** Streams before the first measurement: compiled code and grown tables are not theirs. */
const warmStreams = 50;
/** Sessions that are opened against the clock. */
const timedSessions = 1000;

export const sessions: Suite = {
  name: "sessions",
  share: 220,
  async run(measurement, plan, { takes, hasMode }) {
    if (!hasMode("session-stream")) return;
    const runners = httpContestants
      .filter(({ name, modes }) => modes.includes("session-stream") && takes(name))
      .map((contestant) => ({
        name: contestant.name,
        measure: () => measure(contestant, plan, (what) => measurement.noteOnce(what)),
      }));
    // Each measurement has a process of its own, and warms it itself.
    await measurement.interleave(runners, { reps: plan.slowReps, discard: 0 });
  },
};

async function measure(contestant: HttpContestant, plan: Plan, note: (what: string) => void): Promise<Window> {
  const server = await HttpProcess.start(contestant, "session-stream");
  try {
    const early: Conversation[] = [];
    for (let i = 0; i < warmWindows; i++) early.push(...(await openSessions(server, timedSessions)));
    // Before any collection is asked for: that throws compiled code away, and a window after it would measure the compiler.
    const started = await server.usage();
    await openSessions(server, timedSessions);
    const busy = await server.usage();
    const before = await server.collected();
    const opened = await openSessions(server, plan.sessions);
    const idle = await server.collected();
    const figures: Figure[] = [
      { work: openWork, unit: "µs", value: (busy.cpu - started.cpu) / timedSessions },
      { work: sessionHeapWork, unit: "KB", value: perItem(before.heap, idle.heap, plan.sessions) },
      { work: sessionRssWork, unit: "KB", value: perItem(before.rss, idle.rss, plan.sessions) },
    ];
    try {
      figures.push(...(await openStreamFigures(server, early.slice(0, warmStreams), opened.slice(0, plan.streams))));
    } catch (error) {
      note(`${server.name} has no open streams: ${String(error)}`);
    }
    return { user: undefined, figures };
  } finally {
    await server.stop();
  }
}

async function openStreamFigures(
  server: HttpProcess,
  early: readonly Conversation[],
  sessions: readonly Conversation[],
): Promise<Figure[]> {
  const warm = await openStreams(early, server.port);
  const quiet = await server.collected();
  const streams = await openStreams(sessions, server.port);
  const open = await server.collected();
  for (const connection of [...warm, ...streams]) connection.destroy();
  return [
    { work: streamHeapWork, unit: "KB", value: perItem(quiet.heap, open.heap, sessions.length) },
    { work: streamRssWork, unit: "KB", value: perItem(quiet.rss, open.rss, sessions.length) },
  ];
}

function perItem(before: number, after: number, count: number): number {
  return (after - before) / count / 1024;
}

export async function openSessions(server: HttpProcess, count: number): Promise<Conversation[]> {
  const sessions: Conversation[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    const connection = new RawConnection(server.port);
    while (left-- > 0) sessions.push(await converse(server, connection));
    connection.destroy();
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  return sessions;
}

/** One GET for each session, open for a while, headers sent or not; rejects when one of them ends. */
export async function openStreams(sessions: readonly Conversation[], port: number): Promise<RawConnection[]> {
  const connections = sessions.map(() => new RawConnection(port));
  const ended = connections.map(async (connection, i) => {
    const session = sessions[i];
    if (session === undefined) return;
    let body = "";
    const { status } = await connection.send(get(session), (chunk) => void (body += chunk.toString("latin1", 0, 200)));
    throw new Error(`a GET stream ended: HTTP ${status}, ${body}`);
  });
  await Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), Promise.all(ended)]);
  return connections;
}
