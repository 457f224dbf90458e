import type { RequestId } from "@mcpwire/jsonrpc";
import { subscriptionIdOf } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { FakeExchange, FakeLink, fakeHost, modern, turn } from "../../test/fake-server.js";
import { createServerEra } from "../create-server-era.js";
import type { ServerHost, ServerOptions } from "../era.js";
import { honoredPart, readFilter } from "./subscriptions.js";

const tag = (id: RequestId) => ({ "io.modelcontextprotocol/subscriptionId": id });
const serverInfo = { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1.0.0" } };

function server(options: ServerOptions = {}, more: Partial<ServerHost> = {}) {
  const host = fakeHost({}, more);
  const era = createServerEra(host, options);
  const shared = new FakeLink({ stateless: true });
  era.attach(shared);
  const listen = (id: RequestId, notifications: unknown, link = shared, caller?: unknown) => {
    const exchange = new FakeExchange(modern(id, "subscriptions/listen", { notifications }), link, { caller });
    era.accept(exchange);
    return exchange;
  };
  return { era, host, shared, listen };
}

describe("a listen request", () => {
  it("is acknowledged first, with what is honored and its own id [2026-07-28/basic/patterns/subscriptions#acknowledgment/1]", () => {
    const { listen } = server();
    expect(listen("a", { toolsListChanged: true, resourceSubscriptions: ["x:1", "x:1", "x:2"] }).said).toEqual([
      {
        notified: {
          jsonrpc: "2.0",
          method: "notifications/subscriptions/acknowledged",
          params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["x:1", "x:2"] }, _meta: tag("a") },
        },
      },
    ]);
  });

  it.each<RequestId>([0, 1, "1", "", "ü"])(
    "with the id %j tags everything with that id, of the same type [2026-07-28/basic/patterns/subscriptions#receiving-notifications/1] [2026-07-28/basic/index#meta/15]",
    async (id) => {
      const { era, listen } = server();
      const exchange = listen(id, { toolsListChanged: true, resourceSubscriptions: ["x:1"] });
      era.changed({ type: "tools" });
      era.changed({ type: "resource", uri: "x:1" });
      await era.close();
      const bodies = exchange.said.map((said) => ("notified" in said ? said.notified.params : exchange.result));
      expect(bodies).toHaveLength(5);
      for (const body of bodies) expect(subscriptionIdOf(body)).toBe(id);
    },
  );

  it("hears of what it asked for, and of nothing else [2026-07-28/basic/patterns/subscriptions#opening-a-stream/1]", () => {
    const { era, listen } = server();
    const tools = listen(1, { toolsListChanged: true });
    const resource = listen(2, { resourceSubscriptions: ["x:1"], promptsListChanged: false });
    for (const type of ["tools", "prompts", "resources"] as const) era.changed({ type });
    era.changed({ type: "resource", uri: "x:1" });
    era.changed({ type: "resource", uri: "x:2" });
    expect(tools.notifications.slice(1)).toEqual([
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: tag(1) } },
    ]);
    expect(resource.notifications.slice(1)).toEqual([
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "x:1", _meta: tag(2) } },
    ]);
  });

  it("may run beside others on one connection [2026-07-28/basic/patterns/subscriptions#multiple-concurrent-subscriptions/1]", () => {
    const { era, listen } = server();
    const link = new FakeLink();
    era.attach(link);
    const [one, two] = [listen(1, { toolsListChanged: true }, link), listen("1", { toolsListChanged: true }, link)];
    era.changed({ type: "tools" });
    expect([one, two].map((exchange) => exchange.notifications[1]?.params)).toEqual([
      { _meta: tag(1) },
      { _meta: tag("1") },
    ]);
    // Nothing of it goes to the connection itself.
    expect(link.said).toEqual([]);
  });

  it.each([
    ["asks for nothing", {}, {}],
    ["asks for no resource", { resourceSubscriptions: [] }, {}],
    [
      "asks for what is not announced",
      { toolsListChanged: true, resourceSubscriptions: ["x:1"] },
      { capabilities: { tools: {}, resources: {} } },
    ],
  ])("that %s is acknowledged and ends gracefully", (_what, filter, more) => {
    const { listen, era } = server({}, more);
    const exchange = listen(1, filter);
    expect(exchange.said).toEqual([
      {
        notified: {
          jsonrpc: "2.0",
          method: "notifications/subscriptions/acknowledged",
          params: { notifications: {}, _meta: tag(1) },
        },
      },
      { ended: { jsonrpc: "2.0", id: 1, result: { resultType: "complete", _meta: { ...serverInfo, ...tag(1) } } } },
    ]);
    era.changed({ type: "tools" });
    expect(exchange.said).toHaveLength(2);
  });

  it.each([
    ["no filter", undefined],
    ["a filter that is no object", ["tools"]],
    ["a flag that is no boolean", { toolsListChanged: "yes" }],
    ["resources that are no array", { resourceSubscriptions: "x:1" }],
    ["a resource that is no string", { resourceSubscriptions: ["x:1", 2] }],
  ])("with %s is -32602 and opens nothing", (_what, filter) => {
    const { listen, era } = server();
    const exchange = listen(1, filter);
    expect(exchange.error.code).toBe(-32602);
    era.changed({ type: "tools" });
    expect(exchange.said).toHaveLength(1);
  });

  it("ends when the client leaves: nothing is sent or kept any more [2026-07-28/basic/patterns/cancellation#behavior-requirements/3]", async () => {
    const { era, listen } = server({ maxStatelessSubscriptions: 1 });
    const exchange = listen(1, { toolsListChanged: true });
    exchange.abort({ code: "disconnected" });
    era.changed({ type: "tools" });
    expect(exchange.said).toHaveLength(1);
    // Its place is free again.
    expect(listen(2, { toolsListChanged: true }).said).toHaveLength(1);
    await era.close();
    expect(exchange.said).toHaveLength(1);
  });

  it("that is slow gets one notice for many", async () => {
    const { era, listen } = server();
    const exchange = listen(1, { toolsListChanged: true });
    let release: (() => void) | undefined;
    exchange.pending = new Promise((resolve) => (release = resolve));
    for (let n = 0; n < 1000; n += 1) era.changed({ type: "tools" });
    expect(exchange.said).toHaveLength(2);
    release?.();
    await turn();
    expect(exchange.said).toHaveLength(3);
  });
});

