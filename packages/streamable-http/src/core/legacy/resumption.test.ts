/** A stream cut at every event, with a log that answers at once and one that answers later: nothing is lost, doubled or misplaced. */
import { request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { EndpointBench, eventsOf, messagesOf, note, type SeenEvent } from "../../../test/endpoint-bench.js";
import { MemoryEventLog, type EventLog, type Replay, type StreamKey } from "./event-log.js";

/** The log in memory, at a distance: every answer comes some microtasks later. */
class DistantLog implements EventLog {
  readonly #log = new MemoryEventLog({ timers: { now: () => 0 } });
  readonly appended: number[] = [];

  async append(key: StreamKey, event: number, data: string): Promise<void> {
    await soon();
    this.#log.append(key, event, data);
    this.appended.push(event);
    await soon();
  }

  async replay(key: StreamKey, after: number): Promise<Replay> {
    await soon();
    const found = this.#log.replay(key, after);
    await soon();
    return found;
  }

  dropStream(key: StreamKey): void {
    this.#log.dropStream(key);
  }

  dropSession(session: string): void {
    this.#log.dropSession(session);
  }
}

async function soon(): Promise<void> {
  for (let i = 0; i < 3; i++) await Promise.resolve();
}

async function settled(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve();
}

const logs: readonly [string, () => EventLog | undefined][] = [
  ["a log that answers at once", () => undefined],
  ["a log that answers later", () => new DistantLog()],
];

function withLog(log: EventLog | undefined): EndpointBench {
  return new EndpointBench(log === undefined ? {} : { eventLog: log });
}

const notes = [0, 1, 2, 3, 4, 5];
const everything = [...notes.map((n) => note(n)), resultResponse(1, {})];

describe.each(logs)("with %s", (_title, newLog) => {
  // 2025-11-25/basic/transports#resumability-and-redelivery/5
  test.each(Array.from({ length: notes.length + 2 }, (_, cut) => cut))(
    "cut after event %i of a POST's stream: each message arrives once and in order",
    async (cut) => {
      const bench = withLog(newLog());
      const session = bench.session();
      const { x, port, turn } = session.hold(1);
      await settled();
      const seen: SeenEvent[] = [];
      let sent = 0;
      const say = async (upTo: number) => {
        for (; sent < upTo; sent++) {
          if (sent < notes.length) void x.notify(note(sent));
          else x.end(resultResponse(1, {}));
        }
        await settled();
      };
      await say(cut);
      seen.push(...eventsOf(port.text));
      turn.closed();
      // What is said while nobody listens, and what is said later.
      await say(Math.min(cut + 2, everything.length));
      const resumed = session.get(seen.at(-1)?.id);
      await say(Math.min(cut + 3, everything.length));
      await say(everything.length);
      seen.push(...eventsOf(resumed.port.text));
      expect(seen.filter(({ data }) => data !== "").map(({ data }) => JSON.parse(data))).toEqual(everything);
      expect(resumed.port.isEnded).toBe(true);
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  test("a client that saw only part of what was sent gets the rest again", async () => {
    const bench = withLog(newLog());
    const session = bench.session();
    const { x, port } = session.hold(1);
    for (const n of notes) void x.notify(note(n));
    await settled();
    const events = eventsOf(port.text);
    for (const [at, { id }] of events.entries()) {
      const again = session.get(id);
      await settled();
      // The first event gave a cursor only.
      expect(messagesOf(again.port.text)).toEqual(notes.slice(at).map((n) => note(n)));
      again.turn.closed();
    }
  });

  test("messages said while a replay is under way come after it", async () => {
    const bench = withLog(newLog());
    const session = bench.session();
    const { x, port, turn } = session.hold(1);
    await settled();
    turn.closed();
    void x.notify(note(0));
    const resumed = session.get(eventsOf(port.text)[0]?.id);
    for (const n of [1, 2]) {
      void x.notify(note(n));
      await Promise.resolve();
    }
    x.end(resultResponse(1, {}));
    await settled();
    expect(messagesOf(resumed.port.text)).toEqual([note(0), note(1), note(2), resultResponse(1, {})]);
    expect(resumed.port.isEnded).toBe(true);
  });

  test("every event that carries an id is stored before it is sent", async () => {
    const log = newLog() ?? new MemoryEventLog({ timers: { now: () => 0 } });
    const bench = withLog(log);
    const session = bench.session();
    const { x, port } = session.hold(1);
    for (const n of notes) void x.notify(note(n));
    for (let i = 0; i < 100; i++) {
      const sent = eventsOf(port.text).length;
      // Asked without the stream's help.
      const stored = await log.replay({ session: session.id, stream: 1 }, 0);
      expect(stored.type === "events" ? stored.events.length : 0).toBeGreaterThanOrEqual(sent);
    }
    expect(eventsOf(port.text)).toHaveLength(notes.length + 1);
  });

  // 2025-11-25/basic/transports#resumability-and-redelivery/2 and /6
  test("two streams of one session share no event id, and a cursor brings the messages of its own stream only", async () => {
    const bench = withLog(newLog());
    const session = bench.session();
    const [one, two] = [session.hold(1), session.hold(2)];
    void one.x.notify(note(1));
    void two.x.notify(note(2));
    await settled();
    const ids = [one, two].flatMap(({ port }) => eventsOf(port.text).map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
    const resumed = session.get(eventsOf(two.port.text)[0]?.id);
    await settled();
    expect(messagesOf(resumed.port.text)).toEqual([note(2)]);
  });

  // 2025-11-25/basic/transports#sending-messages-to-the-server/11 and /13
  test("detach closes the connection with a retry, and the result waits for the client", async () => {
    const bench = withLog(newLog());
    const session = bench.session();
    const { x, port } = session.hold(1);
    await settled();
    x.detach?.(1234);
    await settled();
    expect(port.isEnded).toBe(true);
    expect(eventsOf(port.text).map(({ retry }) => retry)).toEqual(["500", "1234"]);
    void x.notify(note(1));
    x.end(resultResponse(1, {}));
    await settled();
    const resumed = session.get(eventsOf(port.text)[0]?.id);
    await settled();
    expect(messagesOf(resumed.port.text)).toEqual([note(1), resultResponse(1, {})]);
    expect(resumed.port.isEnded).toBe(true);
  });
});

describe("cursors that lead nowhere", () => {
  function finished(options = {}) {
    const bench = new EndpointBench(options);
    const session = bench.session();
    const { x, port } = session.hold(1);
    for (const n of notes) void x.notify(note(n));
    x.end(resultResponse(1, {}));
    return { bench, session, events: eventsOf(port.text) };
  }

  test.each(["", "x", "1", "1-", "-1", "1-2-3", "1_2", "01-1", "9-1", "1-99", "0-1"])("%j is unknown: 400", (id) => {
    const { session } = finished();
    const { port, json } = session.get(id);
    expect([port.status, json().error?.code]).toEqual([400, -32600]);
  });

  test("what the log has given up is expired: 410, not a gap", () => {
    const { session, events } = finished({ limits: { maxEventsPerStream: 3 } });
    expect(session.get(events[1]?.id).port.status).toBe(410);
    expect(messagesOf(session.get(events[4]?.id).port.text)).toEqual([note(4), note(5), resultResponse(1, {})]);
  });

  test("a finished stream is kept for a grace period, then it is expired", () => {
    const { bench, session, events } = finished({ limits: { finishedStreamMs: 60_000 } });
    bench.host.advance(50_000);
    expect(messagesOf(session.get(events[0]?.id).port.text)).toHaveLength(7);
    bench.host.advance(80_000);
    expect(session.get(events[0]?.id).port.status).toBe(410);
  });

  test("only so many finished streams are kept", () => {
    const bench = new EndpointBench({ limits: { maxFinishedStreams: 2 } });
    const session = bench.session();
    const cursors = [1, 2, 3].map((id) => {
      const { x, port } = session.hold(id);
      x.end(resultResponse(id, {}));
      return eventsOf(port.text)[0]?.id;
    });
    expect(cursors.map((cursor) => session.get(cursor).port.status)).toEqual([410, 200, 200]);
  });

  test("a log that fails is reported, and the event goes out", async () => {
    class BrokenLog extends DistantLog {
      override append(): Promise<void> {
        return Promise.reject(new Error("no disk"));
      }
    }
    const bench = new EndpointBench({ eventLog: new BrokenLog() });
    const { x, port } = bench.session().hold(1);
    x.end(resultResponse(1, {}));
    await settled();
    expect(messagesOf(port.text)).toEqual([resultResponse(1, {})]);
    expect(bench.reports.map(({ code }) => code)).toEqual(["event-log-failed", "event-log-failed"]);
  });
});

describe("priming", () => {
  // 2025-11-25/basic/transports#sending-messages-to-the-server/10
  test("a 2025-11-25 stream begins with a cursor and a retry, one turn later", () => {
    const bench = new EndpointBench();
    const { port } = bench.session().post(request(1, "hold"));
    expect(port.status).toBeUndefined();
    bench.host.turn();
    expect(eventsOf(port.text)).toEqual([{ id: "1-1", data: "", retry: "500" }]);
  });

  test("older peers get no priming event, but ids they can resume with", () => {
    const bench = new EndpointBench();
    const session = bench.session("2025-06-18");
    const { x, port, turn } = session.hold(1);
    expect(port.status).toBeUndefined();
    void x.notify(note(1));
    turn.closed();
    x.end(resultResponse(1, {}));
    expect(eventsOf(port.text).map(({ id }) => id)).toEqual(["1-1"]);
    expect(x.detach).toBeUndefined();
    expect(messagesOf(session.get("1-1").port.text)).toEqual([resultResponse(1, {})]);
  });

  test("an answer that is the only write carries no event id and is not logged", () => {
    const log = new MemoryEventLog({ timers: { now: () => 0 } });
    const bench = new EndpointBench({ eventLog: log, responses: "stream" });
    const { port } = bench.session().post(request(1, "ping"));
    expect(port.text).toBe('data: {"jsonrpc":"2.0","id":1,"result":{"method":"ping"}}\n\n');
    expect([port.writes, log.bytes]).toEqual([1, 0]);
  });

  test.each(logs)(
    "with %s, a stream that only gave a cursor is not in the log; with the first event both are",
    async (_t, newLog) => {
      const log = newLog() ?? new MemoryEventLog({ timers: { now: () => 0 } });
      const bench = new EndpointBench({ eventLog: log });
      const session = bench.session();
      const { x, port, turn } = session.hold(1);
      bench.host.turn();
      await settled();
      const [cursor] = eventsOf(port.text);
      expect(cursor?.id).toBe("1-1");
      const key = { session: session.id, stream: 1 };
      expect(await log.replay(key, 0)).toEqual({ type: "unknown" });

      turn.closed();
      const again = session.get("1-1");
      void x.notify(note(1));
      void x.notify(note(2));
      x.end(resultResponse(1, {}));
      await settled();
      expect(eventsOf(again.port.text).map(({ id }) => id)).toEqual(["1-2", "1-3", "1-4"]);
      expect(messagesOf(again.port.text)).toEqual([note(1), note(2), resultResponse(1, {})]);
      expect(await log.replay(key, 0)).toMatchObject({ type: "events", events: [{ event: 1, data: "" }, {}, {}, {}] });
    },
  );

  test("the end of a session empties its log", () => {
    const log = new MemoryEventLog({ timers: { now: () => 0 } });
    const bench = new EndpointBench({ eventLog: log });
    const session = bench.session();
    const { x } = session.hold(1);
    session.get();
    void x.notify(note(1));
    expect(log.bytes).toBeGreaterThan(0);
    session.delete();
    expect(log.bytes).toBe(0);
  });
});
