import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { FakeExchange, FakeLink, fakeHost, modern, turn } from "../test/fake-server.js";
import { callModern, sendModern } from "../test/served.js";
import { createServerEra } from "./create-server-era.js";
import type { RequestContext } from "./era.js";

describe("progress on a modern request", () => {
  const token = (progressToken: unknown) => ({ progressToken });

  it.each(["t", "", 0, 7])("echoes the token %j as it came", (progressToken) => {
    const exchange = callModern((_params, context) => {
      expect(context.wantsProgress).toBe(true);
      void context.progress({ progress: 1, total: 2, message: "half" });
      return {};
    }, token(progressToken));
    expect(exchange.notifications).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 2, message: "half" },
      },
    ]);
  });

  it("is not sent where it was not asked for [2026-07-28/basic/patterns/progress#behavior-requirements/1]", () => {
    expect(callModern((_params, context) => (void context.progress({ progress: 1 }), {})).notifications).toEqual([]);
  });

  it("grows; what does not is left out [2026-07-28/basic/patterns/progress#progress-flow/4]", () => {
    const exchange = callModern((_params, context) => {
      for (const progress of [0, 0.5, 0.5, 0.25, Number.NaN, 1]) void context.progress({ progress });
      return {};
    }, token("t"));
    expect(exchange.notifications.map(({ params }) => params?.progress)).toEqual([0, 0.5, 1]);
  });

  it("stops with the answer and with an abort [2026-07-28/basic/patterns/progress#implementation-notes/3]", async () => {
    let context: RequestContext | undefined;
    const ended = callModern((_params, c) => ((context = c), {}), token("t"));
    void context?.progress({ progress: 1 });
    expect(ended.notifications).toEqual([]);

    const aborted = callModern((_params, c) => ((context = c), new Promise(() => {})), token("t"));
    aborted.abort({ code: "disconnected" });
    void context?.progress({ progress: 1 });
    await turn();
    expect(aborted.said).toEqual([]);
  });

  it("hands on the transport's promise, so that a handler can wait for a slow reader", () => {
    const wait = Promise.resolve();
    const host = fakeHost({
      "tools/call": (_params, context) => ({ same: context.progress({ progress: 1 }) === wait }),
    });
    const era = createServerEra(host);
    const link = new FakeLink();
    era.attach(link);
    const exchange = new FakeExchange(modern(1, "tools/call", {}, token(1)), link);
    exchange.pending = wait;
    era.accept(exchange);
    expect(exchange.result.same).toBe(true);
  });
});

describe("log messages of a modern request", () => {
  const logged = (meta: JSONObject, more = {}) => {
    const host = fakeHost(
      {
        "tools/call": (_params, context) => {
          for (const level of ["debug", "info", "warning", "emergency"] as const)
            void context.log(level, { at: level }, "l");
          return { logs: context.logs("info") };
        },
      },
      more,
    );
    return sendModern(host, modern(1, "tools/call", {}, meta));
  };

  it("are silent where no level was asked for [2026-07-28/server/utilities/logging#per-request-log-level/1]", () => {
    expect(logged({}).said).toHaveLength(1);
    expect(logged({}).result.logs).toBe(false);
  });

  it("are those at or above the level of the request, on its own stream [2026-07-28/server/utilities/logging#per-request-log-level/2]", () => {
    const exchange = logged({ "io.modelcontextprotocol/logLevel": "warning" });
    expect(exchange.notifications).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "warning", logger: "l", data: { at: "warning" } },
      },
      {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "emergency", logger: "l", data: { at: "emergency" } },
      },
    ]);
    expect(exchange.result.logs).toBe(false);
  });

  it("are none where the server did not declare logging [2026-07-28/server/utilities/logging#capabilities/1]", () => {
    expect(logged({ "io.modelcontextprotocol/logLevel": "debug" }, { capabilities: { tools: {} } }).said).toHaveLength(
      1,
    );
  });

  it("cannot be smuggled past the level as plain notifications", () => {
    const exchange = callModern(
      (_params, context) => (void context.notify("notifications/message", { level: "emergency", data: 1 }), {}),
    );
    expect(exchange.notifications).toEqual([]);
  });
});

describe("other notifications of a modern request", () => {
  it("go out where they are custom", () => {
    const exchange = callModern((_params, context) => (void context.notify("notifications/acme", { x: 1 }), {}));
    expect(exchange.notifications).toEqual([{ jsonrpc: "2.0", method: "notifications/acme", params: { x: 1 } }]);
  });

  it.each([
    "notifications/cancelled",
    "notifications/tools/list_changed",
    "notifications/resources/updated",
    "notifications/elicitation/complete",
    "notifications/roots/list_changed",
    "tools/call",
  ])(
    "stay here where they do not belong to its answer: %s [2026-07-28/basic/patterns/cancellation#top/3] [2026-07-28/basic/patterns/subscriptions#opening-a-stream/1]",
    (method) => {
      const exchange = callModern((_params, context) => (void context.notify(method, {}), {}));
      expect(exchange.notifications).toEqual([]);
      expect(exchange.host.reports).toMatchObject([{ code: "unsent-notification" }]);
    },
  );
});

describe("the signal of a modern request", () => {
  it("aborts when the exchange is abandoned, with the reason, and nothing is answered [2026-07-28/basic/patterns/cancellation#behavior-requirements/3]", async () => {
    let signal: AbortSignal | undefined;
    const exchange = callModern(
      (_params, context) =>
        new Promise((_resolve, reject) => {
          signal = context.signal;
          context.signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    );
    exchange.abort({ code: "cancelled", reason: "user" });
    await turn();
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toMatchObject({ code: "aborted", data: { code: "cancelled", reason: "user" } });
    expect(exchange.said).toEqual([]);
    // Stopping because of an abort is no fault of the handler.
    expect(exchange.host.reports).toEqual([]);
  });

  it("is not built until somebody reads it, and is aborted when it is read too late", async () => {
    let context: RequestContext | undefined;
    const exchange = callModern((_params, c) => ((context = c), new Promise(() => {})));
    exchange.abort({ code: "closed" });
    expect(context?.aborted).toEqual({ code: "closed" });
    expect(context?.signal.aborted).toBe(true);
    expect(context?.signal).toBe(context?.signal);
  });

  it("of a request that is answered never fires", async () => {
    let signal: AbortSignal | undefined;
    const exchange = callModern((_params, context) => ((signal = context.signal), {}));
    expect(exchange.response).toBeDefined();
    expect(signal?.aborted).toBe(false);
  });

  it("racing a result sends at most one answer [2026-07-28/basic/patterns/cancellation#timing-considerations/1]", async () => {
    let finish: ((result: JSONObject) => void) | undefined;
    const exchange = callModern(() => new Promise((resolve) => (finish = resolve)));
    finish?.({});
    exchange.abort({ code: "cancelled" });
    await turn();
    expect(exchange.said).toEqual([]);
    expect(exchange.host.reports).toEqual([]);
  });
});
