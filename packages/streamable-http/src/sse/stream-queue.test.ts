import { describe, expect, test } from "vitest";
import { encodeEvent, encodeNamedEvent, encodePriming, encodeRetry } from "./encoder.js";
import { formatEventId, parseEventId } from "./event-id.js";
import { StreamQueue } from "./stream-queue.js";

function queued(maxQueued = 100) {
  const emitted: string[] = [];
  const turns: (() => void)[] = [];
  const state = { takes: true, overflows: 0, isEnded: false };
  const queue = new StreamQueue(
    {
      emit(text, isLast) {
        emitted.push(text);
        state.isEnded = isLast;
        return state.takes;
      },
      overflowed: () => void (state.overflows += 1),
    },
    (task) => void turns.push(task),
    maxQueued,
  );
  const turn = () => {
    for (const task of turns.splice(0)) task();
  };
  return { queue, emitted, turn, state };
}

async function isPending(promise: void | Promise<void>): Promise<boolean> {
  let pending = true;
  void promise?.then(() => (pending = false));
  for (let i = 0; i < 5; i++) await Promise.resolve();
  return promise === undefined ? false : pending;
}

describe("StreamQueue", () => {
  test("what is written in one turn goes out in one piece, its end included", () => {
    const { queue, emitted, turn, state } = queued();
    void queue.write("a");
    void queue.write("b");
    queue.end();
    void queue.write("after the end");
    expect(emitted).toEqual([]);
    turn();
    expect([emitted, state.isEnded]).toEqual([["ab"], true]);
  });

  test("a producer waits at its first write, then every 16 KiB, until the text is out", async () => {
    const { queue, turn } = queued();
    const first = queue.write("a");
    expect(await isPending(first)).toBe(true);
    turn();
    expect(await isPending(first)).toBe(false);
    const waits = Array.from({ length: 64 }, () => queue.write("x".repeat(1024)) !== undefined);
    expect(waits.filter(Boolean)).toHaveLength(4);
    expect(waits[15]).toBe(true);
  });

  test("nothing goes to a slow reader before it has caught up; its producers wait", async () => {
    const { queue, emitted, turn, state } = queued();
    state.takes = false;
    const first = queue.write("a");
    turn();
    const second = queue.write("b");
    turn();
    expect([emitted, await isPending(first), await isPending(second)]).toEqual([["a"], true, true]);
    state.takes = true;
    queue.drained();
    expect([emitted, await isPending(first), await isPending(second)]).toEqual([["a", "b"], false, false]);
  });

  test("a reader that takes nothing is cut off at the limit, and nobody waits for it any more", async () => {
    const { queue, emitted, turn, state } = queued(10);
    state.takes = false;
    const first = queue.write("x".repeat(1000));
    turn();
    void queue.write("y".repeat(10));
    expect(state.overflows).toBe(0);
    void queue.write("z");
    expect([state.overflows, await isPending(first)]).toEqual([1, false]);
    queue.drained();
    turn();
    expect(emitted).toHaveLength(1);
  });

  test("what was produced in one turn does not count against a reader that was not asked yet", () => {
    const { queue, state } = queued(10);
    for (let i = 0; i < 100; i++) void queue.write("x".repeat(10));
    expect(state.overflows).toBe(0);
  });

  test("an end waits for a slow reader", () => {
    const { queue, emitted, turn, state } = queued();
    state.takes = false;
    void queue.write("a");
    turn();
    queue.end();
    turn();
    expect([emitted, state.isEnded]).toEqual([["a"], false]);
    queue.drained();
    expect([emitted, state.isEnded]).toEqual([["a", ""], true]);
  });

  test("a reader that is gone keeps nobody waiting", async () => {
    const { queue, emitted, turn } = queued();
    const first = queue.write("a");
    queue.close();
    turn();
    expect([await isPending(first), queue.write("b"), emitted]).toEqual([false, undefined, []]);
  });
});

describe("events as text", () => {
  test.each([
    [encodeEvent("{}"), "data: {}\n\n"],
    [encodeEvent("{}", "1-2"), "id: 1-2\ndata: {}\n\n"],
    [encodeNamedEvent("endpoint", "/x"), "event: endpoint\ndata: /x\n\n"],
    [encodePriming("1-1", 500), "id: 1-1\nretry: 500\ndata: \n\n"],
    [encodeRetry(10), "retry: 10\n\n"],
  ])("%j", (text, expected) => expect(text).toBe(expected));

  test("JSON never breaks a line of data", () => {
    const text = JSON.stringify({ a: "\n\r\u2028\u0000\ud800" });
    expect(text).not.toMatch(/[\n\r\0]/);
  });
});

describe("event ids", () => {
  test.each([
    [0, 1],
    [1, 1],
    [35, 36],
    [123_456_789, 987_654_321],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("stream %i, event %i survives", (stream, event) => {
    expect(parseEventId(formatEventId(stream, event))).toEqual({ stream, event });
  });

  test.each(["", "1", "-", "1-", "-1", "1-2-3", "1_2", "A-1", "01-1", "1-01", " 1-1", "1-1\n", "zzzzzzzzzzzzz-1"])(
    "%j is none of ours",
    (id) => {
      expect(parseEventId(id)).toBeUndefined();
    },
  );
});
