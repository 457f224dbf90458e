import { ProtocolError, request, type JSONRPCRequest } from "@mcpwire/jsonrpc";
import { missingRequiredClientCapability } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { FakeExchange, FakeLink, initialize, modern, type Handler } from "../../test/fake-server.js";
import { connect, type Setup } from "../../test/served.js";
import type { RequestContext } from "../era.js";

const legacy = { version: "2025-11-25" };

describe("the handshake on a link", () => {
  it("settles the link before it is answered", () => {
    const { link, shook } = connect({ version: "2025-03-26" });
    expect(link.settled).toMatchObject([{ revision: "2025-03-26", batches: true }]);
    expect(shook?.result.protocolVersion).toBe("2025-03-26");
  });

  it("happens once: a second initialize changes nothing", () => {
    const { send, link } = connect({
      version: "2025-06-18",
      handlers: { "tools/list": (_params, { revision }) => ({ tools: [], at: revision.name }) },
    });
    expect(send(initialize("2025-11-25", {}, 9)).error.code).toBe(-32600);
    expect(link.settled).toHaveLength(1);
    expect(link.isClosed).toBe(false);
    expect(send(request(10, "tools/list")).result.at).toBe("2025-06-18");
  });

  it("that cannot be read leaves the link as it was", () => {
    const { send, link } = connect();
    expect(send(request(0, "initialize", {})).error.code).toBe(-32602);
    expect([link.state, link.settled]).toEqual([undefined, []]);
    expect(send(initialize("2025-11-25")).result.protocolVersion).toBe("2025-11-25");
  });

  it("may come after refused requests, which end nothing", () => {
    const { send, link } = connect({ handlers: { "tools/list": () => ({ tools: [] }) } });
    expect(send(request(1, "tools/list")).error.code).toBe(-32602);
    expect(send(request("p", "ping")).result).toEqual({});
    expect(link.isClosed).toBe(false);
    expect(send(initialize("2025-11-25")).result.protocolVersion).toBe("2025-11-25");
    expect(send(request(2, "tools/list")).result.tools).toEqual([]);
  });

  it("does not make modern requests of the same link legacy [2026-07-28/basic/versioning#compatibility-matrix/2]", () => {
    const { send } = connect({
      ...legacy,
      handlers: { "tools/list": (_params, { revision }) => ({ tools: [], at: revision.name }) },
    });
    expect(send(modern(1, "tools/list")).result.at).toBe("2026-07-28");
    expect(send(request(2, "tools/list")).result.at).toBe("2025-11-25");
  });

  it("on a shared link is answered and not remembered", () => {
    const { send, link } = connect({ link: { stateless: true } });
    const { result } = send(initialize("2025-11-25", { roots: {} }));
    expect(result).toMatchObject({ protocolVersion: "2025-11-25", capabilities: { tools: {}, resources: {} } });
    expect([link.state, link.settled]).toEqual([undefined, []]);
    expect(send(initialize("2025-06-18")).result.protocolVersion).toBe("2025-06-18");
  });
});

