import { TransportError, isProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { latest, revisions } from "@mcpwire/protocol";
import { describe, expect, it, vi } from "vitest";
import { ScriptedTransport, modernServer, recordingHost, turn, type Script } from "../../test/scripted-transport.js";
import type { ClientHost, ConnectOptions, Progress } from "../era.js";
import { createOpenClient, openClient } from "../open-client.js";

const silent: Script = () => {};
const ok: Script = (x) => x.result({ resultType: "complete" });
const tagged = (id: unknown, more: JSONObject = {}): JSONObject => ({
  _meta: { "io.modelcontextprotocol/subscriptionId": id },
  ...more,
});

async function open(
  rest: Script = ok,
  more: { host?: Partial<ClientHost>; options?: ConnectOptions; scope?: "process" | "origin"; says?: JSONObject } = {},
) {
  const transport = new ScriptedTransport(more.scope ?? "process", modernServer(rest, more.says));
  const host = recordingHost(more.host);
  const era = await openClient(transport, host, more.options);
  return { transport, host, era, last: () => transport.requests.at(-1) };
}

describe("a request", () => {
  it("carries version, identity and capabilities, each time (2026-07-28/basic/index#meta/9)", async () => {
    const { era, transport } = await open(ok, { host: { capabilities: { roots: {} } } });
    await era.request("tools/list", {
      cursor: "c",
      _meta: { traceparent: "00-1", "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
    });
    await era.request("tools/list");
    const [first, second] = transport.requests.slice(1);
    expect(first?.request.params).toEqual({
      cursor: "c",
      _meta: {
        traceparent: "00-1",
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "client", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": { roots: {} },
      },
    });
    expect(second?.meta["io.modelcontextprotocol/clientCapabilities"]).toEqual({ roots: {} });
    expect(second?.id).not.toBe(first?.id);
  });

  it("carries the log level that is wanted at the moment, and none once it is taken back", async () => {
    const { era, last } = await open(ok, { options: { logLevel: "info" } });
    await era.request("tools/list");
    expect(last()?.meta["io.modelcontextprotocol/logLevel"]).toBe("info");
    await era.setLogLevel("error");
    await era.request("tools/list");
    expect(last()?.meta["io.modelcontextprotocol/logLevel"]).toBe("error");
    await era.setLogLevel(undefined);
    await era.request("tools/list");
    expect(last()?.meta).not.toHaveProperty("io.modelcontextprotocol/logLevel");
  });

  it("asks for progress only where somebody listens, with its own id as token (2026-07-28/basic/patterns/progress#progress-flow/2)", async () => {
    const progress: Progress[] = [];
    const { era, host, last } = await open((x) => {
      x.notify("notifications/progress", { progressToken: x.id, progress: 1, total: 2, message: "half" });
      x.notify("notifications/progress", { progressToken: x.id, progress: "much" });
      x.notify("notifications/message", { level: "info", data: 1 });
      x.result({ resultType: "complete" });
    });
    const notices: string[] = [];
    await era.request(
      "tools/list",
      {},
      { onProgress: (p) => progress.push(p), onNotification: (method) => notices.push(method) },
    );
    expect(last()?.meta.progressToken).toBe(last()?.id);
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
    expect(notices).toEqual(["notifications/message"]);
    await era.request("tools/list");
    expect(last()?.meta).not.toHaveProperty("progressToken");
    expect(host.heard).toEqual([["notifications/message", { level: "info", data: 1 }]]);
  });

  it("passes headers and mirrored parameters on to the transport", async () => {
    const { era, last } = await open();
    const headerParameters = [{ path: ["a"], header: "A", type: "string" }] as const;
    await era.request("tools/call", { name: "t" }, { headers: { "X-A": "1" }, headerParameters });
    expect(last()?.hints).toEqual({ headers: { "X-A": "1" }, headerParameters });
  });

  it("is cancelled by the caller's signal (2026-07-28/basic/patterns/cancellation#transport-specific-cancellation/2)", async () => {
    const { era, transport, last } = await open(silent);
    const controller = new AbortController();
    const pending = era.request("tools/call", { name: "slow" }, { signal: controller.signal });
    await turn();
    controller.abort("enough");
    await expect(pending).rejects.toMatchObject({ code: "aborted" });
    expect(transport.link.notices).toEqual([
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: last()?.id, reason: "enough" } },
    ]);
  });

  it("is cancelled when it times out, while progress keeps it alive (2026-07-28/basic/patterns/cancellation#timeouts/2)", async () => {
    const { era, transport } = await open(silent, { options: { timeoutMs: 10 } });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "timeout" });
    expect(transport.notices).toEqual(["notifications/cancelled"]);
  });

  it.each<[string, string, object]>([
    ["of a legacy revision only", "ping", { code: "method" }],
    ["of the handshake", "initialize", { code: "method" }],
    ["that only servers send", "sampling/createMessage", { code: "method" }],
    ["that is a notification", "notifications/cancelled", { code: "method" }],
    ["whose capability the server did not declare", "prompts/list", { code: "capability" }],
  ])("for a method %s is the caller's mistake, and not sent", async (_title, method, error) => {
    const { era, transport } = await open();
    await expect(era.request(method)).rejects.toMatchObject(error);
    expect(transport.methods).toEqual(["server/discover"]);
  });

  it("for a custom method is sent, whatever its name", async () => {
    const { era, last } = await open();
    await era.request("constructor", { a: 1 });
    expect(last()?.request).toMatchObject({ method: "constructor", params: { a: 1 } });
  });

  it("rejects with the server's error", async () => {
    const { era } = await open((x) => x.error(-32002, { uri: "a" }));
    const error: unknown = await era.request("resources/read", { uri: "a" }).catch((reason: unknown) => reason);
    expect(isProtocolError(error)).toBe(true);
    expect(error).toMatchObject({ rpcCode: -32002, code: "resource-not-found", data: { uri: "a" } });
  });

  it("resolves without the envelope's type; hints and unknown members survive", async () => {
    const { era } = await open((x) =>
      x.result({ resultType: "complete", tools: [], ttlMs: 5, cacheScope: "public", later: 1 }),
    );
    await expect(era.request("tools/list")).resolves.toEqual({ tools: [], ttlMs: 5, cacheScope: "public", later: 1 });
  });

  it("an unknown result type is malformed, unless an extension's was allowed (2026-07-28/basic/index#resulttype/3)", async () => {
    const task: Script = (x) => x.result({ resultType: "task", id: 1 });
    const { era } = await open(task);
    await expect(era.request("tools/call", { name: "t" })).rejects.toMatchObject({ code: "malformed" });
    const { era: other } = await open(task, { options: { resultTypes: ["task"] } });
    await expect(other.request("tools/call", { name: "t" })).resolves.toEqual({ resultType: "task", id: 1 });
  });

  it("learns who the server is from any result", async () => {
    const { era } = await open(
      (x) =>
        x.result({
          resultType: "complete",
          _meta: { "io.modelcontextprotocol/serverInfo": { name: "late", version: "1" } },
        }),
      { says: { _meta: {} } },
    );
    expect(era.server.info).toBeUndefined();
    await era.request("tools/list");
    expect(era.server.info).toEqual({ name: "late", version: "1" });
  });
});

