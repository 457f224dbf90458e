import type { JSONObject } from "@mcpwire/jsonrpc";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeHost, modern, turn } from "../test/fake-server.js";
import { connect, sendModern } from "../test/served.js";
import type { RequestContext, ServerOptions } from "./era.js";

/** A handler that runs until it is told what to return, on an exchange whose reader can be stalled. */
function running(options: ServerOptions = {}, version?: string) {
  let context: RequestContext | undefined;
  let finish: (result: JSONObject) => void = () => {};
  let throwIt: (error: Error) => void = () => {};
  const handler = (_params: unknown, given: RequestContext) => {
    context = given;
    return new Promise<JSONObject>((resolve, reject) => ((finish = resolve), (throwIt = reject)));
  };
  const exchange =
    version === undefined
      ? sendModern(
          fakeHost({ "tools/call": handler }),
          modern(1, "tools/call", { name: "t" }, { progressToken: "t" }),
          {},
          options,
        )
      : connect({ handlers: { "tools/call": handler }, options, version }).send({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "t", _meta: { progressToken: "t" } },
        });
  if (context === undefined) throw new Error("the handler did not run");
  const { progress, notify } = {
    progress: (value: number) => context?.progress({ progress: value }),
    notify: (method: string) => context?.notify(method),
  };
  return {
    exchange,
    progress,
    notify,
    finish: (result: JSONObject = {}) => finish(result),
    fail: () => throwIt(new Error("oops")),
    /** Everything said so far, in short. */
    said: () =>
      exchange.said.map((said) => {
        if ("notified" in said) return said.notified.params?.progress ?? said.notified.method;
        return "ended" in said ? ("error" in said.ended ? "error" : "result") : "other";
      }),
    /** From now on each send waits; returns what ends that. */
    stall(): () => void {
      let resume = () => {};
      exchange.pending = new Promise((resolve) => (resume = resolve));
      return () => {
        exchange.pending = undefined;
        resume();
      };
    },
  };
}

describe.each([
  ["a modern request", undefined],
  ["a legacy request", "2025-06-18"],
])("progress of %s whose reader is stalled", (_title, version) => {
  it("is merged to the newest, which goes out once the stall ends", async () => {
    const call = running({}, version);
    const resume = call.stall();
    for (const value of [1, 2, 3, 4]) void call.progress(value);
    await turn();
    expect(call.said()).toEqual([1]);
    resume();
    await turn();
    expect(call.said()).toEqual([1, 4]);
    for (const value of [5, 6]) void call.progress(value);
    expect(call.said()).toEqual([1, 4, 5, 6]);
  });

  it.each([
    ["result", (call: ReturnType<typeof running>) => call.finish()],
    ["error", (call: ReturnType<typeof running>) => call.fail()],
  ] as const)("loses no last value before the %s", async (end, settle) => {
    const call = running({}, version);
    const resume = call.stall();
    for (const value of [1, 2, 3]) void call.progress(value);
    settle(call);
    await turn();
    expect(call.said()).toEqual([1, 3, end]);
    resume();
    void call.progress(4);
    await turn();
    expect(call.said()).toEqual([1, 3, end]);
  });

  it("still has to grow while it waits [2026-07-28/basic/patterns/progress#progress-flow/4]", async () => {
    const call = running({}, version);
    const resume = call.stall();
    for (const value of [1, 3, 2, Number.NaN]) void call.progress(value);
    resume();
    await turn();
    void call.progress(3);
    expect(call.said()).toEqual([1, 3]);
  });

  it("is merged again in the next stall", async () => {
    const call = running({}, version);
    const first = call.stall();
    for (const value of [1, 2, 3]) void call.progress(value);
    const second = call.stall();
    first();
    // What is kept goes into a stall of its own.
    call.stall();
    await turn();
    for (const value of [4, 5]) void call.progress(value);
    second();
    await turn();
    expect(call.said()).toEqual([1, 3]);
    call.finish();
    await turn();
    expect(call.said()).toEqual([1, 3, 5, "result"]);
  });

  it("hands out the stall's promise, so that a handler that waits merges nothing", async () => {
    const call = running({}, version);
    const resume = call.stall();
    const stalled = call.exchange.pending;
    expect(call.progress(1)).toBe(stalled);
    expect(call.progress(2)).toBe(stalled);
    const third = Promise.resolve(call.progress(3)).then(() => call.progress(4));
    resume();
    await third;
    expect(call.said()).toEqual([1, 3, 4]);
  });

  it("is not overtaken by another notification of the same request", () => {
    const call = running({}, version);
    call.stall();
    for (const value of [1, 2, 3]) void call.progress(value);
    void call.notify("notifications/acme");
    void call.progress(4);
    expect(call.said()).toEqual([1, 3, "notifications/acme"]);
  });

  it("is dropped when the client has left", async () => {
    const call = running({}, version);
    const resume = call.stall();
    for (const value of [1, 2]) void call.progress(value);
    call.exchange.abort({ code: "disconnected" });
    resume();
    call.finish();
    await turn();
    expect(call.said()).toEqual([1]);
  });
});

describe("progress of a server with an interval", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settled = () => vi.advanceTimersByTimeAsync(0);

  it("goes out at once, and then at most once in that time, the newest of what came", async () => {
    const call = running({ progressIntervalMs: 100 });
    for (const value of [1, 2, 3]) expect(call.progress(value)).toBeUndefined();
    expect(call.said()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(99);
    expect(call.said()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(call.said()).toEqual([1, 3]);
    void call.progress(4);
    expect(call.said()).toEqual([1, 3]);
    await vi.advanceTimersByTimeAsync(100);
    expect(call.said()).toEqual([1, 3, 4]);
    await vi.advanceTimersByTimeAsync(100);
    void call.progress(5);
    expect(call.said()).toEqual([1, 3, 4, 5]);
  });

  it("loses no last value before the answer, and leaves no timer", async () => {
    const call = running({ progressIntervalMs: 60_000 });
    for (const value of [1, 2, 3]) void call.progress(value);
    call.finish();
    await settled();
    expect(call.said()).toEqual([1, 3, "result"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when the client has left, and makes no new one", async () => {
    const call = running({ progressIntervalMs: 60_000 });
    for (const value of [1, 2]) void call.progress(value);
    // A handler that runs on is watched from its first turn.
    call.exchange.abort({ code: "cancelled" });
    void call.progress(3);
    expect(vi.getTimerCount()).toBe(0);
    call.finish();
    await settled();
    expect(call.said()).toEqual([1]);
  });

  it("waits for a stalled reader as well", async () => {
    const call = running({ progressIntervalMs: 100 });
    const resume = call.stall();
    for (const value of [1, 2]) void call.progress(value);
    await vi.advanceTimersByTimeAsync(1000);
    expect(call.said()).toEqual([1]);
    void call.progress(3);
    resume();
    await settled();
    expect(call.said()).toEqual([1, 3]);
  });

  it("is kept by the interval even where other notifications go out between", () => {
    const call = running({ progressIntervalMs: 100 });
    for (const value of [1, 2]) void call.progress(value);
    void call.notify("notifications/acme");
    expect(call.said()).toEqual([1, "notifications/acme"]);
  });

  it("is none by default: every value goes out, and no timer is set", () => {
    const call = running();
    for (const value of [1, 2, 3]) void call.progress(value);
    expect(call.said()).toEqual([1, 2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
