/** What sessions and open streams cost: CPU to open one, memory while it is idle. */
import type { HttpContestant } from "./contestants.js";
import { HttpProcess } from "./http-process.js";
import { converse, get } from "./http-wire.js";
import type { Conversation } from "./http-wire.js";
import { RawConnection } from "./raw-connection.js";
import type { Samples } from "./samples.js";

export interface SessionPlan {
  readonly contestants: readonly HttpContestant[];
  readonly reps: number;
  readonly sessions: number;
  readonly streams: number;
}

export const openWork = "opening a session: CPU";
export const sessionHeapWork = "idle session: heap";
export const sessionRssWork = "idle session: RSS";
export const streamHeapWork = "open GET stream: heap";
export const streamRssWork = "open GET stream: RSS";

/** Sessions and streams before the first measurement: compiled code and grown tables are not theirs. */
const warmSessions = 2000;
const warmStreams = 50;

export async function measureSessions(
  samples: Samples,
  plan: SessionPlan,
  progress: (what: string) => void,
): Promise<void> {
  for (let rep = 0; rep < plan.reps; rep++) {
    for (const contestant of plan.contestants.filter(({ modes }) => modes.includes("session-stream"))) {
      const server = await HttpProcess.start(contestant, "session-stream");
      const early = await openSessions(server, warmSessions);
      const before = await server.collected();
      const sessions = await openSessions(server, plan.sessions);
      const opened = await server.usage();
      const idle = await server.collected();
      samples.add(openWork, "µs", server.name, (opened.cpu - before.cpu) / plan.sessions);
      samples.add(sessionHeapWork, "KB", server.name, perItem(before.heap, idle.heap, plan.sessions));
      samples.add(sessionRssWork, "KB", server.name, perItem(before.rss, idle.rss, plan.sessions));
      try {
        await measureOpenStreams(samples, server, early.slice(0, warmStreams), sessions.slice(0, plan.streams));
      } catch (error) {
        progress(`no streams of ${server.name}: ${String(error)}`);
      }
      await server.stop();
    }
    progress(`sessions, repetition ${rep + 1}`);
  }
}

async function measureOpenStreams(
  samples: Samples,
  server: HttpProcess,
  early: readonly Conversation[],
  sessions: readonly Conversation[],
): Promise<void> {
  const warm = await openStreams(early, server.port);
  const quiet = await server.collected();
  const streams = await openStreams(sessions, server.port);
  const open = await server.collected();
  samples.add(streamHeapWork, "KB", server.name, perItem(quiet.heap, open.heap, sessions.length));
  samples.add(streamRssWork, "KB", server.name, perItem(quiet.rss, open.rss, sessions.length));
  for (const connection of [...warm, ...streams]) connection.destroy();
}

function perItem(before: number, after: number, count: number): number {
  return (after - before) / count / 1024;
}

async function openSessions(server: HttpProcess, count: number): Promise<Conversation[]> {
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
async function openStreams(sessions: readonly Conversation[], port: number): Promise<RawConnection[]> {
  const connections = sessions.map(() => new RawConnection(port));
  const ended = connections.map(async (connection, i) => {
    const session = sessions[i];
    if (session === undefined) return;
    const { status } = await connection.send(get(session), () => {});
    throw new Error(`a GET stream ended with ${status}`);
  });
  await Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), Promise.all(ended)]);
  return connections;
}
