import { METHOD_NOT_FOUND, ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { missingRequiredClientCapability } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import {
  FakeExchange,
  FakeLink,
  fakeHost,
  form,
  modern,
  needInput,
  roots,
  sampling,
  turn,
  url,
  type ExchangeOptions,
  type FakeHost,
  type Handler,
} from "../../test/fake-server.js";
import { createServerEra } from "../create-server-era.js";
import type { RequestContext, ServerOptions } from "../era.js";

const serverInfo = { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1.0.0" } };
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

function send(
  host: FakeHost,
  q = modern(1, "tools/call", { name: "t" }),
  options: ExchangeOptions = {},
  serverOptions: ServerOptions = {},
): FakeExchange {
  const era = createServerEra(host, serverOptions);
  const link = new FakeLink({ stateless: true });
  era.attach(link);
  const exchange = new FakeExchange(q, link, options);
  era.accept(exchange);
  return exchange;
}

/** Runs one handler for `tools/call` and hands over the exchange. */
function call(
  handler: Handler,
  meta: JSONObject = {},
  params: JSONObject = { name: "t" },
): FakeExchange & { host: FakeHost } {
  const host = fakeHost({ "tools/call": handler });
  return Object.assign(send(host, modern(1, "tools/call", params, meta)), { host });
}

describe("a modern result", () => {
  it("says that it is complete and who answers [2026-07-28/basic/index#result-responses/4] [2026-07-28/basic/index#meta/12]", () => {
    expect(call(() => ({ content: [] })).response).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { resultType: "complete", content: [], _meta: serverInfo },
    });
  });

  it("keeps the metadata that its handler gave", () => {
    expect(call(() => ({ content: [], _meta: { "a.example/x": 1 } })).result._meta).toEqual({
      ...serverInfo,
      "a.example/x": 1,
    });
  });

  it("of a handler that takes time is the same", async () => {
    const exchange = call(async () => ({ content: [] }));
    expect(exchange.response).toBeUndefined();
    await exchange.over;
    expect(exchange.result).toEqual({ resultType: "complete", content: [], _meta: serverInfo });
  });

  it("of an extension keeps its own type [2026-07-28/basic/index#resulttype/1]", () => {
    expect(call(() => ({ resultType: "task" })).result.resultType).toBe("task");
  });

  it("must not claim by itself to be a request for input", () => {
    const exchange = call(() => ({ resultType: "input_required" }));
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toMatchObject([{ code: "handler-error" }]);
  });

  it.each([undefined, null, 5, "text", []])("that is %j is an internal error, reported", (result) => {
    const exchange = call(() => result as unknown as JSONObject);
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toMatchObject([{ code: "handler-error" }]);
  });

  it("of a cacheable method carries the host's hints, made whole and not negative [2026-07-28/server/utilities/caching#cacheable-results/1] [2026-07-28/server/utilities/caching#time-to-live-ttl-field/5]", () => {
    const hints = (ttlMs: number) =>
      send(
        fakeHost({ "tools/list": () => ({ tools: [] }) }, { cacheHints: () => ({ ttlMs, cacheScope: "public" }) }),
        modern(1, "tools/list"),
      ).result;
    expect(hints(1500.5)).toMatchObject({ ttlMs: 1500, cacheScope: "public" });
    expect(hints(-1)).toMatchObject({ ttlMs: 0 });
    expect(hints(Number.NaN)).toMatchObject({ ttlMs: 0 });
  });

  it("of any other method carries none", () => {
    expect(Object.keys(call(() => ({ content: [] })).result)).not.toContain("ttlMs");
  });
});

describe("server/discover", () => {
  const discover = (host = fakeHost(), revisions?: readonly string[]) =>
    send(host, modern("d", "server/discover"), {}, revisions === undefined ? {} : { revisions });

  it("is answered without the host, with every version served, newest first [2026-07-28/server/discover#top/1] [2026-07-28/basic/versioning#protocol-version-negotiation/3]", () => {
    const host = fakeHost({}, { instructions: "Read me" });
    expect(discover(host).result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      capabilities: host.capabilities,
      instructions: "Read me",
      ttlMs: 0,
      cacheScope: "private",
      _meta: serverInfo,
    });
  });

  it("lists no version that is not served, and no instructions that are not there", () => {
    const { result } = discover(fakeHost(), ["2026-07-28"]);
    expect(result.supportedVersions).toEqual(["2026-07-28"]);
    expect(result).not.toHaveProperty("instructions");
  });

  it("is one internal error where the hints fail", () => {
    const host = fakeHost(
      {},
      {
        cacheHints: () => {
          throw new Error("secret");
        },
      },
    );
    expect(discover(host).error).toEqual({ code: -32603, message: "Internal error" });
  });
});