describe("a change of revision in the middle", () => {
  const next = { ...latest, name: "2027-01-01" };
  const openNext = createOpenClient([next, ...revisions]);

  it("-32022 with a common version: once more at that one, and from then on (2026-07-28/basic/versioning#protocol-version-negotiation/2)", async () => {
    const seen: unknown[] = [];
    const transport = new ScriptedTransport(
      "process",
      modernServer(
        (x) => {
          const version = x.meta["io.modelcontextprotocol/protocolVersion"];
          seen.push(version);
          if (version === "2026-07-28") ok(x);
          else x.error(-32022, { supported: ["2026-07-28", "2025-11-25"], requested: version });
        },
        { supportedVersions: ["2027-01-01"] },
      ),
    );
    const era = await openNext(transport, recordingHost());
    expect(era.revision.name).toBe("2027-01-01");
    await era.request("tools/list");
    await era.request("tools/list");
    expect(seen).toEqual(["2027-01-01", "2026-07-28", "2026-07-28"]);
    expect(era.verdict).toEqual({ era: "modern", revision: "2026-07-28" });
  });

  it("a server that refuses what it lists is asked no third time", async () => {
    const transport = new ScriptedTransport(
      "process",
      modernServer((x) => x.error(-32022, { supported: ["2026-07-28", "2027-01-01"] }), {
        supportedVersions: ["2027-01-01"],
      }),
    );
    const era = await openNext(transport, recordingHost());
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "unsupported-protocol-version" });
    expect(transport.methods).toHaveLength(3);
  });
});

