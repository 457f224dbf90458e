import { TransportError } from "@mcpwire/jsonrpc";
import type { ClientEra, WatchEvents, WatchFilter } from "@mcpwire/negotiation";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { subscribe } from "./changes.js";
import type { Change, Interests, SubscriptionOptions } from "./changes.js";

const lost = new TransportError("lost", "the stream broke");

/** An era that only watches; what was opened is in `watches`, `refuse` makes the next attempts fail. */
function watching() {
  const watches: { filter: WatchFilter; on: WatchEvents; closes: number }[] = [];
  const state = { refuse: 0 };
  const era = {
    watch(filter: WatchFilter, on: WatchEvents) {
      if (state.refuse-- > 0) return Promise.reject(lost);
      const watch = { filter, on, closes: 0 };
      watches.push(watch);
      return Promise.resolve({ honored: filter, close: () => (watch.closes++, Promise.resolve()) });
    },
  } as unknown as ClientEra; // the only member that a subscription uses
  const ends: unknown[] = [];
  const noticed: Change[] = [];
  const open = (interests: Interests, options: SubscriptionOptions = {}) =>
    subscribe(era, interests, (change) => noticed.push(change), { ...options, ended: (_, error) => ends.push(error) });
  const last = () => watches.at(-1)?.on;
  return { watches, state, open, ends, noticed, last };
}

describe("a subscription", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("asks for what is of interest, and keeps equal changes once until they are read", async () => {
    const { open, watches, last, noticed } = watching();
    const subscription = await open({ tools: true, prompts: true, resourcesList: true, resources: ["a:b"] });
    expect(watches[0]?.filter).toEqual({
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["a:b"],
    });
    for (const method of ["tools", "prompts", "tools", "resources"])
      last()?.notified(`notifications/${method}/list_changed`, undefined);
    last()?.notified("notifications/resources/updated", { uri: "a:b" });
    last()?.notified("notifications/resources/updated", {});
    const reader = subscription[Symbol.asyncIterator]();
    const read = [];
    for (let n = 0; n < 4; n++) read.push((await reader.next()).value);
    expect(read).toEqual([
      { type: "tools" },
      { type: "prompts" },
      { type: "resources" },
      { type: "resource", uri: "a:b" },
    ]);
    expect(noticed).toHaveLength(5);
  });

  it("drops the oldest for a reader that is too slow", async () => {
    const { open, last } = watching();
    const subscription = await open({ resources: ["a:1"] }, { maxQueued: 2 });
    for (const uri of ["a:1", "a:2", "a:3"]) last()?.notified("notifications/resources/updated", { uri });
    expect((await subscription[Symbol.asyncIterator]().next()).value).toEqual({ type: "resource", uri: "a:2" });
  });

  it("opens a broken watch again after growing waits, and then announces all that was watched", async () => {
    const { open, watches, state, last, ends } = watching();
    const subscription = await open({ tools: true, resources: ["a:b"] }, { reopenDelayMs: 100 });
    const reader = subscription[Symbol.asyncIterator]();
    state.refuse = 2;
    last()?.ended(lost);
    await vi.advanceTimersByTimeAsync(99);
    expect(state.refuse).toBe(2);
    // At most twice the wait, because of the jitter: 100, 200, 400.
    await vi.advanceTimersByTimeAsync(200 + 400 + 800);
    expect(watches).toHaveLength(2);
    expect([(await reader.next()).value, (await reader.next()).value]).toEqual([
      { type: "tools" },
      { type: "resource", uri: "a:b" },
    ]);
    expect(ends).toEqual([]);
  });

  it("gives up after the last attempt, and says so to its reader and its owner", async () => {
    const { open, state, last, ends } = watching();
    const subscription = await open({ tools: true }, { maxReopens: 2, reopenDelayMs: 1 });
    state.refuse = 99;
    const next = subscription[Symbol.asyncIterator]().next();
    const failed = expect(next).rejects.toBe(lost);
    last()?.ended(lost);
    await vi.advanceTimersByTimeAsync(100);
    await failed;
    expect([state.refuse, ends]).toEqual([97, [lost]]);
  });

  it("with no attempts ends with the first break", async () => {
    const { open, last, ends } = watching();
    await open({ tools: true }, { maxReopens: 0 });
    last()?.ended(lost);
    expect([vi.getTimerCount(), ends]).toEqual([0, [lost]]);
  });

  it("counts its attempts anew once the watch has proved itself, and not before", async () => {
    const { open, watches, last, ends } = watching();
    await open({ tools: true }, { maxReopens: 1, reopenDelayMs: 1 });
    for (const says of [true, true, false]) {
      last()?.ended(lost);
      await vi.advanceTimersByTimeAsync(10);
      if (says) last()?.notified("notifications/tools/list_changed", undefined);
    }
    expect(watches).toHaveLength(4);
    last()?.ended(lost);
    expect(ends).toEqual([lost]);
  });

  it("ends without an error when the server says goodbye", async () => {
    const { open, last, ends } = watching();
    const subscription = await open({ tools: true });
    last()?.ended();
    expect(await subscription[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    expect(ends).toEqual([undefined]);
  });

  it("that is closed while it waits to be opened again opens nothing more", async () => {
    const { open, watches, last } = watching();
    const subscription = await open({ tools: true });
    last()?.ended(lost);
    await subscription.close();
    await subscription.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([watches.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("closes its watch when its reader leaves the loop", async () => {
    const { open, watches, last } = watching();
    const subscription = await open({ tools: true });
    last()?.notified("notifications/tools/list_changed", undefined);
    for await (const change of subscription) if (change.type === "tools") break;
    expect(watches[0]?.closes).toBe(1);
  });

  it("rejects where the first watch cannot be opened", async () => {
    const { open, state } = watching();
    state.refuse = 1;
    await expect(open({ tools: true })).rejects.toBe(lost);
  });
});