describe("a method that is not there is -32601, which HTTP makes 404", () => {
  it.each([
    ["unknown to everybody", "nope", undefined],
    ["a member of every object", "constructor", undefined],
    ["of the handshake's era", "ping", "2026-07-28"],
    ["of the handshake's era", "logging/setLevel", "2026-07-28"],
    ["of the handshake's era", "resources/subscribe", "2026-07-28"],
    ["of the handshake's era", "resources/unsubscribe", "2026-07-28"],
    ["a server's own", "sampling/createMessage", "2026-07-28"],
    ["a notification sent with an id", "notifications/cancelled", "2026-07-28"],
    ["known, but without a handler", "prompts/get", undefined],
  ])("%s: %s", (_why, method, named) => {
    const exchange = send(fakeHost({ ping: () => ({}), "logging/setLevel": () => ({}) }), modern(1, method));
    expect(exchange.error.code).toBe(METHOD_NOT_FOUND);
    expect(exchange.refusal).toBe("unknown-method");
    // A wrong-era request gets an error that names the supported versions.
    if (named !== undefined)
      expect(exchange.error).toMatchObject({ data: { supported: expect.arrayContaining([named]) } });
  });

  it("but a custom method of the host is served", () => {
    expect(
      send(fakeHost({ "acme/do": (params) => ({ got: params?.x }) }), modern(1, "acme/do", { x: 3 })).result.got,
    ).toBe(3);
  });
});

describe("what a modern handler sees", () => {
  it("is what the request said of its client, and nothing of the link [2026-07-28/basic/index#statelessness/1]", () => {
    let seen: RequestContext | undefined;
    const caller = { user: "u" };
    const host = fakeHost({
      "tools/call": (_params, context) => {
        seen = context;
        return {};
      },
    });
    send(
      host,
      modern(
        7,
        "tools/call",
        {},
        {
          [capabilitiesKey]: { roots: {} },
          "io.modelcontextprotocol/clientInfo": { name: "c", version: "2" },
          traceparent: "00-x",
        },
      ),
      { caller },
    );
    expect(seen?.revision.name).toBe("2026-07-28");
    expect(seen?.clientInfo).toEqual({ name: "c", version: "2" });
    expect(seen?.clientCapabilities).toEqual({ roots: {} });
    expect(seen?.caller).toBe(caller);
    expect(seen?.requestId).toBe(7);
    expect(seen?.meta.traceparent).toBe("00-x");
    expect(seen?.wantsProgress).toBe(false);
    expect(seen?.detach).toBeUndefined();
  });

  it("is a way to detach where the transport has one", () => {
    const waits: number[] = [];
    const host = fakeHost({
      "tools/call": (_params, context) => {
        context.detach?.(250);
        return {};
      },
    });
    send(host, modern(1, "tools/call"), { detach: (ms) => void waits.push(ms) });
    expect(waits).toEqual([250]);
  });

  it("are params without the answers to an earlier round, which stand beside them", () => {
    let seen: unknown;
    call(
      (params, { inputResponses, requestState }) => {
        seen = { name: params?.name, keys: Object.keys(params ?? {}), inputResponses, requestState };
        return {};
      },
      {},
      { name: "t", inputResponses: { a: { action: "accept" } }, requestState: "s\u0000\u{1F600}" },
    );
    expect(seen).toEqual({
      name: "t",
      keys: ["name", "_meta"],
      inputResponses: { a: { action: "accept" } },
      requestState: "s\u0000\u{1F600}",
    });
  });

  it.each([{ inputResponses: 5 }, { inputResponses: null }, { requestState: 7 }, { requestState: {} }])(
    "never are malformed answers: %j is -32602 [2026-07-28/basic/patterns/mrtr#error-handling/2]",
    (params) => {
      const exchange = call(() => ({}), {}, params);
      expect(exchange.error.code).toBe(-32602);
      expect(exchange.refusal).toBeUndefined();
    },
  );
});