describe("a loss", () => {
  const loseFirst = (): Script => {
    let lost = 0;
    return (x) => (lost++ === 0 ? x.lost("lost") : ok(x));
  };

  it.each<[string, string, JSONObject, boolean | undefined, boolean]>([
    ["a list is sent again", "tools/list", {}, undefined, true],
    ["a call is not", "tools/call", { name: "t" }, undefined, false],
    ["a call marked repeatable is", "tools/call", { name: "t" }, true, true],
    ["a list marked otherwise is not", "tools/list", {}, false, false],
  ])("%s", async (_title, method, params, repeatable, isSentAgain) => {
    const { era, transport, host } = await open(loseFirst());
    const pending = era.request(method, params, repeatable === undefined ? {} : { repeatable });
    if (isSentAgain) {
      await expect(pending).resolves.toBeDefined();
      const [first, second] = transport.requests.slice(1);
      expect(second?.id).not.toBe(first?.id);
      expect(host.reports.map(({ code }) => code)).toEqual(["repeated"]);
    } else {
      await expect(pending).rejects.toMatchObject({ code: "lost" });
      expect(transport.requests).toHaveLength(2);
    }
  });

  it("happens twice: it is lost", async () => {
    const { era, transport } = await open((x) => x.lost("lost"));
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "lost" });
    expect(transport.requests).toHaveLength(3);
  });

  it("of the whole process: the next request starts it again, once for all (2026-07-28/basic/transports/stdio#unexpected-termination/1)", async () => {
    const { era, transport, host } = await open();
    transport.link.end("lost");
    expect(host.ends).toEqual([]);
    await Promise.all([era.request("tools/list"), era.request("tools/list"), era.notify("custom")]);
    expect(transport.links).toHaveLength(2);
    expect(transport.link.notices.map(({ method }) => method)).toEqual(["custom"]);
    await era.close();
    expect(host.ends).toEqual([undefined]);
  });

  it("of the whole process while a list is under way: it is sent to the fresh one, under another id", async () => {
    const { era, transport } = await open((x) => (x.link === transport.links[0] ? x.link.end("lost") : ok(x)));
    await expect(era.request("tools/list")).resolves.toEqual({});
    expect(new Set(transport.requests.map(({ id }) => id)).size).toBe(3);
  });

  it.each<[string, object, boolean]>([
    ["killed by a signal", { exitCode: null, signal: "SIGKILL" }, true],
    ["gone with exit code 3", { exitCode: 3, signal: null }, true],
    ["gone with exit code 0", { exitCode: 0, signal: null }, false],
    ["that closed its output", { exitCode: null, signal: null }, false],
  ])("of a process %s: its end is an accident or a decision", async (_title, data, isAccident) => {
    const { era, transport, host } = await open();
    transport.link.on.closed(new TransportError("closed", "exit", { data }));
    expect(host.ends).toHaveLength(isAccident ? 0 : 1);
    const pending = era.request("tools/list");
    await (isAccident
      ? expect(pending).resolves.toMatchObject({})
      : expect(pending).rejects.toMatchObject({ code: "closed" }));
  });

  it("that cannot be mended is the end", async () => {
    const { era, transport, host } = await open();
    transport.refusal = new TransportError("unreachable", "gone for good");
    transport.link.end("lost");
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "unreachable" });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    expect(host.ends).toEqual([transport.refusal]);
  });
});

