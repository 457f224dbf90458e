import { describe, expect, it } from "vitest";
import { createCaller } from "./call.js";
import type { CallOptions } from "./call.js";
import { ProtocolError, TransportError } from "./errors.js";
import { startKeepAlive } from "./keep-alive.js";
import { notification, request, resultResponse } from "./message.js";
import type { JSONObject, JSONRPCNotification, JSONRPCRequest } from "./message.js";
import { runHandler } from "./run-handler.js";
import type { TimerPort } from "./timers.js";
import { systemTimers } from "./timers.js";
import type { ClientLink, ExchangeEvents, Report } from "./transport.js";

/** Time that passes when told to. */
class FakeTimers implements TimerPort {
  readonly endWithRequest: boolean;
  time = 0;
  sets = 0;
  readonly armed = new Map<unknown, { readonly at: number; readonly fired: () => void }>();
  constructor(endWithRequest = false) {
    this.endWithRequest = endWithRequest;
  }

  now = () => this.time;
  set(ms: number, fired: () => void): unknown {
    this.armed.set(++this.sets, { at: this.time + ms, fired });
    return this.sets;
  }
  clear(timer: unknown): void {
    this.armed.delete(timer);
  }
  pass(ms: number): void {
    this.time += ms;
    for (const [timer, { at, fired }] of this.armed) {
      if (at > this.time) continue;
      this.armed.delete(timer);
      fired();
    }
  }
}

function start({ endWithRequest = false } = {}) {
  const timers = new FakeTimers(endWithRequest);
  const begun: { q: JSONRPCRequest; on: ExchangeEvents; abandoned: (JSONRPCNotification | undefined)[] }[] = [];
  const link: ClientLink = {
    begin(q, on) {
      const abandoned: (JSONRPCNotification | undefined)[] = [];
      begun.push({ q, on, abandoned });
      return { abandon: (notice) => void abandoned.push(notice) };
    },
    settle() {},
    notify() {},
    close: () => Promise.resolve(),
  };
  const caller = createCaller(link, {
    cancelNotice: (q, reason) => notification("test/cancelled", { id: q.id, reason }),
    timeoutMs: 100,
    maxTotalMs: 1000,
    timers,
  });
  const call = (options?: CallOptions) => {
    const outcome = caller.call(request(caller.nextId(), "work"), options).then(
      ({ response }) => ("result" in response ? "result" : "error"),
      (error: unknown) => (error instanceof TransportError ? error : new Error("another family", { cause: error })),
    );
    const exchange = begun.at(-1);
    if (exchange === undefined) throw new Error("nothing was begun");
    return { outcome, ...exchange };
  };
  return { timers, caller, call, begun };
}

