import { ProtocolError, TransportError, type JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { ScriptedTransport, legacyServer, recordingHost, turn, type Script } from "../../test/scripted-transport.js";
import type { ClientHost, ConnectOptions, Progress, WatchFilter } from "../era.js";
import { openClient } from "../open-client.js";

const silent: Script = () => {};
const ok: Script = (x) => x.result({});

interface More {
  readonly host?: Partial<ClientHost>;
  readonly options?: ConnectOptions;
  readonly scope?: "process" | "origin";
  readonly says?: JSONObject;
}

async function open(rest: Script = ok, more: More = {}) {
  const transport = new ScriptedTransport(more.scope ?? "process", legacyServer(rest, more.says));
  const host = recordingHost(more.host);
  const era = await openClient(transport, host, { revisions: ["2025-11-25", "2024-11-05"], ...more.options });
  return { transport, host, era, last: () => transport.requests.at(-1) };
}

describe("a request", () => {
  it("goes out plain", async () => {
    const { era, last } = await open();
    await era.request("tools/list", { cursor: "" });
    expect(last()?.request).toEqual({ jsonrpc: "2.0", id: last()?.id, method: "tools/list", params: { cursor: "" } });
    await era.request("tools/list");
    expect(last()?.request).not.toHaveProperty("params");
  });

  it("asks for progress with its own id as token, and keeps the caller's metadata (2025-11-25/basic/utilities/progress#progress-flow/2)", async () => {
    const progress: Progress[] = [];
    const { era, last } = await open((x) => {
      x.notify("notifications/progress", { progressToken: x.id, progress: 3 });
      x.result({});
    });
    await era.request("tools/call", { name: "t", _meta: { trace: "1" } }, { onProgress: (p) => progress.push(p) });
    expect(last()?.meta).toEqual({ trace: "1", progressToken: last()?.id });
    expect(progress).toEqual([{ progress: 3 }]);
  });

  it("is cancelled when it times out, and the late answer is nobody's (2025-11-25/basic/lifecycle#timeouts/2)", async () => {
    const { era, transport, last } = await open(silent);
    await expect(era.request("tools/list", {}, { timeoutMs: 5 })).rejects.toMatchObject({ code: "timeout" });
    expect(transport.link.notices.at(-1)).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: last()?.id },
    });
    last()?.result({});
  });

  it.each<[string, string, string]>([
    ["initialize, a second time", "initialize", "method"],
    ["a modern method", "subscriptions/listen", "method"],
    ["a method that only servers send", "sampling/createMessage", "method"],
    ["a capability that was not declared (2025-11-25/basic/lifecycle#operation/1)", "prompts/list", "capability"],
  ])("for %s is the caller's mistake, and not sent", async (_title, method, code) => {
    const { era, transport } = await open();
    await expect(era.request(method)).rejects.toMatchObject({ code });
    expect(transport.methods).toEqual(["initialize"]);
  });

  it.each<[string, string, boolean]>([
    ["a list that was lost is sent again", "tools/list", true],
    ["a call that was lost is not", "tools/call", false],
  ])("%s", async (_title, method, isSentAgain) => {
    let lost = 0;
    const { era } = await open((x) => (lost++ === 0 ? x.lost("lost") : ok(x)));
    const pending = era.request(method, { name: "t" });
    await (isSentAgain
      ? expect(pending).resolves.toBeDefined()
      : expect(pending).rejects.toMatchObject({ code: "lost" }));
  });

  it("ping works, both ways", async () => {
    const { era, transport } = await open();
    await expect(era.request("ping")).resolves.toEqual({});
    const asked = transport.link.ask("ping");
    expect(asked.answers).toEqual([{ jsonrpc: "2.0", id: "q", result: {} }]);
  });
});