describe("rounds of input", () => {
  const question = { method: "elicitation/create", params: { message: "Name?", mode: "form" } };

  it("are played against the host under new ids, and each round is stamped (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/6)", async () => {
    const asked: unknown[] = [];
    const { era, transport } = await open(
      (x) =>
        x.request.params?.inputResponses === undefined
          ? x.result({ resultType: "input_required", inputRequests: { who: question }, requestState: "état" })
          : x.result({ resultType: "complete", content: [] }),
      {
        host: {
          capabilities: { elicitation: {} },
          answer: (method, params) => {
            asked.push([method, params]);
            return { action: "accept", content: { name: "Ada" } };
          },
        },
      },
    );
    await expect(era.request("tools/call", { name: "book", arguments: { a: 1 } })).resolves.toEqual({ content: [] });
    expect(asked).toEqual([["elicitation/create", question.params]]);
    const [first, second] = transport.requests.slice(1);
    expect(second?.id).not.toBe(first?.id);
    expect(second?.request.params).toMatchObject({
      name: "book",
      arguments: { a: 1 },
      inputResponses: { who: { action: "accept", content: { name: "Ada" } } },
      requestState: "état",
      _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
    });
  });

  it("touch no other request (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/7)", async () => {
    const { era, transport } = await open((x) =>
      x.method === "tools/call" && x.request.params?.requestState === undefined
        ? x.result({ resultType: "input_required", requestState: "s" })
        : ok(x),
    );
    await Promise.all([
      era.request("tools/call", { name: "a" }),
      era.request("tools/list"),
      era.request("resources/read", { uri: "u" }),
    ]);
    const others = transport.requests.filter(({ method }) => method !== "tools/call");
    for (const { request } of others) expect(request.params).not.toHaveProperty("requestState");
  });

  it("are capped by maxRounds", async () => {
    const { era } = await open((x) => x.result({ resultType: "input_required", requestState: "s" }), {
      options: { maxRounds: 3 },
    });
    await expect(era.request("tools/call", { name: "t" })).rejects.toMatchObject({
      code: "budget",
      data: { limit: "maxRounds" },
    });
  });

  it("wait for people longer than for a server", async () => {
    const { era } = await open(
      (x) =>
        x.request.params?.inputResponses === undefined
          ? x.result({ resultType: "input_required", inputRequests: { who: question } })
          : ok(x),
      {
        options: { timeoutMs: 10 },
        host: {
          capabilities: { elicitation: {} },
          answer: () => new Promise((resolve) => setTimeout(() => resolve({ action: "decline" }), 40)),
        },
      },
    );
    await expect(era.request("tools/call", { name: "t" })).resolves.toBeDefined();
  });
});

