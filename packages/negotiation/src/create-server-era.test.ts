import {
  ProtocolError,
  createCaller,
  request,
  type JSONObject,
  type JSONRPCRequest,
  type LinkEvents,
} from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { mcpCorrelation } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { FakeExchange, FakeLink, fakeHost, initialize, modern, turn, type Handler } from "../test/fake-server.js";
import { createServerEra } from "./create-server-era.js";
import type { NotificationBus } from "./era.js";

function serve(
  handlers: Record<string, Handler> = {},
  more: Parameters<typeof fakeHost>[1] = {},
  options: Parameters<typeof createServerEra>[1] = {},
) {
  const host = fakeHost(handlers, more);
  const era = createServerEra(host, options);
  const link = new FakeLink();
  era.attach(link);
  const send = (q: JSONRPCRequest, on = link) => {
    const exchange = new FakeExchange(q, on);
    era.accept(exchange);
    return exchange;
  };
  return { host, era, link, send };
}

describe("the facts of a server", () => {
  it("are its revisions, its vocabulary and the headers of its tools", () => {
    const headers = [{ path: ["a"], header: "A", type: "string" as const }];
    const { era } = serve(
      {},
      { headerParameters: (tool, caller) => (tool === "t" && caller === "ann" ? headers : []) },
      { revisions: ["2025-11-25", "2026-07-28"] },
    );
    expect(era.facts.revisions).toEqual(["2026-07-28", "2025-11-25"]);
    expect(era.facts.correlation).toBe(mcpCorrelation);
    expect(era.facts.headerParameters("t", "ann")).toBe(headers);
    expect(era.facts.headerParameters("t", "bob")).toEqual([]);
  });

  it("hold what is accepted as well as what is offered", () => {
    expect(serve().era.facts.revisions).toContain("2024-10-07");
  });

  it("cannot name a revision that nobody knows", () => {
    expect(() => createServerEra(fakeHost(), { revisions: ["2027-01-01"] })).toThrow(/2027-01-01/);
  });

  it("read the host's capabilities no earlier than the first link", () => {
    let capabilities: JSONObject = {};
    const host = fakeHost();
    Object.defineProperty(host, "capabilities", { get: () => capabilities });
    const era = createServerEra(host);
    capabilities = { prompts: {} };
    const link = new FakeLink();
    era.attach(link);
    capabilities = { tools: {} };
    const exchange = new FakeExchange(modern(1, "server/discover"), link);
    era.accept(exchange);
    expect(exchange.result.capabilities).toEqual({ prompts: {} });
  });
});

describe("a notification of a client", () => {
  const heard = (link: FakeLink, method: string, era: ReturnType<typeof serve>["era"], params?: JSONObject) =>
    era.take({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }, link, "u");

  it("of its revision reaches the host, with who said it", () => {
    const { era, link, host, send } = serve();
    send(initialize("2025-06-18"));
    heard(link, "notifications/roots/list_changed", era);
    heard(link, "notifications/acme", era, { x: 1 });
    expect(host.heard).toEqual([
      { method: "notifications/roots/list_changed", params: undefined, auth: "u", revision: "2025-06-18" },
      { method: "notifications/acme", params: { x: 1 }, auth: "u", revision: "2025-06-18" },
    ]);
  });

  it.each([
    ["a request without an id", "tools/call"],
    ["a server's own", "notifications/tools/list_changed"],
    ["of a newer revision", "notifications/tasks/status"],
    ["of the other era", "notifications/subscriptions/acknowledged"],
  ])("that is %s has no effect, is reported, and is never answered", (_what, method) => {
    const { era, link, host, send } = serve({ "tools/call": () => ({}) });
    send(initialize("2025-06-18"));
    heard(link, method, era);
    expect(host.heard).toEqual([]);
    expect(host.reports).toMatchObject([{ code: "unknown-notification" }]);
    expect(link.said).toEqual([]);
  });

  it.each(["notifications/cancelled", "notifications/progress"])(
    "%s that names nothing is ignored [2026-07-28/basic/patterns/cancellation#error-handling/1] [2025-11-25/basic/utilities/cancellation#error-handling/1]",
    (method) => {
      const { era, link, host } = serve();
      heard(link, method, era, { requestId: {} });
      expect([host.heard, host.reports, link.said]).toEqual([[], [], []]);
    },
  );

  it("initialized without a handshake is reported, but for shared links", () => {
    const { era, link, host } = serve();
    heard(link, "notifications/initialized", era);
    expect(host.reports).toMatchObject([{ code: "unknown-notification" }]);
    heard(new FakeLink({ stateless: true }), "notifications/initialized", era);
    expect(host.reports).toHaveLength(1);
  });

  it("before any handshake is read by the newest revision", () => {
    const { era, link, host } = serve();
    heard(link, "notifications/acme", era);
    expect(host.heard).toMatchObject([{ revision: "2026-07-28" }]);
  });

  it("whose handler throws is reported and disturbs nothing", () => {
    const { era, link, host } = serve(
      {},
      {
        notified: () => {
          throw new Error("secret");
        },
      },
    );
    heard(link, "notifications/acme", era);
    expect(host.reports).toMatchObject([{ code: "handler-error", data: new Error("secret") }]);
  });
});