describe("what the server asks", () => {
  const everything = { roots: {}, sampling: {}, elicitation: { form: {} } };

  it("is answered by the host, concurrently, within a call and outside of it (2025-11-25/basic/utilities/ping#behavior-requirements/1)", async () => {
    const waiting: (() => void)[] = [];
    const { era, transport, last } = await open(silent, {
      host: {
        capabilities: everything,
        answer: (method) =>
          new Promise((resolve) =>
            waiting.push(() => resolve(method === "roots/list" ? { roots: [] } : { action: "decline" })),
          ),
      },
    });
    const call = era.request("tools/call", { name: "t" });
    await turn();
    const outside = transport.link.ask("roots/list");
    const inside = last()?.ask("elicitation/create", {
      message: "?",
      requestedSchema: { type: "object", properties: {} },
    });
    expect(waiting).toHaveLength(2);
    waiting[1]?.();
    await turn();
    expect(inside?.answers).toEqual([{ jsonrpc: "2.0", id: "q", result: { action: "decline" } }]);
    expect(outside.answers).toEqual([]);
    waiting[0]?.();
    await turn();
    expect(outside.answers).toEqual([{ jsonrpc: "2.0", id: "q", result: { roots: [] } }]);
    last()?.result({});
    await call;
  });

  it.each<[string, string, JSONObject | undefined, ClientHost["capabilities"], number]>([
    ["an unknown method of the client's own side", "tools/list", undefined, everything, -32601],
    ["a notification's name", "notifications/message", undefined, everything, -32601],
    ["a word of another revision", "server/discover", undefined, everything, -32601],
    ["roots that were not declared", "roots/list", undefined, {}, -32601],
    ["sampling that was not declared", "sampling/createMessage", {}, {}, -32601],
    ["elicitation that was not declared", "elicitation/create", {}, {}, -32601],
    [
      "a URL where only forms were declared (2025-11-25/client/elicitation#error-handling/1)",
      "elicitation/create",
      { mode: "url" },
      everything,
      -32602,
    ],
    ["tasks, which this client does not serve", "tasks/list", {}, everything, -32601],
  ])("%s is refused and never reaches the host", async (_title, method, params, capabilities, code) => {
    const { transport } = await open(ok, { host: { capabilities } });
    const asked = transport.link.ask(method, params);
    await turn();
    expect(asked.answers).toEqual([{ jsonrpc: "2.0", id: "q", error: expect.objectContaining({ code }) }]);
  });

  it("a custom method is the host's to answer", async () => {
    const { transport } = await open(ok, { host: { answer: (method, params) => ({ method, params }) } });
    const asked = transport.link.ask("acme/where", { a: 1 });
    await turn();
    expect(asked.answers).toEqual([{ jsonrpc: "2.0", id: "q", result: { method: "acme/where", params: { a: 1 } } }]);
  });

  it.each<[string, unknown, object]>([
    [
      "its own refusal crosses as it is",
      new ProtocolError(-1, "User rejected", { data: 1 }),
      { code: -1, message: "User rejected", data: 1 },
    ],
    [
      "an error of the program leaks nothing",
      new Error("secret"),
      { code: -32603, message: expect.not.stringContaining("secret") },
    ],
    ["undefined", undefined, { code: -32603, message: expect.any(String) }],
    ["a string", "secret", { code: -32603, message: expect.not.stringContaining("secret") }],
  ])("a host that throws still gives exactly one answer: %s", async (_title, thrown, error) => {
    for (const answer of [
      () => Promise.reject(thrown),
      () => {
        throw thrown;
      },
    ]) {
      const { transport } = await open(ok, { host: { capabilities: everything, answer } });
      const asked = transport.link.ask("roots/list");
      await turn();
      expect(asked.answers).toEqual([{ jsonrpc: "2.0", id: "q", error }]);
    }
  });

  it("a question that is withdrawn aborts the host's signal, and is not answered", async () => {
    const signals: AbortSignal[] = [];
    const { transport } = await open(ok, {
      host: {
        capabilities: everything,
        answer: (_method, _params, { signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    });
    const asked = transport.link.ask("roots/list");
    asked.withdraw();
    expect(signals[0]?.aborted).toBe(true);
    await turn();
    expect(asked.answers).toEqual([]);
  });
});

describe("a watch", () => {
  it("hears of a change that the server announces within another request", async () => {
    const seen: string[] = [];
    const other: string[] = [];
    const { era } = await open(
      (x) => {
        x.notify("notifications/tools/list_changed");
        x.notify("notifications/prompts/list_changed");
        x.result({});
      },
      { host: { notified: (method) => void other.push(method) } },
    );
    await era.watch({ toolsListChanged: true }, { notified: (method) => void seen.push(method), ended: () => {} });
    await era.request("tools/list");
    expect(seen).toEqual(["notifications/tools/list_changed"]);
    expect(other).toEqual(["notifications/prompts/list_changed"]);
  });

  const filter: WatchFilter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ["a", "b"],
  };

  it("honours what the server declared, subscribes, routes, and unsubscribes with the last watch", async () => {
    const { era, transport, host } = await open();
    const heard: string[] = [];
    const on = { notified: (method: string) => void heard.push(method), ended: () => {} };
    const first = await era.watch(filter, on);
    expect(first.honored).toEqual({
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["a", "b"],
    });
    const second = await era.watch({ resourceSubscriptions: ["b"] }, on);
    expect(transport.methods).toEqual(["initialize", "resources/subscribe", "resources/subscribe"]);
    const say = (method: string, params?: JSONObject) =>
      transport.link.on.notified(
        params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params },
      );
    say("notifications/tools/list_changed");
    say("notifications/prompts/list_changed");
    say("notifications/resources/updated", { uri: "b" });
    expect(heard).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/updated",
      "notifications/resources/updated",
    ]);
    expect(host.heard.map(([method]) => method)).toEqual(["notifications/prompts/list_changed"]);
    await first.close();
    await first.close();
    await second.close();
    expect(transport.requests.slice(3).map(({ method, request }) => [method, request.params?.uri])).toEqual([
      ["resources/unsubscribe", "a"],
      ["resources/unsubscribe", "b"],
    ]);
    say("notifications/tools/list_changed");
    expect(host.heard).toHaveLength(2);
  });

  it("asks nothing of a server that declared nothing", async () => {
    const { era, transport } = await open(ok, { says: { capabilities: {} } });
    const watch = await era.watch(filter, { notified: () => {}, ended: () => {} });
    expect(watch.honored).toEqual({});
    await watch.close();
    expect(transport.methods).toEqual(["initialize"]);
  });

  it("that cannot subscribe rejects, and leaves nothing behind", async () => {
    const { era, transport } = await open((x) => (x.request.params?.uri === "b" ? x.error(-32002) : x.result({})));
    await expect(era.watch(filter, { notified: () => {}, ended: () => {} })).rejects.toMatchObject({ rpcCode: -32002 });
    await turn();
    expect(transport.methods.filter((method) => method === "resources/unsubscribe")).toHaveLength(2);
  });

  it("is ended by the end of the connection, but not by our own close", async () => {
    const { era, transport } = await open();
    const ends: unknown[] = [];
    const on = { notified: () => {}, ended: (error?: Error) => void ends.push(error) };
    const closed = await era.watch({ toolsListChanged: true }, on);
    await closed.close();
    await era.watch({ toolsListChanged: true }, on);
    transport.link.end("lost");
    expect(ends).toEqual([expect.objectContaining({ code: "lost" })]);
  });
});