describe("a legacy request", () => {
  it("that overtakes notifications/initialized is served", () => {
    const { send } = connect({ ...legacy, handlers: { "tools/list": () => ({ tools: [] }) } });
    expect(send(request(1, "tools/list")).result).toEqual({ tools: [] });
  });

  it("gets a result without the modern envelope", () => {
    const { send } = connect({ ...legacy, handlers: { "tools/list": () => ({ tools: [], nextCursor: "" }) } });
    expect(send(request(1, "tools/list")).response).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [], nextCursor: "" },
    });
  });

  it("gets its result in the words of its revision", async () => {
    const handlers: Record<string, Handler> = {
      "tools/call": async () => ({ content: [], structuredContent: { a: 1 } }),
    };
    const newer = connect({ ...legacy, handlers }).send(request(1, "tools/call"));
    const older = connect({ version: "2025-03-26", handlers }).send(request(1, "tools/call"));
    await Promise.all([newer.over, older.over]);
    expect(newer.result.structuredContent).toEqual({ a: 1 });
    expect(older.result).not.toHaveProperty("structuredContent");
  });

  it("shows its handler who asks", () => {
    let seen: RequestContext | undefined;
    const { send } = connect({
      ...legacy,
      capabilities: { sampling: {} },
      handlers: { "tools/call": (_params, context) => ((seen = context), {}) },
    });
    send(request("id", "tools/call", { _meta: { "a.example/x": 1 } }), { caller: "u" });
    expect(seen?.revision.name).toBe("2025-11-25");
    expect(seen?.clientInfo).toEqual({ name: "c", version: "1" });
    expect(seen?.clientCapabilities).toEqual({ sampling: {} });
    expect(seen?.meta).toEqual({ "a.example/x": 1 });
    expect([seen?.requestId, seen?.auth, seen?.wantsProgress]).toEqual(["id", "u", false]);
  });

  it("of a shared link is served by the revision of its envelope, and its client declared nothing", () => {
    let seen: RequestContext | undefined;
    const { send } = connect({
      link: { stateless: true },
      handlers: { "tools/call": (_params, context) => ((seen = context), {}) },
    });
    send(request(1, "tools/call"), { revision: "2025-06-18" });
    expect([seen?.revision.name, seen?.clientInfo, seen?.clientCapabilities]).toEqual(["2025-06-18", undefined, {}]);
  });

  it("may carry any progress token, which is echoed", () => {
    const { send } = connect({
      ...legacy,
      handlers: { "tools/call": (_params, context) => (void context.progress({ progress: 1, message: "m" }), {}) },
    });
    for (const progressToken of ["t", 0, 1.5]) {
      expect(send(request(1, "tools/call", { _meta: { progressToken } })).notifications).toEqual([
        { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1, message: "m" } },
      ]);
    }
  });

  it.each([
    ["unknown to everybody", "nope", false],
    ["of the other era", "server/discover", true],
    ["of the other era", "subscriptions/listen", true],
    ["a client's own answer", "roots/list", true],
    ["a notification sent with an id", "notifications/initialized", true],
    ["known, but without a handler", "prompts/get", false],
  ])("for a method that is not there (%s: %s) is -32601", (_why, method, names) => {
    const { error } = connect(legacy).send(request(1, method));
    expect(error.code).toBe(-32601);
    if (names) expect(error).toMatchObject({ data: { supported: expect.arrayContaining(["2025-11-25"]) } });
  });

  it("fails as its handler says, or with one -32603 that leaks nothing", async () => {
    const { send, host } = connect({
      ...legacy,
      handlers: {
        "tools/call": () => {
          throw new ProtocolError(-32002, "Resource not found", { data: { uri: "x:" } });
        },
        "tools/list": () => Promise.reject(undefined),
      },
    });
    expect(send(request(1, "tools/call")).error).toEqual({
      code: -32002,
      message: "Resource not found",
      data: { uri: "x:" },
    });
    const later = send(request(2, "tools/list"));
    await later.over;
    expect(later.error).toEqual({ code: -32603, message: "Internal error" });
    expect(host.reports).toEqual([
      { code: "handler-error", message: "The handler of tools/list failed", data: undefined },
    ]);
  });

  it("is told of a missing capability in a code that its revision has", () => {
    const { send } = connect({
      ...legacy,
      handlers: {
        "tools/call": () => {
          throw missingRequiredClientCapability({ sampling: {} });
        },
      },
    });
    expect(send(request(1, "tools/call")).error).toMatchObject({
      code: -32602,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  it("may hear of what belongs to its revision, and of nothing else", () => {
    const methods = [
      "notifications/elicitation/complete",
      "notifications/tools/list_changed",
      "notifications/acme",
      "notifications/subscriptions/acknowledged",
      "notifications/initialized",
    ];
    const handlers: Record<string, Handler> = {
      "tools/call": (_params, context) => (methods.forEach((method) => void context.notify(method, {})), {}),
    };
    const sent = (version: string) =>
      connect({ version, handlers })
        .send(request(1, "tools/call"))
        .notifications.map(({ method }) => method);
    expect(sent("2025-11-25")).toEqual(methods.slice(0, 3));
    expect(sent("2025-06-18")).toEqual(methods.slice(1, 3));
  });
});

describe("ping", () => {
  it.each([undefined, "2024-11-05", "2025-11-25"])(
    "is answered at once with an empty result (handshake: %s) [2025-11-25/basic/utilities/ping#behavior-requirements/1]",
    (version) => {
      expect(connect({ version }).send(request("", "ping")).response).toEqual({ jsonrpc: "2.0", id: "", result: {} });
    },
  );
});

describe("logging/setLevel", () => {
  const logs: Handler = (_params, context) => {
    for (const level of ["debug", "info", "error"] as const) void context.log(level, level);
    return {};
  };
  const setup: Setup = { ...legacy, handlers: { "tools/call": logs } };
  const levels = (exchange: FakeExchange) => exchange.notifications.map(({ params }) => params?.level);

  it("lasts, and filters from then on [2025-11-25/server/utilities/logging#setting-log-level/1]", () => {
    const { send } = connect(setup);
    expect(levels(send(request(1, "tools/call")))).toEqual(["debug", "info", "error"]);
    expect(send(request(2, "logging/setLevel", { level: "info" })).result).toEqual({});
    expect(levels(send(request(3, "tools/call")))).toEqual(["info", "error"]);
    send(request(4, "logging/setLevel", { level: "emergency" }));
    expect(levels(send(request(5, "tools/call")))).toEqual([]);
  });

  it.each([undefined, {}, { level: "loud" }, { level: 3 }])(
    "with %j is -32602 and changes nothing [2025-11-25/server/utilities/logging#error-handling/1]",
    (params) => {
      const { send } = connect(setup);
      send(request(1, "logging/setLevel", { level: "error" }));
      expect(send(request(2, "logging/setLevel", params)).error.code).toBe(-32602);
      expect(levels(send(request(3, "tools/call")))).toEqual(["error"]);
    },
  );

  it("of one connection is nothing to another", () => {
    const { send, era } = connect(setup);
    const other = new FakeLink();
    era.attach(other);
    const there = (q: JSONRPCRequest) => {
      const exchange = new FakeExchange(q, other);
      era.accept(exchange);
      return exchange;
    };
    there(initialize("2025-11-25"));
    send(request(1, "logging/setLevel", { level: "error" }));
    expect(levels(there(request(1, "tools/call")))).toEqual(["debug", "info", "error"]);
  });

  it("on a shared link is accepted without effect", () => {
    const { send, link } = connect({ ...setup, version: undefined, link: { stateless: true } });
    const options = { revision: "2025-11-25" };
    expect(send(request(1, "logging/setLevel", { level: "error" }), options).result).toEqual({});
    expect(link.state).toBeUndefined();
    expect(levels(send(request(2, "tools/call"), options))).toEqual(["debug", "info", "error"]);
  });

  it("is not there, and nothing is logged, where logging is not declared [2025-11-25/server/utilities/logging#capabilities/1]", () => {
    const { send } = connect({ ...setup, host: { capabilities: { tools: {} } } });
    expect(send(request(1, "logging/setLevel", { level: "error" })).error.code).toBe(-32601);
    expect(levels(send(request(2, "tools/call")))).toEqual([]);
  });
});

describe("changes on a legacy connection", () => {
  const methods = (link: FakeLink) =>
    link.notifications.map(
      ({ method, params }) =>
        `${method.slice("notifications/".length)}${params === undefined ? "" : ` ${JSON.stringify(params)}`}`,
    );

  it("of lists are told once it is initialized, and not before", () => {
    const { era, link, tell } = connect(legacy);
    era.changed({ type: "tools" });
    expect(methods(link)).toEqual([]);
    tell("notifications/initialized");
    tell("notifications/initialized");
    for (const type of ["tools", "prompts", "resources"] as const) era.changed({ type });
    era.changed({ type: "resource", uri: "x:1" });
    expect(methods(link)).toEqual(["tools/list_changed", "prompts/list_changed", "resources/list_changed"]);
  });

  it("of lists are told only where they were declared [2025-11-25/basic/lifecycle#operation/1]", () => {
    const { era, link, tell } = connect({
      ...legacy,
      host: { capabilities: { tools: { listChanged: true }, prompts: {} } },
    });
    tell("notifications/initialized");
    for (const type of ["tools", "prompts", "resources"] as const) era.changed({ type });
    expect(methods(link)).toEqual(["tools/list_changed"]);
  });

  it("of resources are told where they were subscribed to, until they are not", () => {
    const { era, link, send } = connect(legacy);
    expect(send(request(1, "resources/subscribe", { uri: "x:1" })).result).toEqual({});
    expect(send(request(2, "resources/subscribe", { uri: "x:1" })).result).toEqual({});
    era.changed({ type: "resource", uri: "x:1" });
    era.changed({ type: "resource", uri: "x:2" });
    expect(methods(link)).toEqual(['resources/updated {"uri":"x:1"}']);
    expect(send(request(3, "resources/unsubscribe", { uri: "x:1" })).result).toEqual({});
    expect(send(request(4, "resources/unsubscribe", { uri: "x:never" })).result).toEqual({});
    era.changed({ type: "resource", uri: "x:1" });
    expect(methods(link)).toHaveLength(1);
  });

  it.each([undefined, {}, { uri: 5 }])("cannot be subscribed to with %j", (params) => {
    expect(connect(legacy).send(request(1, "resources/subscribe", params)).error.code).toBe(-32602);
  });

  it.each<[string, Setup]>([
    ["does not declare it", { ...legacy, host: { capabilities: { resources: {} } } }],
    ["has no channel for it", { ...legacy, link: { mute: true } }],
  ])("cannot be subscribed to where the server %s", (_what, setup) => {
    expect(connect(setup).send(request(1, "resources/subscribe", { uri: "x:" })).error.code).toBe(-32601);
  });

  it("cannot be subscribed to on a shared link", () => {
    const { send } = connect({ link: { stateless: true } });
    expect(send(request(1, "resources/subscribe", { uri: "x:" }), { revision: "2025-11-25" }).error.code).toBe(-32601);
  });

  it("are bounded per connection, and a place can be freed", () => {
    const { send } = connect({ ...legacy, options: { maxSubscriptions: 2 } });
    const subscribe = (uri: string) => send(request(1, "resources/subscribe", { uri })).response;
    expect(["a:", "b:", "a:"].map(subscribe).every((response) => response !== undefined && "result" in response)).toBe(
      true,
    );
    expect(subscribe("c:")).toMatchObject({ error: { code: -32603 } });
    send(request(1, "resources/unsubscribe", { uri: "a:" }));
    expect(subscribe("c:")).toMatchObject({ result: {} });
  });

  it.each(["drain", "drop"] as const)("end with the connection (%s), also for what was on its way", (how) => {
    const { era, link, send, tell } = connect(legacy);
    tell("notifications/initialized");
    send(request(1, "resources/subscribe", { uri: "x:1" }));
    era.release(link, how);
    send(request(2, "resources/subscribe", { uri: "x:1" }));
    tell("notifications/initialized");
    era.changed({ type: "tools" });
    era.changed({ type: "resource", uri: "x:1" });
    expect(methods(link)).toEqual([]);
  });

  it("reach a modern listen stream of the same link once, and the legacy side once", () => {
    const { era, link, send, tell } = connect(legacy);
    tell("notifications/initialized");
    const stream = send(modern("l", "subscriptions/listen", { notifications: { toolsListChanged: true } }));
    era.changed({ type: "tools" });
    expect(methods(link)).toEqual(["tools/list_changed"]);
    expect(stream.notifications).toHaveLength(2);
  });
});
