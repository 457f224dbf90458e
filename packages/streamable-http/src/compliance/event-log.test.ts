import { describe, expect, test } from "vitest";
import { MemoryEventLog, type EventLog, type Replay, type StreamKey } from "../core/legacy/event-log.js";
import { eventLogCompliance } from "./index.js";

const timers = { now: () => 0 };

/** Forgets an event in the middle of each replay. */
class LossyLog extends MemoryEventLog {
  override replay(key: StreamKey, after: number): Replay {
    const found = super.replay(key, after);
    return found.type === "events" ? { type: "events", events: found.events.filter((_, at) => at !== 1) } : found;
  }
}

/** Joins its names without care. */
class MixingLog implements EventLog {
  readonly #log = new MemoryEventLog({ timers });
  append(key: StreamKey, event: number, data: string): void {
    this.#log.append(mixed(key), event, data);
  }
  replay(key: StreamKey, after: number): Replay {
    return this.#log.replay(mixed(key), after);
  }
  dropStream(key: StreamKey): void {
    this.#log.dropStream(mixed(key));
  }
  dropSession(session: string): void {
    this.#log.dropSession(session);
  }
}

function mixed({ session, stream }: StreamKey): StreamKey {
  return { session: `${session}${stream}`.toLowerCase(), stream: 0 };
}

describe("the log in memory", () => {
  test.each(eventLogCompliance(() => ({ log: new MemoryEventLog({ timers }) })))("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test.each(
    eventLogCompliance(() => ({
      log: new MemoryEventLog({ timers, maxEventsPerStream: 50 }),
      keeps: 50,
      forgets: true,
    })),
  )("bounded: $title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const key = { session: "a", stream: 1 };

  test("it keeps at most so many bytes of a stream, and says expired for the rest", () => {
    const log = new MemoryEventLog({ timers, maxLogBytes: 10_000 });
    for (let n = 1; n <= 100; n++) log.append(key, n, "x".repeat(1000));
    expect(log.bytes).toBeLessThanOrEqual(10_000);
    expect([log.replay(key, 50).type, log.replay(key, 98).type]).toEqual(["expired", "events"]);
  });

  test("events grow old", () => {
    let clock = 0;
    const log = new MemoryEventLog({ timers: { now: () => clock }, eventTtlMs: 1000 });
    log.append(key, 1, "old");
    clock = 900;
    log.append(key, 2, "new");
    clock = 1500;
    expect(log.replay(key, 0)).toEqual({ type: "expired" });
    expect(log.replay(key, 1)).toMatchObject({ events: [{ event: 2, data: "new" }] });
  });

  test("all streams together have a limit: the quietest go first, and nothing is left of them", () => {
    const log = new MemoryEventLog({ timers, maxLogTotalBytes: 10_000 });
    for (let stream = 1; stream <= 20; stream++) log.append({ session: "a", stream }, 1, "x".repeat(1000));
    expect(log.bytes).toBeLessThanOrEqual(10_000);
    expect([log.replay({ session: "a", stream: 1 }, 0).type, log.replay({ session: "a", stream: 20 }, 0).type]).toEqual(
      ["unknown", "events"],
    );
    log.dropSession("a");
    expect(log.bytes).toBe(0);
  });

  test("a long stream costs the same per event as a short one", () => {
    const log = new MemoryEventLog({ timers, maxEventsPerStream: 10 });
    const started = performance.now();
    for (let n = 1; n <= 200_000; n++) log.append(key, n, "x");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("the suite finds", () => {
  test.each([
    ["a gap", () => new LossyLog({ timers })],
    ["streams that mix", () => new MixingLog()],
  ])("%s", async (_title, make) => {
    const outcomes = await Promise.allSettled(eventLogCompliance(() => ({ log: make() })).map(({ run }) => run()));
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });
});
