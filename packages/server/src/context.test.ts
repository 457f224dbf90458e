import { describe, expect, test } from "vitest";
import { FakeContext } from "../test-fixtures/fake-era.js";
import { HandlerContext } from "./context.js";

function contextOf(request = new FakeContext()) {
  const reports: string[] = [];
  const ctx = new HandlerContext(request, {
    report: (report) => void reports.push(report.code),
    compile: () => (value) => ({ value }),
  });
  return { ctx, request, reports };
}

describe("progress", () => {
  test("2026-07-28/basic/patterns/progress#progress-flow/4: a value that does not grow is dropped and reported", async () => {
    const { ctx, request, reports } = contextOf();
    for (const value of [1, 1, 0.5, 2, Number.NaN, 3]) await ctx.progress(value, 3);
    expect(request.sent).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    expect(reports).toEqual(["falling-progress", "falling-progress", "falling-progress"]);
  });

  test("a value or total that JSON has no number for is not sent", async () => {
    const { ctx, request, reports } = contextOf();
    await ctx.progress(1, Infinity);
    await ctx.progress(2, Number.NaN);
    await ctx.progress(Infinity);
    await ctx.progress(3, 3);
    expect(request.sent).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3, total: 3 }]);
    expect(reports).toEqual(["falling-progress"]);
  });

  test("zero is a value, and absent parts are absent", async () => {
    const { ctx, request } = contextOf();
    await ctx.progress(0);
    await ctx.progress(1, undefined, "half");
    expect(request.sent).toEqual([{ progress: 0 }, { progress: 1, message: "half" }]);
  });

  test("nothing is sent where the client did not ask", async () => {
    const { ctx, request } = contextOf(new FakeContext({ wantsProgress: false }));
    await ctx.progress(1);
    expect(request.sent).toEqual([]);
  });

  test("a slow reader is waited for", async () => {
    const { ctx, request } = contextOf();
    let drain = (): void => undefined;
    request.drained = new Promise((resolve) => {
      drain = resolve;
    });
    let isDone = false;
    const reporting = ctx.progress(1).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isDone).toBe(false);
    drain();
    await reporting;
    expect(isDone).toBe(true);
  });

  test("a loop that only reports progress does not starve the host", async () => {
    const { ctx } = contextOf();
    let isStopped = false;
    setTimeout(() => {
      isStopped = true;
    }, 5);
    const began = Date.now();
    let value = 0;
    while (!isStopped && Date.now() - began < 5000) await ctx.progress((value += 1));
    expect(isStopped).toBe(true);
  });
});

describe("the rest of a context", () => {
  test("log messages go out at levels that the client wants", () => {
    const { ctx, request } = contextOf();
    void ctx.log("debug", "quiet");
    void ctx.log("info", { a: 1 }, "db");
    expect(request.sent).toEqual([{ level: "info", data: { a: 1 }, logger: "db" }]);
  });

  test("a log message that has nothing to say has data all the same", () => {
    const { ctx, request } = contextOf();
    void ctx.log("info", undefined);
    expect(request.sent).toEqual([{ level: "info", data: null }]);
  });

  test("a capability that the client lacks is -32021 with its name in the shape of a declaration", () => {
    const { ctx } = contextOf(new FakeContext({ clientCapabilities: { roots: {} } }));
    ctx.requireCapability("roots");
    expect(() => ctx.requireCapability("sampling")).toThrow(
      expect.objectContaining({ rpcCode: -32021, data: { requiredCapabilities: { sampling: {} } } }),
    );
  });

  test("it tells who asks, what, and in which words", () => {
    const { ctx, request } = contextOf(new FakeContext({ auth: "bob", meta: { "x/y": 1 } }));
    expect(ctx.auth).toBe("bob");
    expect(ctx.meta).toEqual({ "x/y": 1 });
    expect(ctx.revision).toBe(request.revision.name);
    expect(ctx.client).toEqual({ info: { name: "test", version: "1" }, capabilities: {} });
    expect(ctx.signal).toBe(request.signal);
    expect(ctx.aborted).toBeUndefined();
    expect(ctx.detach).toBeUndefined();
  });
});