describe("close", () => {
  it("refuses what comes later with a clear error, lets what runs end, and resolves then", async () => {
    let finish: ((result: JSONObject) => void) | undefined;
    const { era, send } = serve({ "tools/call": () => new Promise((resolve) => (finish = resolve)) });
    const running = send(modern(1, "tools/call"));
    let closed = false;
    const closing = era.close().then(() => (closed = true));
    const late = send(modern(2, "tools/call"));
    expect(late.error).toMatchObject({ code: -32603, message: expect.stringContaining("closing") });
    expect(send(request(3, "ping")).error.code).toBe(-32603);
    await turn();
    expect(closed).toBe(false);
    finish?.({ ok: true });
    await closing;
    expect(running.result.ok).toBe(true);
  });

  it("resolves at once where nothing runs, twice too, and without any link", async () => {
    const { era } = serve({ "tools/call": () => ({}) });
    await era.close();
    await era.close();
    await createServerEra(fakeHost()).close();
  });

  it("waits for a handler that goes on after its client left", async () => {
    let finish: (() => void) | undefined;
    const { era, send } = serve({ "tools/call": () => new Promise((resolve) => (finish = () => resolve({}))) });
    send(modern(1, "tools/call")).abort({ code: "disconnected" });
    let closed = false;
    const closing = era.close().then(() => (closed = true));
    await turn();
    expect(closed).toBe(false);
    finish?.();
    await closing;
  });

  it("leaves the bus, and says nothing of changes any more", async () => {
    let ends = 0;
    const published: unknown[] = [];
    const bus: NotificationBus = {
      publish: (notice) => void published.push(notice),
      subscribe: () => () => void (ends += 1),
    };
    const { era, link } = serve({}, {}, { bus });
    era.changed({ type: "tools" });
    await era.close();
    era.changed({ type: "tools" });
    era.take({ jsonrpc: "2.0", method: "notifications/acme" }, link);
    expect([ends, published]).toEqual([1, [{ type: "tools" }]]);
  });
});

describe("a bus that fails", () => {
  it.each<[string, NotificationBus]>([
    [
      "throws",
      {
        publish: () => {
          throw new Error("down");
        },
        subscribe: () => () => {},
      },
    ],
    ["rejects", { publish: () => Promise.reject(new Error("down")), subscribe: () => () => {} }],
    [
      "cannot be joined",
      {
        publish: () => {},
        subscribe: () => {
          throw new Error("down");
        },
      },
    ],
  ])("because it %s is reported and harms no request", async (_how, bus) => {
    const { era, host, send } = serve({ "tools/call": () => ({}) }, {}, { bus });
    era.changed({ type: "tools" });
    await turn();
    expect(host.reports).toMatchObject([{ code: "bus-error", data: new Error("down") }]);
    expect(send(modern(1, "tools/call")).result.resultType).toBe("complete");
  });
});