describe("a server that ends its listen streams", () => {
  const teardown = (id: RequestId, reason: string) => [
    {
      notified: {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason, _meta: tag(id) },
      },
    },
    { ended: { jsonrpc: "2.0", id, result: { resultType: "complete", _meta: { ...serverInfo, ...tag(id) } } } },
  ];

  it("says so twice at close: cancelled, then the result, both tagged [2026-07-28/basic/patterns/cancellation#top/2] [2026-07-28/basic/patterns/subscriptions#graceful-closure/1] [2026-07-28/basic/patterns/subscriptions#cancellation/1]", async () => {
    const { era, listen } = server();
    const [one, two] = [listen(1, { toolsListChanged: true }), listen("b", { promptsListChanged: true })];
    await era.close();
    expect(one.said.slice(1)).toEqual(teardown(1, "The server is closing"));
    expect(two.said.slice(1)).toEqual(teardown("b", "The server is closing"));
  });

  it("says so to one connection that drains, and to no other", () => {
    const { era, listen } = server();
    const [a, b] = [new FakeLink(), new FakeLink()];
    const [one, two] = [listen(1, { toolsListChanged: true }, a), listen(1, { toolsListChanged: true }, b)];
    era.release(a, "drain");
    era.changed({ type: "tools" });
    expect(one.said.slice(1)).toEqual(teardown(1, "The connection is closing"));
    expect(two.said).toHaveLength(2);
    // What was on its way is acknowledged and ended, so that the drain can end too.
    expect(listen(2, { toolsListChanged: true }, a).response).toBeDefined();
  });

  it("says nothing to a connection that is dropped", () => {
    const { era, listen } = server();
    const link = new FakeLink();
    const exchange = listen(1, { toolsListChanged: true }, link);
    era.release(link, "drop");
    era.changed({ type: "tools" });
    expect(exchange.said).toHaveLength(1);
  });
});

describe("the number of open watches is bounded", () => {
  it("per connection, and counts a watch once or once per resource", () => {
    const { listen } = server({ maxSubscriptions: 3 });
    const [link, other] = [new FakeLink(), new FakeLink()];
    expect(listen(1, { toolsListChanged: true, promptsListChanged: true }, link).response).toBeUndefined();
    expect(listen(2, { resourceSubscriptions: ["a:", "b:", "c:"] }, link).error.code).toBe(-32603);
    expect(listen(3, { resourceSubscriptions: ["a:", "b:"] }, link).response).toBeUndefined();
    expect(listen(4, { toolsListChanged: true }, link).error.message).toMatch(/at most 3 .*connection/);
    expect(listen(5, { toolsListChanged: true }, other).response).toBeUndefined();
  });

  it("per caller where there is one", () => {
    const { listen, shared } = server({ maxSubscriptions: 1 });
    const [a, b] = [{ user: "a" }, { user: "b" }];
    const first = listen(1, { toolsListChanged: true }, shared, a);
    expect(listen(2, { toolsListChanged: true }, shared, a).error.message).toMatch(/at most 1 .*caller/);
    expect(listen(3, { toolsListChanged: true }, shared, b).response).toBeUndefined();
    first.abort({ code: "disconnected" });
    expect(listen(4, { toolsListChanged: true }, shared, a).response).toBeUndefined();
  });

  it("in all on the shared link, with callers or without", () => {
    const { listen, shared } = server({ maxSubscriptions: 1, maxStatelessSubscriptions: 2 });
    expect(listen(1, { toolsListChanged: true }).response).toBeUndefined();
    expect(listen(2, { toolsListChanged: true }, shared, "a").response).toBeUndefined();
    expect(listen(3, { toolsListChanged: true }).error.message).toMatch(/at most 2/);
    expect(listen(4, { toolsListChanged: true }, shared, "b").error.code).toBe(-32603);
    // A watch that is honored in nothing takes no place.
    expect(listen(5, {}).result.resultType).toBe("complete");
  });
});

describe("a change", () => {
  it("of another process arrives through the bus, once", () => {
    const listeners = new Set<(notice: { readonly type: "tools" }) => void>();
    const bus = {
      publish: () => {},
      subscribe: (listener: (notice: { readonly type: "tools" }) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const { listen } = server({ bus });
    const exchange = listen(1, { toolsListChanged: true });
    for (const listener of listeners) listener({ type: "tools" });
    expect(exchange.said).toHaveLength(2);
  });
});

describe("the two halves of a filter", () => {
  const announced = { tools: true, prompts: false, resources: true, subscribe: true };
  it("are read", () => {
    expect(readFilter({ notifications: { toolsListChanged: true, later: 1 } })).toEqual({
      toolsListChanged: true,
      later: 1,
    });
    expect(readFilter(undefined)).toMatch(/object/);
  });
  it("and cut to what is announced, unknown kinds among them", () => {
    const asked = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: false, later: true };
    expect(honoredPart(asked, announced)).toEqual({ toolsListChanged: true });
  });
});