describe("a modern request for input", () => {
  const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

  it("goes out as input_required, once per key [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/1] [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/3]", () => {
    expect(call(() => needInput({ who: form, where: roots }, "state"), { [capabilitiesKey]: all }).result).toEqual({
      resultType: "input_required",
      inputRequests: { who: form, where: roots },
      requestState: "state",
      _meta: serverInfo,
    });
  });

  it.each(["tools/call", "prompts/get", "resources/read"])("may answer %s, and carries no caching hints", (method) => {
    const host = fakeHost({ [method]: () => needInput(undefined, "s") });
    expect(send(host, modern(1, method)).result).toEqual({
      resultType: "input_required",
      requestState: "s",
      _meta: serverInfo,
    });
  });

  it.each(["tools/list", "completion/complete", "resources/list", "acme/do"])(
    "may not answer %s [2026-07-28/basic/patterns/mrtr#supported-requests/2]",
    (method) => {
      const host = fakeHost({ [method]: () => needInput({ a: form }) });
      expect(send(host, modern(1, method, {}, { [capabilitiesKey]: all })).error).toEqual({
        code: -32603,
        message: "Internal error",
      });
      expect(host.reports).toMatchObject([{ code: "handler-error" }]);
    },
  );

  it.each([
    ["neither questions nor state [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/11]", needInput()],
    ["no question and no state", needInput({})],
    [
      "a question that is no input request [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/4]",
      needInput({ a: { method: "tools/call" } }),
    ],
    ["a question without a method", needInput({ a: {} as never })],
    ["a question whose params are no object", needInput({ a: { method: "roots/list", params: [] as never } })],
    ["a state that is no string", needInput(undefined, 5 as never)],
  ])("with %s is the handler's fault", (_what, outcome) => {
    const exchange = call(() => outcome, { [capabilitiesKey]: all });
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toHaveLength(1);
  });

  it.each([
    ["a form", {}, { a: form }, { elicitation: { form: {} } }],
    ["a form of a client with URLs only", { elicitation: { url: {} } }, { a: form }, { elicitation: { form: {} } }],
    ["a URL of a client whose elicitation is {}", { elicitation: {} }, { a: url }, { elicitation: { url: {} } }],
    ["sampling", { roots: {} }, { a: sampling }, { sampling: {} }],
    [
      "sampling with tools",
      { sampling: {} },
      { a: { ...sampling, params: { ...sampling.params, tools: [] } } },
      { sampling: { tools: {} } },
    ],
    ["roots", {}, { a: roots }, { roots: {} }],
    [
      "all that is missing at once",
      { roots: {} },
      { a: form, b: url, c: roots, d: sampling },
      { elicitation: { form: {}, url: {} }, sampling: {} },
    ],
  ])(
    "for %s is -32021 where it was not declared [2026-07-28/basic/index#meta/10] [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/12]",
    (_what, declared, asked, required) => {
      const exchange = call(() => needInput(asked), { [capabilitiesKey]: declared });
      expect(exchange.error).toMatchObject({ code: -32021, data: { requiredCapabilities: required } });
      expect(exchange.refusal).toBe("missing-capability");
      expect(exchange.host.reports).toEqual([]);
    },
  );

  it("an elicitation declared as {} means form mode", () => {
    expect(call(() => needInput({ a: form }), { [capabilitiesKey]: { elicitation: {} } }).result.resultType).toBe(
      "input_required",
    );
  });

  it("of a handler that takes time goes out too", async () => {
    const exchange = call(async () => needInput(undefined, ""));
    await exchange.over;
    expect(exchange.result.requestState).toBe("");
  });
});

