/** How the cost of one call is brought to grow: by tools, by the size of its message, by sessions, by open streams, by events. */
import { floor, officialV2, ours, tmcp } from "../contestants.js";
import type { HttpContestant, HttpMode } from "../contestants.js";
import { HttpProcess } from "../measure/http-process.js";
import { converse, describe, toolCall } from "../measure/http-wire.js";
import { RawConnection } from "../measure/raw-connection.js";
import { drive, openCaller } from "../suites/http-calls.js";
import type { Caller } from "../suites/http-calls.js";
import { openSessions, openStreams } from "../suites/sessions.js";
import { stream } from "../suites/streams.js";

/** In µs: server CPU per call, and the server's user time of all calls. */
interface Cost {
  readonly cpu: number;
  readonly user: number;
}

/** One contestant, brought from point to point of a curve. */
export interface Grower {
  readonly name: string;
  /** Gives what measures there. */
  at(x: number): Promise<() => Promise<Cost>>;
  stop(): Promise<void>;
}

export interface Curve {
  readonly id: string;
  readonly title: string;
  /** Along the horizontal axis. */
  readonly axis: string;
  readonly points: readonly number[];
  /** Flat: the cost does not depend on it. Straight: it grows no faster than in proportion. */
  readonly shape: "flat" | "straight";
  /** Where the fit begins: below it, what a call costs in any case outweighs what grows. */
  readonly fitFrom: number;
  readonly contestants: readonly { readonly contestant: HttpContestant; readonly most?: number }[];
  grow(contestant: HttpContestant, windowMs: number): Grower | Promise<Grower>;
}

/** Before the first point: what is measured is compiled code. */
const warmCalls = 3000;
const warmAnswers = 1000;

const tools: Curve = {
  id: "tools",
  title: "registered tools",
  axis: "registered tools",
  points: [1, 10, 100, 1000, 10_000],
  shape: "flat",
  fitFrom: 1,
  // The official SDK registers them anew for each request.
  contestants: [
    { contestant: floor },
    { contestant: ours },
    { contestant: officialV2, most: 1000 },
    { contestant: tmcp },
  ],
  grow(contestant, windowMs) {
    let server: HttpProcess | undefined;
    return {
      name: contestant.name,
      async at(x) {
        await server?.stop();
        server = await HttpProcess.start(contestant, "modern", { BENCH_TOOLS: String(x) });
        const callers = await openCallers(server);
        await drive(callers, warmCalls, 2000);
        return windowOf(server, callers, windowMs);
      },
      stop: async () => server?.stop(),
    };
  },
};

const size: Curve = {
  id: "message-size",
  title: "message size",
  axis: "bytes of the text that is echoed",
  points: [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000],
  shape: "straight",
  fitFrom: 10_000,
  contestants: [{ contestant: floor }, { contestant: ours }, { contestant: officialV2 }, { contestant: tmcp }],
  async grow(contestant, windowMs) {
    const server = await HttpProcess.start(contestant, "modern", { BENCH_BODY: String(32 * 1024 * 1024) });
    const connection = new RawConnection(server.port);
    const conversation = await converse(server, connection);
    await drive([{ connection, conversation }], warmCalls, 2000);
    return {
      name: contestant.name,
      async at(x) {
        const text = "The quick brown fox jumps over the lazy dog. ".repeat(x / 45 + 1).slice(0, x);
        const request = toolCall(conversation, "echo", { text });
        const once = async (): Promise<void> => {
          const answer = await connection.send(request);
          if (answer.status !== 200 || !answer.body.includes(text)) throw new Error(`echo: ${describe(answer)}`);
        };
        return repeated(server, once, windowMs);
      },
      async stop() {
        connection.destroy();
        await server.stop();
      },
    };
  },
};

const events: Curve = {
  id: "events",
  title: "events in one answer",
  axis: "progress events before the result",
  points: [1, 10, 100, 1000, 10_000, 100_000],
  shape: "straight",
  fitFrom: 100,
  contestants: [
    { contestant: floor },
    { contestant: ours },
    { contestant: officialV2, most: 10_000 },
    { contestant: tmcp, most: 10_000 },
  ],
  async grow(contestant, windowMs) {
    const server = await HttpProcess.start(contestant, "modern");
    for (let i = 0; i < warmAnswers; i++) await stream(server, 10);
    return {
      name: contestant.name,
      at: async (x) => repeated(server, () => stream(server, x), windowMs),
      stop: () => server.stop(),
    };
  },
};

const sessions: Curve = {
  id: "sessions",
  title: "open sessions",
  axis: "open sessions",
  points: [1, 10, 100, 1000, 5000, 20_000],
  shape: "flat",
  fitFrom: 1,
  contestants: [{ contestant: floor }, { contestant: ours }, { contestant: officialV2, most: 5000 }],
  grow: (contestant, windowMs) =>
    crowd(contestant, "session", windowMs, (server, count) => openSessions(server, count)),
};

const streams: Curve = {
  id: "streams",
  title: "open streams",
  axis: "sessions with an open GET stream",
  points: [1, 10, 100, 1000, 4000],
  shape: "flat",
  fitFrom: 1,
  contestants: [{ contestant: floor }, { contestant: ours }, { contestant: officialV2, most: 1000 }],
  grow: (contestant, windowMs) =>
    crowd(contestant, "session", windowMs, async (server, count) =>
      openStreams(await openSessions(server, count), server.port),
    ),
};

export const curves: readonly Curve[] = [tools, size, sessions, streams, events];

/** Calls of a few sessions while more and more others are there. */
async function crowd(
  contestant: HttpContestant,
  mode: HttpMode,
  windowMs: number,
  add: (server: HttpProcess, count: number) => Promise<unknown>,
): Promise<Grower> {
  const server = await HttpProcess.start(contestant, mode, { BENCH_SESSIONS: "50000" });
  const callers = await openCallers(server);
  await drive(callers, warmCalls, 2000);
  let others = 0;
  return {
    name: contestant.name,
    async at(x) {
      await add(server, x - others);
      others = x;
      await drive(callers, warmCalls, 2000);
      return windowOf(server, callers, windowMs);
    },
    stop: () => server.stop(),
  };
}

function openCallers(server: HttpProcess): Promise<Caller[]> {
  return Promise.all(Array.from({ length: 16 }, () => openCaller(server)));
}

function windowOf(server: HttpProcess, callers: readonly Caller[], ms: number): () => Promise<Cost> {
  return () => costOf(server, async () => (await drive(callers, Infinity, ms)).length);
}

/** One after the other for so long, at least three times. */
function repeated(server: HttpProcess, once: () => Promise<unknown>, ms: number): () => Promise<Cost> {
  return () =>
    costOf(server, async () => {
      const end = performance.now() + ms;
      let calls = 0;
      for (; calls < 3 || performance.now() < end; calls++) await once();
      return calls;
    });
}

async function costOf(server: HttpProcess, calls: () => Promise<number>): Promise<Cost> {
  const before = await server.usage();
  const count = await calls();
  const after = await server.usage();
  return { cpu: (after.cpu - before.cpu) / count, user: after.user - before.user };
}