describe("a call", () => {
  it("stands still while its link waits for this side, and counts that time for neither limit", async () => {
    const { timers, call } = start();
    const { outcome, on } = call({ maxTotalMs: 150 });
    timers.pass(60);
    on.held?.(true);
    expect(timers.armed.size).toBe(0);
    timers.pass(10_000);
    on.held?.(false);
    timers.pass(60);
    expect(timers.armed.size).toBe(1);
    timers.pass(30);
    expect(await outcome).toMatchObject({ code: "timeout", data: { limit: "maxTotalMs" } });
  });

  it("waits its idle time anew after that", async () => {
    const { timers, call } = start();
    const { outcome, on } = call();
    on.held?.(true);
    timers.pass(10_000);
    on.held?.(false);
    timers.pass(99);
    expect(timers.armed.size).toBe(1);
    timers.pass(1);
    expect(await outcome).toMatchObject({ code: "timeout", data: { limit: "timeoutMs" } });
  });

  it("gets a fresh integer as id and shares one timer, which goes with the last answer", async () => {
    const { timers, call, begun } = start();
    const [first, second] = [call(), call()];
    expect(begun.map(({ q }) => q.id)).toEqual([1, 2]);
    expect(timers.armed.size).toBe(1);
    second.on.ended(resultResponse(2, {}));
    first.on.lost(new TransportError("lost", "gone"));
    expect(await second.outcome).toBe("result");
    expect(await first.outcome).toMatchObject({ code: "lost" });
    expect([timers.armed.size, timers.sets]).toEqual([0, 1]);
  });

  it("has a timer of its own where a timer ends with the request in which it was set", async () => {
    const { timers, call } = start({ endWithRequest: true });
    const [first, second] = [call(), call({ timeoutMs: 200 })];
    expect(timers.armed.size).toBe(2);
    // The host ends the first request, and its timer with it.
    timers.armed.delete(1);
    timers.pass(200);
    expect(await second.outcome).toMatchObject({ code: "timeout", data: { ms: 200 } });
    first.on.ended(resultResponse(1, {}));
    expect([await first.outcome, timers.armed.size]).toEqual(["result", 0]);
  });

  // 2025-11-25/basic/lifecycle#timeouts/1
  // 2025-11-25/basic/lifecycle#timeouts/2
  // 2026-07-28/basic/patterns/cancellation#timeouts/2
  it("times out, says which limit, and abandons with a notice", async () => {
    const { timers, call } = start();
    const { outcome, abandoned } = call();
    timers.pass(99);
    expect(abandoned).toEqual([]);
    timers.pass(1);
    expect(await outcome).toMatchObject({ code: "timeout", data: { limit: "timeoutMs", ms: 100 } });
    expect(abandoned).toEqual([notification("test/cancelled", { id: 1, reason: "timeout" })]);
  });

  // 2025-11-25/basic/lifecycle#timeouts/3
  // 2026-07-28/basic/patterns/cancellation#timeouts/3
  it("may have limits of its own", async () => {
    const { timers, call } = start();
    const { outcome } = call({ timeoutMs: 10 });
    timers.pass(10);
    expect(await outcome).toMatchObject({ data: { limit: "timeoutMs", ms: 10 } });
  });

  // 2025-11-25/basic/lifecycle#timeouts/4
  // 2025-11-25/basic/lifecycle#timeouts/5
  it("is kept alive by what belongs to it, but never beyond the total, with one timer at a time", async () => {
    const { timers, call } = start();
    const seen: string[] = [];
    const { outcome, on } = call({ onNotification: (n) => seen.push(n.method) });
    for (let i = 0; i < 19; i++) {
      on.notified(notification("progress"));
      timers.pass(50);
      expect(timers.armed.size).toBe(1);
    }
    expect(seen).toHaveLength(19);
    on.notified(notification("progress"));
    timers.pass(50);
    expect(await outcome).toMatchObject({ code: "timeout", data: { limit: "maxTotalMs", ms: 1000 } });
  });

  it("ends with its signal, and leaves no listener on it", async () => {
    const { timers, call } = start();
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (type: "abort", listener: () => void) => (listeners++, add(type, listener)),
      removeEventListener: (type: "abort", listener: () => void) => (listeners--, remove(type, listener)),
    });
    const answered = call({ signal });
    answered.on.ended(resultResponse(1, {}));
    expect([await answered.outcome, listeners]).toEqual(["result", 0]);
    const { outcome, abandoned } = call({ signal });
    controller.abort("enough");
    expect(await outcome).toMatchObject({ code: "aborted", cause: "enough" });
    expect(abandoned).toEqual([notification("test/cancelled", { id: 2, reason: "enough" })]);
    expect([listeners, timers.armed.size]).toEqual([0, 0]);
  });

  it("is not begun under a signal that has aborted", async () => {
    const { caller, begun } = start();
    const signal = AbortSignal.abort("before");
    await expect(caller.call(request(1, "work"), { signal })).rejects.toMatchObject({ code: "aborted" });
    expect(begun).toEqual([]);
  });

  it("whose signal aborts while its link begins it is abandoned, and leaves no timer", async () => {
    const timers = new FakeTimers();
    const controller = new AbortController();
    const abandoned: unknown[] = [];
    const link: ClientLink = {
      // A `fetch` of the program's own may do so.
      begin() {
        controller.abort("meanwhile");
        return { abandon: (notice) => void abandoned.push(notice?.params?.reason) };
      },
      settle() {},
      notify() {},
      close: () => Promise.resolve(),
    };
    const cancelNotice = (_q: JSONRPCRequest, reason: string) => notification("test/cancelled", { reason });
    const outcome = createCaller(link, { cancelNotice, timers }).call(request(1, "work"), {
      signal: controller.signal,
    });
    timers.pass(100_000);
    await expect(outcome).rejects.toMatchObject({ code: "aborted", cause: "meanwhile" });
    expect([abandoned, timers.armed.size]).toEqual([["meanwhile"], 0]);
  });

  it("that its link ends while it begins it leaves no timer", async () => {
    const timers = new FakeTimers();
    const link: ClientLink = {
      begin(q, on) {
        on.ended(resultResponse(q.id, { done: true }));
        return { abandon() {} };
      },
      settle() {},
      notify() {},
      close: () => Promise.resolve(),
    };
    const caller = createCaller(link, { cancelNotice: () => undefined, timers });
    await expect(caller.call(request(1, "work"))).resolves.toMatchObject({
      response: { result: { done: true } },
    });
    expect(timers.armed.size).toBe(0);
  });

  it("that cannot be sent rejects with what its link threw, and leaves no timer", async () => {
    const timers = new FakeTimers();
    const refusal = new TypeError("a bigint");
    const link: ClientLink = {
      begin() {
        throw refusal;
      },
      settle() {},
      notify() {},
      close: () => Promise.resolve(),
    };
    const caller = createCaller(link, { cancelNotice: () => undefined, timers });
    await expect(caller.call(request(1, "work"))).rejects.toBe(refusal);
    expect(timers.armed.size).toBe(0);
  });

  it("that is over stays so when its link stops waiting for this side only then", async () => {
    const { timers, call } = start();
    const { outcome, on, abandoned } = call();
    on.held?.(true);
    on.ended(resultResponse(1, {}));
    on.held?.(false);
    expect([await outcome, timers.armed.size]).toEqual(["result", 0]);
    expect(abandoned).toEqual([]);
  });

  // 2025-11-25/basic/utilities/cancellation#behavior-requirements/2
  it("of the handshake is abandoned without a notice", async () => {
    const { timers, call } = start();
    const { outcome, abandoned } = call({ cancellable: false });
    timers.pass(100);
    expect(await outcome).toMatchObject({ code: "timeout" });
    expect(abandoned).toEqual([undefined]);
  });

  it("refuses a question that nobody listens for", () => {
    const { call } = start();
    const answers: unknown[] = [];
    call().on.asked({ request: request("q", "ask"), end: (r) => answers.push(r) });
    expect(answers).toMatchObject([{ id: "q", error: { code: -32601 } }]);
  });

  it.each([0, -1, Number.NaN])("rejects %s as a limit", async (timeoutMs) => {
    const { caller } = start();
    await expect(caller.call(request(1, "work"), { timeoutMs })).rejects.toMatchObject({
      code: "invalid-duration",
    });
  });

  it("a wait that no timer can hold is no wait of zero", async () => {
    let fired = false;
    const timer = systemTimers.set(2 ** 40, () => (fired = true));
    systemTimers.clear(timer);
    systemTimers.clear(systemTimers.set(Infinity, () => (fired = true)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fired).toBe(false);
  });
});