describe("ids", () => {
  it.each([0, "", 1, "1", Number.MAX_SAFE_INTEGER])("%j comes back as it was, in both eras and in errors", (id) => {
    const { send } = serve({ "tools/list": () => ({ tools: [] }) });
    expect(send(modern(id, "tools/list")).response?.id).toBe(id);
    expect(send(modern(id, "nope")).response?.id).toBe(id);
    expect(send(request(id, "tools/list")).response?.id).toBe(id);
    expect(send(initialize("2025-11-25", {}, id)).response?.id).toBe(id);
    expect(send(request(id, "tools/list")).response?.id).toBe(id);
  });
});

describe("over a memory pair", () => {
  async function open(acceptor: ReturnType<typeof createServerEra>, more: Partial<LinkEvents> = {}) {
    const heard: { method: string; params?: JSONObject }[] = [];
    const link = await memory(acceptor, { serialize: true }).open({
      correlation: mcpCorrelation,
      notified: (n) => void heard.push(n),
      asked: (x) => x.end({ jsonrpc: "2.0", id: x.request.id, result: { roots: [] } }),
      closed() {},
      report() {},
      ...more,
    });
    const caller = createCaller(link, {
      cancelNotice: (id) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }),
    });
    const call = async (make: (id: number) => JSONRPCRequest) =>
      (await caller.call(make(caller.nextId()))).response as { result?: JSONObject; error?: { code: number } };
    return { link, heard, call };
  }

  it("one definition serves a legacy and a modern client at once [2026-07-28/basic/versioning#compatibility-matrix/2]", async () => {
    const { era } = serve({ "tools/call": async (_params, { revision }) => ({ content: [], at: revision.name }) });
    const [old, recent] = [await open(era), await open(era)];
    const [hello, discovered] = await Promise.all([
      old.call((id) => ({ ...initialize("2025-06-18"), id })),
      recent.call((id) => modern(id, "server/discover")),
    ]);
    expect(hello.result?.protocolVersion).toBe("2025-06-18");
    expect(discovered.result?.supportedVersions).toContain("2026-07-28");
    void old.link.notify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const [a, b] = await Promise.all([
      old.call((id) => request(id, "tools/call")),
      recent.call((id) => modern(id, "tools/call")),
    ]);
    expect([a.result?.at, b.result?.at]).toEqual(["2025-06-18", "2026-07-28"]);
    era.changed({ type: "tools" });
    await turn();
    expect(old.heard.map(({ method }) => method)).toEqual(["notifications/tools/list_changed"]);
    expect(recent.heard).toEqual([]);
    await Promise.all([old.link.close(), recent.link.close()]);
    await era.close();
  });

  it("a thousand calls at once come back to whom they belong", async () => {
    const { era } = serve({ "tools/call": async (params) => ({ n: params?.n }) });
    const { call, link } = await open(era);
    const all = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => call((id) => modern(id, "tools/call", { n }))),
    );
    expect(all.every(({ result }, n) => result?.n === n)).toBe(true);
    await link.close();
  });

  it("a client that leaves ends its listen stream and aborts its calls", async () => {
    let signal: AbortSignal | undefined;
    const { era } = serve({
      "tools/call": (_params, context) =>
        new Promise((_resolve, reject) => {
          signal = context.signal;
          context.signal.addEventListener("abort", () => reject(new ProtocolError(-1, "x")));
        }),
    });
    const { link } = await open(era);
    const events = { notified() {}, asked() {}, ended() {}, lost() {} };
    link.begin(modern(1, "subscriptions/listen", { notifications: { toolsListChanged: true } }), events);
    link.begin(modern(2, "tools/call"), events);
    await turn();
    await link.close();
    await turn();
    expect(signal?.aborted).toBe(true);
    era.changed({ type: "tools" });
    await era.close();
  });
});