describe("log messages", () => {
  const log = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } } as const;

  it("the level is set where the server has logging, from the start on", async () => {
    const { era, last } = await open(ok, { options: { logLevel: "warning" } });
    expect(last()?.request).toMatchObject({ method: "logging/setLevel", params: { level: "warning" } });
    await era.setLogLevel("debug");
    expect(last()?.request.params).toEqual({ level: "debug" });
  });

  it("no level is silence, which the server cannot be told", async () => {
    const { era, transport, host } = await open();
    transport.link.on.notified(log);
    await era.setLogLevel(undefined);
    transport.link.on.notified(log);
    expect(host.heard).toHaveLength(1);
    expect(transport.methods).toEqual(["initialize"]);
    await era.setLogLevel("info");
    transport.link.on.notified(log);
    expect(host.heard).toHaveLength(2);
  });

  it("no level is silence within a call as well", async () => {
    const { era, host } = await open((x) => {
      x.notify(log.method, log.params);
      x.result({});
    });
    await era.setLogLevel(undefined);
    const heard: string[] = [];
    await era.request("tools/list", {}, { onNotification: (method) => heard.push(method) });
    await era.request("tools/list");
    expect([heard, host.heard]).toEqual([[], []]);
  });

  it("a server without logging is asked nothing", async () => {
    const { era, transport } = await open(ok, { says: { capabilities: {} }, options: { logLevel: "info" } });
    expect(transport.methods).toEqual(["initialize"]);
    await expect(era.setLogLevel("info")).rejects.toMatchObject({ code: "capability" });
  });
});

describe("liveness", () => {
  it("pings while it is asked to, and a server that leaves two unanswered is lost (2025-11-25/basic/utilities/ping#error-handling/1)", async () => {
    const { era, transport, host } = await open(silent, { options: { keepAliveMs: 5, timeoutMs: 5 } });
    await expect.poll(() => host.ends).toEqual([expect.objectContaining({ code: "lost" })]);
    expect(transport.methods).toEqual(["initialize", "ping", "ping"]);
    expect(transport.link.closes).toBe(1);
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
  });

  it("an error is a sign of life; pings end with the connection (2025-11-25/basic/utilities/ping#implementation-considerations/2)", async () => {
    const { era, transport, host } = await open((x) => x.error(-32601), { options: { keepAliveMs: 2 } });
    await expect.poll(() => transport.methods.length).toBeGreaterThan(4);
    await era.close();
    const { length } = transport.methods;
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(transport.methods).toHaveLength(length);
    expect(host.ends).toEqual([undefined]);
  });

  it("no pings by default", async () => {
    const { transport } = await open();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(transport.methods).toEqual(["initialize"]);
  });
});