describe("runHandler", () => {
  function run(handler: () => JSONObject | Promise<JSONObject>) {
    const answers: unknown[] = [];
    const reports: Report[] = [];
    runHandler({ request: request(0, "work"), end: (r) => answers.push(r) }, handler, (r) => reports.push(r));
    return { answers, reports };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  const thrown: readonly unknown[] = [
    undefined,
    null,
    "secret",
    0,
    new Error("secret"),
    { secret: 1 },
    Symbol("secret"),
  ];

  it.each(thrown)(
    "a handler that throws or rejects with %s yields exactly one -32603 without its text",
    async (error) => {
      const handlers = [
        () => {
          throw error;
        },
        // oxlint-disable-next-line promise/no-promise-in-callback
        () => Promise.reject(error as Error),
      ];
      for (const handler of handlers) {
        const { answers, reports } = run(handler);
        await settled();
        expect(answers).toEqual([{ jsonrpc: "2.0", id: 0, error: { code: -32603, message: "internal error" } }]);
        expect(reports).toMatchObject([{ code: "handler-error" }]);
        expect(reports[0]?.data).toBe(error);
      }
    },
  );

  it("a ProtocolError crosses with its code, message and data, unreported", () => {
    const { answers, reports } = run(() => {
      throw new ProtocolError(-32602, "no such tool", { data: { name: "x" } });
    });
    expect(answers).toMatchObject([{ error: { code: -32602, message: "no such tool", data: { name: "x" } } }]);
    expect(reports).toEqual([]);
  });

  it("a result ends the request at once, a promised one later", async () => {
    expect(run(() => ({ ok: 1 })).answers).toMatchObject([{ id: 0, result: { ok: 1 } }]);
    const later = run(() => Promise.resolve({ ok: 1 }));
    expect(later.answers).toEqual([]);
    await settled();
    expect(later.answers).toMatchObject([{ id: 0, result: { ok: 1 } }]);
  });

  it.each([undefined, null, [], "text"])("a result that is no object (%s) is the handler's fault", (result) => {
    // Sound: what a program without types would return.
    const { answers, reports } = run(() => result as unknown as JSONObject);
    expect(answers).toMatchObject([{ error: { code: -32603 } }]);
    expect(reports).toHaveLength(1);
  });

  it("an aborted handler's protest is neither sent nor reported", () => {
    const answers: unknown[] = [];
    const reports: Report[] = [];
    const x = {
      request: request(0, "work"),
      aborted: { code: "cancelled" } as const,
      end: (r: unknown) => void answers.push(r),
    };
    const handler = () => {
      throw new Error("aborted");
    };
    runHandler(x, handler, (r) => reports.push(r));
    expect([answers, reports]).toEqual([[], []]);
  });
});

describe("keep-alive", () => {
  function alive(answers: readonly boolean[]) {
    const timers = new FakeTimers();
    const events: string[] = [];
    let pings = 0;
    const keepAlive = startKeepAlive({
      keepAliveMs: 10,
      timers,
      ping: () => (answers[pings++] === true ? Promise.resolve() : Promise.reject(new Error("silence"))),
      dead: (error) => events.push(`dead: ${String(error)}`),
      report: ({ code }) => events.push(code),
    });
    const after = async (intervals: number) => {
      for (let i = 0; i < intervals; i++) {
        timers.pass(10);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return { pings, events, armed: timers.armed.size };
    };
    return { keepAlive, after };
  }

  // 2025-11-25/basic/utilities/ping#implementation-considerations/1
  // 2025-11-25/basic/utilities/ping#implementation-considerations/2
  it("pings at its interval while answers come", async () => {
    expect(await alive([true, true, true]).after(3)).toEqual({ pings: 3, events: [], armed: 1 });
  });

  // 2025-11-25/basic/utilities/ping#error-handling/2
  // 2025-11-25/basic/utilities/ping#error-handling/3
  it("calls the link dead once, after two failures in a row, and stops", async () => {
    const { after } = alive([false, true, false, false, true]);
    expect(await after(3)).toEqual({ pings: 3, events: ["ping-failed", "ping-failed"], armed: 1 });
    const events = ["ping-failed", "ping-failed", "ping-failed", "dead: Error: silence"];
    expect(await after(3)).toEqual({ pings: 4, events, armed: 0 });
  });

  it("leaves no timer once stopped, even while a ping is under way", async () => {
    const { keepAlive, after } = alive([true, true]);
    await after(1);
    keepAlive.stop();
    keepAlive.stop();
    expect(await after(2)).toEqual({ pings: 1, events: [], armed: 0 });
  });

  it.each([0, -5, Number.NaN])("refuses an interval of %s", (keepAliveMs) => {
    const options = { keepAliveMs, ping: () => Promise.resolve(), dead: () => {} };
    expect(() => startKeepAlive(options)).toThrow("keepAliveMs");
  });
});