describe("what a modern handler throws", () => {
  it("is answered as it is where it is a protocol error", async () => {
    const sync = call(() => {
      throw new ProtocolError(-32602, "Unknown tool", { data: { name: "t" } });
    });
    const later = call(async () => {
      throw new ProtocolError(-32602, "Unknown tool", { data: { name: "t" } });
    });
    await later.over;
    for (const { error, refusal } of [sync, later]) {
      expect(error).toEqual({ code: -32602, message: "Unknown tool", data: { name: "t" } });
      expect(refusal).toBeUndefined();
    }
  });

  it("about a missing capability is a refusal, which HTTP makes 400 [2026-07-28/basic/index#meta/11]", () => {
    const exchange = call(() => {
      throw missingRequiredClientCapability({ sampling: {} });
    });
    expect(exchange.error.code).toBe(-32021);
    expect(exchange.refusal).toBe("missing-capability");
  });

  it("about a missing method is a refusal, which HTTP makes 404", () => {
    expect(
      call(() => {
        throw new ProtocolError(-32601, "gone");
      }).refusal,
    ).toBe("unknown-method");
  });

  it.each([new Error("password is x"), "password is x", undefined, null, 0, { password: "x" }])(
    "other than that leaks nothing and is reported: %j",
    async (thrown) => {
      const sync = call(() => {
        throw thrown;
      });
      const later = call(() => Promise.reject(thrown));
      await later.over;
      for (const { response, host } of [sync, later]) {
        expect(response).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } });
        expect(host.reports).toEqual([
          { code: "handler-error", message: "The handler of tools/call failed", data: thrown },
        ]);
      }
    },
  );
});

describe("progress on a modern request", () => {
  const token = (progressToken: unknown) => ({ progressToken });

  it.each(["t", "", 0, 7])("echoes the token %j as it came", (progressToken) => {
    const exchange = call((_params, context) => {
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
    expect(call((_params, context) => (void context.progress({ progress: 1 }), {})).notifications).toEqual([]);
  });

  it("grows; what does not is left out [2026-07-28/basic/patterns/progress#progress-flow/4]", () => {
    const exchange = call((_params, context) => {
      for (const progress of [0, 0.5, 0.5, 0.25, Number.NaN, 1]) void context.progress({ progress });
      return {};
    }, token("t"));
    expect(exchange.notifications.map(({ params }) => params?.progress)).toEqual([0, 0.5, 1]);
  });

  it("stops with the answer and with an abort [2026-07-28/basic/patterns/progress#implementation-notes/3]", async () => {
    let context: RequestContext | undefined;
    const ended = call((_params, c) => ((context = c), {}), token("t"));
    void context?.progress({ progress: 1 });
    expect(ended.notifications).toEqual([]);

    const aborted = call((_params, c) => ((context = c), new Promise(() => {})), token("t"));
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
    return send(host, modern(1, "tools/call", {}, meta));
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
    const exchange = call(
      (_params, context) => (void context.notify("notifications/message", { level: "emergency", data: 1 }), {}),
    );
    expect(exchange.notifications).toEqual([]);
  });
});

describe("other notifications of a modern request", () => {
  it("go out where they are custom", () => {
    const exchange = call((_params, context) => (void context.notify("notifications/acme", { x: 1 }), {}));
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
      const exchange = call((_params, context) => (void context.notify(method, {}), {}));
      expect(exchange.notifications).toEqual([]);
      expect(exchange.host.reports).toMatchObject([{ code: "unsent-notification" }]);
    },
  );
});

describe("the signal of a modern request", () => {
  it("aborts when the exchange is abandoned, with the reason, and nothing is answered [2026-07-28/basic/patterns/cancellation#behavior-requirements/3]", async () => {
    let signal: AbortSignal | undefined;
    const exchange = call(
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
    const exchange = call((_params, c) => ((context = c), new Promise(() => {})));
    exchange.abort({ code: "closed" });
    expect(context?.aborted).toEqual({ code: "closed" });
    expect(context?.signal.aborted).toBe(true);
    expect(context?.signal).toBe(context?.signal);
  });

  it("of a request that is answered never fires", async () => {
    let signal: AbortSignal | undefined;
    const exchange = call((_params, context) => ((signal = context.signal), {}));
    expect(exchange.response).toBeDefined();
    expect(signal?.aborted).toBe(false);
  });

  it("racing a result sends at most one answer [2026-07-28/basic/patterns/cancellation#timing-considerations/1]", async () => {
    let finish: ((result: JSONObject) => void) | undefined;
    const exchange = call(() => new Promise((resolve) => (finish = resolve)));
    finish?.({});
    exchange.abort({ code: "cancelled" });
    await turn();
    expect(exchange.said).toEqual([]);
    expect(exchange.host.reports).toEqual([]);
  });
});