describe("a session that the server has forgotten", () => {
  it("404: one shared handshake, then what had been refused is sent again (2025-11-25/basic/transports#session-management/9)", async () => {
    const { era, transport, host } = await open(
      (x) => (x.link === transport.links[0] ? x.lost("http-status", { status: 404 }) : x.result({})),
      { scope: "origin" },
    );
    const ends: unknown[] = [];
    await era.watch({ toolsListChanged: true }, { notified: () => {}, ended: (error) => void ends.push(error) });
    await Promise.all([era.request("tools/call", { name: "a" }), era.request("tools/call", { name: "b" })]);
    expect(transport.methods).toEqual([
      "initialize",
      "tools/call",
      "tools/call",
      "initialize",
      "tools/call",
      "tools/call",
    ]);
    expect(transport.link.notices.map(({ method }) => method)).toEqual(["notifications/initialized"]);
    expect(host.reports.map(({ code }) => code)).toContain("session-renewed");
    expect(ends).toEqual([expect.objectContaining({ code: "lost" })]);
    expect(host.ends).toEqual([]);
  });

  it("is renewed before anything else is sent: what comes during the new handshake waits for it", async () => {
    const { era, transport } = await open(ok, { scope: "origin" });
    transport.link.end("lost");
    const first = era.request("tools/list");
    // Step by step: the link is up and the second handshake is under way, but not answered.
    while (transport.methods.length < 2) await Promise.resolve();
    const others = [era.request("tools/call", { name: "t" }), era.notify("notifications/roots/list_changed")];
    await Promise.all([first, ...others]);
    expect(transport.methods).toEqual(["initialize", "initialize", "tools/list", "tools/call"]);
    expect(transport.link.notices.map(({ method }) => method)).toEqual([
      "notifications/initialized",
      "notifications/roots/list_changed",
    ]);
  });

  it("404 again after the new handshake surfaces", async () => {
    const { era, transport } = await open((x) => x.lost("http-status", { status: 404 }), { scope: "origin" });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "http-status" });
    expect(transport.methods.filter((method) => method === "initialize")).toHaveLength(2);
  });

  it("a lost link is renewed by the next request; while nobody is reached each request says so and tries again", async () => {
    const { era, transport, host } = await open(ok, { scope: "origin" });
    transport.link.end("lost");
    await era.request("tools/list");
    expect(transport.methods).toEqual(["initialize", "initialize", "tools/list"]);
    transport.refusal = new TransportError("unreachable", "gone");
    transport.link.end("lost");
    await expect(era.request("tools/list")).rejects.toBe(transport.refusal);
    await expect(era.request("tools/list")).rejects.toBe(transport.refusal);
    transport.refusal = undefined;
    await era.request("tools/list");
    expect(transport.methods.slice(3)).toEqual(["initialize", "tools/list"]);
    expect(host.ends).toEqual([]);
  });

  it("whose new handshake is lost sends nothing without one: the next request shakes hands again", async () => {
    let handshakes = 0;
    const broken: Script = (x) => {
      if (x.method === "initialize" && ++handshakes === 2) x.lost("lost");
      else legacyServer()(x);
    };
    const transport = new ScriptedTransport("origin", broken);
    const host = recordingHost();
    const era = await openClient(transport, host, { revisions: ["2025-11-25"] });
    transport.link.end("lost");
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "lost" });
    await era.request("tools/list");
    expect(transport.methods).toEqual(["initialize", "initialize", "initialize", "tools/list"]);
    expect(host.ends).toEqual([]);
  });

  it("whose new handshake is refused is the end: nothing is sent any more, and the host is told once", async () => {
    let handshakes = 0;
    const refusing: Script = (x) => {
      if (x.method === "initialize" && ++handshakes === 2) x.error(-32603);
      else legacyServer()(x);
    };
    const transport = new ScriptedTransport("origin", refusing);
    const host = recordingHost();
    const era = await openClient(transport, host, { revisions: ["2025-11-25"] });
    transport.link.end("lost");
    await expect(era.request("tools/list")).rejects.toMatchObject({ rpcCode: -32603 });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    await expect(era.notify("notifications/roots/list_changed")).rejects.toMatchObject({ code: "closed" });
    expect(transport.methods).toEqual(["initialize", "initialize"]);
    expect(host.ends).toHaveLength(1);
  });

  it("a process takes its session with it", async () => {
    const { era, transport, host } = await open();
    transport.link.end("lost");
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    expect(transport.links).toHaveLength(1);
    expect(host.ends).toEqual([expect.objectContaining({ code: "lost" })]);
  });
});

describe("an old revision", () => {
  it("is spoken in its own shapes", async () => {
    const { era } = await open((x) => x.result({ content: [] }), {
      says: { protocolVersion: "2024-11-05", capabilities: { tools: {} } },
    });
    expect(era.revision.name).toBe("2024-11-05");
    await expect(era.request("resources/list")).rejects.toMatchObject({ code: "capability" });
    await expect(era.request("tools/call", { name: "t" })).resolves.toEqual({ content: [] });
  });
});