describe("a watch", () => {
  const news = { toolsListChanged: true, resourceSubscriptions: ["a"] };

  async function watching(rest: Script = silent) {
    const opened = await open((x) => {
      if (x.method !== "subscriptions/listen") return ok(x);
      x.notify("notifications/subscriptions/acknowledged", tagged(x.id, { notifications: { toolsListChanged: true } }));
      return rest(x);
    });
    const heard: unknown[] = [];
    const ends: (Error | undefined)[] = [];
    const watch = await opened.era.watch(news, {
      notified: (method, params) => heard.push([method, params]),
      ended: (error) => ends.push(error),
    });
    return { ...opened, watch, heard, ends, stream: opened.last() };
  }

  it("resolves with what the server honours, and delivers what it sends (2026-07-28/basic/patterns/subscriptions#acknowledgment/4, 2026-07-28/basic/patterns/subscriptions#receiving-notifications/1)", async () => {
    const { watch, heard, stream, host } = await watching();
    expect(stream?.request.params).toMatchObject({ notifications: news });
    expect(watch.honored).toEqual({ toolsListChanged: true });
    stream?.notify("notifications/tools/list_changed", tagged(stream.id));
    expect(heard).toEqual([["notifications/tools/list_changed", tagged(stream?.id)]]);
    expect(host.heard).toEqual([]);
  });

  it("may stay silent for longer than any request", async () => {
    const { era, ends } = await watching();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(ends).toEqual([]);
    await era.close();
    expect(ends).toEqual([expect.objectContaining({ code: "closed" })]);
  });

  it("close tells the server, and nothing is heard afterwards (2026-07-28/basic/patterns/cancellation#behavior-requirements/1)", async () => {
    const { watch, ends, stream, transport } = await watching();
    await watch.close();
    await watch.close();
    expect(transport.link.notices).toEqual([
      expect.objectContaining({
        method: "notifications/cancelled",
        params: expect.objectContaining({ requestId: stream?.id }),
      }),
    ]);
    await turn();
    expect(ends).toEqual([]);
  });

  it.each<[string, Script, unknown]>([
    ["its result", (x) => x.result({ resultType: "complete", ...tagged(x.id) }), undefined],
    ["a cancelled notice", (x) => x.notify("notifications/cancelled", tagged(x.id, { requestId: x.id })), undefined],
    [
      "a notice and the result",
      (x) => {
        x.notify("notifications/cancelled", tagged(x.id, { requestId: x.id }));
        x.result({ resultType: "complete", ...tagged(x.id) });
      },
      undefined,
    ],
    ["an error", (x) => x.error(-32603), expect.objectContaining({ rpcCode: -32603 })],
    ["a loss", (x) => x.lost("lost"), expect.objectContaining({ code: "lost" })],
  ])(
    "is ended by the server with %s, once (2026-07-28/basic/patterns/subscriptions#graceful-closure/1)",
    async (_title, end, error) => {
      const { ends, stream } = await watching();
      if (stream !== undefined) end(stream);
      await turn();
      expect(ends).toEqual([error]);
    },
  );

  it("a server that says goodbye without the result leaves nothing in flight", async () => {
    vi.useFakeTimers();
    try {
      const { ends, stream, transport } = await watching();
      stream?.notify("notifications/cancelled", tagged(stream.id, { requestId: stream.id }));
      expect(ends).toEqual([undefined]);
      expect(transport.link.open.size).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(transport.link.open.size).toBe(0);
      expect(transport.notices).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rejects where the server refuses, or ends it at once", async () => {
    const { era } = await open((x) => x.error(-32603));
    await expect(era.watch(news, { notified: () => {}, ended: () => {} })).rejects.toMatchObject({ rpcCode: -32603 });
    const { era: other } = await open(ok);
    await expect(other.watch(news, { notified: () => {}, ended: () => {} })).rejects.toMatchObject({
      code: "malformed",
    });
  });

  it("waits for its acknowledgement for ever where requests may", async () => {
    const { era, last } = await open(silent, { options: { timeoutMs: Infinity } });
    const opening = era.watch(news, { notified: () => {}, ended: () => {} });
    await new Promise((resolve) => setTimeout(resolve, 15));
    last()?.notify("notifications/subscriptions/acknowledged", tagged(last()?.id, { notifications: {} }));
    await expect(opening).resolves.toMatchObject({ honored: {} });
    await era.close();
  });

  it("rejects where no acknowledgement comes in time, and cancels", async () => {
    const { era, transport } = await open(silent, { options: { timeoutMs: 10 } });
    await expect(era.watch(news, { notified: () => {}, ended: () => {} })).rejects.toMatchObject({ code: "timeout" });
    await turn();
    expect(transport.notices).toEqual(["notifications/cancelled"]);
  });
});

describe("what a server says outside of any exchange", () => {
  it("reaches the host, unless it belongs to something that is over (2026-07-28/basic/patterns/progress#behavior-requirements/1)", async () => {
    const { transport, host } = await open();
    const say = (method: string, params: JSONObject) => transport.link.on.notified({ jsonrpc: "2.0", method, params });
    say("notifications/message", { level: "info", data: 1 });
    say("notifications/progress", { progressToken: 99, progress: 1 });
    say("notifications/tools/list_changed", tagged(99));
    expect(host.heard).toEqual([["notifications/message", { level: "info", data: 1 }]]);
    expect(host.reports.map(({ code }) => code)).toEqual(["unknown-notification", "unknown-notification"]);
  });

  it("a request is reported and not answered: a modern client sends no responses (2026-07-28/basic/patterns/index#top/1)", async () => {
    const { transport, host, era, last } = await open(silent);
    const outside = transport.link.ask("roots/list");
    void era.request("tools/list").catch(() => {});
    await turn();
    const inside = last()?.ask("roots/list");
    await turn();
    expect([outside.answers, inside?.answers]).toEqual([[], []]);
    expect(host.reports.map(({ code }) => code)).toEqual(["unexpected-request", "unexpected-request"]);
  });
});
