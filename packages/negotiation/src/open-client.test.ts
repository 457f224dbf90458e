import { ProtocolError, TransportError, type TransportErrorCode } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import {
  ScriptedTransport,
  discovered,
  initialized,
  legacyServer,
  modernServer,
  recordingHost,
  turn,
  type Script,
} from "../test/scripted-transport.js";
import { openClient } from "./open-client.js";

const silent: Script = () => {};

describe("opening", () => {
  it("probes a modern server and stays modern, in one exchange (2026-07-28/basic/transports/stdio#backward-compatibility/1)", async () => {
    const transport = new ScriptedTransport("process", modernServer());
    const host = recordingHost({ capabilities: { elicitation: {} } });
    const era = await openClient(transport, host);
    expect(era.verdict).toEqual({ era: "modern", revision: "2026-07-28" });
    expect(era.roundTrips).toBe(1);
    expect(era.server).toMatchObject({ info: { name: "modern" }, capabilities: { tools: { listChanged: true } } });
    expect(transport.methods).toEqual(["server/discover"]);
    expect(transport.requests[0]?.meta).toEqual({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "client", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
    });
    expect(transport.notices).toEqual([]);
    expect(transport.link.settled).toEqual([]);
  });

  it("falls back to the handshake in place, and says initialized under the agreed rules (2025-11-25/basic/lifecycle#initialization/4)", async () => {
    const transport = new ScriptedTransport("process", legacyServer());
    const era = await openClient(transport, recordingHost());
    expect(era.verdict).toEqual({ era: "legacy", revision: "2025-11-25" });
    expect(era.roundTrips).toBe(2);
    expect(era.server.info).toEqual({ name: "legacy", version: "8" });
    expect(transport.methods).toEqual(["server/discover", "initialize"]);
    expect(transport.links).toHaveLength(1);
    expect(transport.notices).toEqual(["notifications/initialized"]);
    expect(transport.link.settled).toEqual([expect.objectContaining({ revision: "2025-11-25", versionHeader: true })]);
  });

  it("a server that stays silent on the probe is initialized after a bounded wait, and is sent no cancellation of it", async () => {
    const transport = new ScriptedTransport("process", (x) =>
      x.method === "server/discover" ? undefined : legacyServer()(x),
    );
    const era = await openClient(transport, recordingHost(), { probeTimeoutMs: 5 });
    expect(era.verdict.era).toBe("legacy");
    expect(transport.notices).toEqual(["notifications/initialized"]);
  });

  it("over HTTP silence is a timeout without a verdict", async () => {
    const transport = new ScriptedTransport("origin", silent);
    await expect(openClient(transport, recordingHost(), { probeTimeoutMs: 5 })).rejects.toMatchObject({
      code: "timeout",
    });
    expect(transport.methods).toEqual(["server/discover"]);
    expect(transport.link.closes).toBe(1);
  });

  it.each<TransportErrorCode>(["lost", "closed"])(
    "a server that dies on the probe (%s) is started again and initialized",
    async (code) => {
      const transport = new ScriptedTransport("process", (x) => x.link.end(code), legacyServer());
      const host = recordingHost();
      const era = await openClient(transport, host);
      expect(era.verdict.era).toBe("legacy");
      expect(transport.methods).toEqual(["server/discover", "initialize"]);
      expect(host.reports.map(({ code: each }) => each)).toContain("respawned");
      expect(host.ends).toEqual([]);
    },
  );

  it("a server that dies a second time is not started a third time", async () => {
    const transport = new ScriptedTransport("process", (x) => x.link.end("lost"));
    await expect(openClient(transport, recordingHost())).rejects.toMatchObject({ code: "lost" });
    expect(transport.links).toHaveLength(2);
  });

  it("a server that cannot read the probe answers without an id, and is initialized", async () => {
    const transport = new ScriptedTransport("process", (x) => {
      if (x.method !== "server/discover") return legacyServer()(x);
      expect(x.hints?.takesErrorWithoutId).toBe(true);
      x.respond({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
    });
    expect((await openClient(transport, recordingHost())).verdict.era).toBe("legacy");
  });

  it.each<[string, Script, string]>([
    ["401", (x) => x.lost("unauthorized", { status: 401 }), "unauthorized"],
    ["503", (x) => x.lost("http-status", { status: 503 }), "http-status"],
    ["a network error", (x) => x.lost("unreachable"), "unreachable"],
    ["-32021", (x) => x.error(-32021, { requiredCapabilities: {} }, 400), "missing-required-client-capability"],
  ])("%s on the probe surfaces, and nothing else is tried", async (_title, script, code) => {
    const transport = new ScriptedTransport("origin", script);
    await expect(openClient(transport, recordingHost())).rejects.toMatchObject({ code });
    expect(transport.methods).toEqual(["server/discover"]);
  });

  it("goes on without discover where a modern server over HTTP has none", async () => {
    const transport = new ScriptedTransport("origin", (x) =>
      x.method === "server/discover"
        ? x.error(-32601, undefined, 404)
        : x.result({ resultType: "complete", tools: [] }),
    );
    const era = await openClient(transport, recordingHost());
    expect(era.verdict.era).toBe("modern");
    await expect(era.request("tools/list")).resolves.toEqual({ tools: [] });
  });

  it("cannot open: the transport's error surfaces", async () => {
    const transport = new ScriptedTransport("process", silent);
    transport.refusal = new TransportError("unreachable", "no such command");
    await expect(openClient(transport, recordingHost())).rejects.toBe(transport.refusal);
  });
});

describe("the handshake", () => {
  it("is never cancelled, not even when it times out (2025-11-25/basic/utilities/cancellation#behavior-requirements/2)", async () => {
    const transport = new ScriptedTransport("process", silent);
    const opening = openClient(transport, recordingHost(), { revisions: ["2025-11-25"], timeoutMs: 5 });
    await expect(opening).rejects.toMatchObject({ code: "timeout" });
    expect(transport.notices).toEqual([]);
    expect(transport.link.closes).toBe(1);
  });

  it("disconnects where the server chose what we do not speak (2025-11-25/basic/lifecycle#version-negotiation/6)", async () => {
    const transport = new ScriptedTransport("process", legacyServer(undefined, { protocolVersion: "1999-01-01" }));
    await expect(openClient(transport, recordingHost())).rejects.toMatchObject({
      code: "no-common-revision",
      data: { supported: ["1999-01-01"] },
    });
    expect(transport.link.closes).toBe(1);
    expect(transport.notices).toEqual([]);
  });

  it("answers ping meanwhile, and keeps what else comes early for the connection", async () => {
    const transport = new ScriptedTransport("process", (x) => {
      if (x.method !== "initialize") return legacyServer()(x);
      const ping = x.link.ask("ping");
      expect(ping.answers).toEqual([{ jsonrpc: "2.0", id: "q", result: {} }]);
      x.link.on.notified({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "up" } });
      x.result(initialized());
    });
    const host = recordingHost();
    await openClient(transport, host);
    expect(host.heard).toEqual([["notifications/message", { level: "info", data: "up" }]]);
  });

  it("what comes on the stream of initialize itself is treated alike", async () => {
    const transport = new ScriptedTransport("origin", (x) => {
      if (x.method !== "initialize") return legacyServer()(x);
      expect(x.ask("ping").answers).toEqual([{ jsonrpc: "2.0", id: "q", result: {} }]);
      x.notify("notifications/message", { level: "info", data: "up" });
      x.result(initialized());
    });
    const host = recordingHost();
    await openClient(transport, host);
    expect(host.heard).toEqual([["notifications/message", { level: "info", data: "up" }]]);
  });

  it("offers the newest revision in common where the server names its legacy versions only", async () => {
    const transport = new ScriptedTransport("process", (x) =>
      x.method === "server/discover"
        ? x.error(-32022, { supported: ["2025-03-26", "2025-06-18"] })
        : legacyServer(undefined, { protocolVersion: "2025-06-18" })(x),
    );
    const era = await openClient(transport, recordingHost());
    expect(era.revision.name).toBe("2025-06-18");
    expect(transport.requests[1]?.request.params).toMatchObject({ protocolVersion: "2025-06-18" });
  });
});

describe("a list of revisions", () => {
  it("legacy only: initialize at once", async () => {
    const transport = new ScriptedTransport("process", legacyServer(undefined, { protocolVersion: "2025-03-26" }));
    const era = await openClient(transport, recordingHost(), { revisions: ["2025-03-26"] });
    expect(transport.methods).toEqual(["initialize"]);
    expect(era.roundTrips).toBe(1);
  });

  it("modern only: probes all the same, and fails deterministically (2026-07-28/basic/versioning#compatibility-matrix/1, 2026-07-28/basic/transports/stdio#backward-compatibility/3)", async () => {
    const transport = new ScriptedTransport("process", legacyServer());
    await expect(openClient(transport, recordingHost(), { revisions: ["2026-07-28"] })).rejects.toMatchObject({
      code: "no-common-revision",
      message: expect.stringMatching(/server\/discover.*-32601.*2026-07-28/u),
    });
    expect(transport.methods).toEqual(["server/discover"]);
  });

  it("with an unknown name is the caller's mistake, and opens nothing", async () => {
    const transport = new ScriptedTransport("process", silent);
    await expect(openClient(transport, recordingHost(), { revisions: ["tomorrow"] })).rejects.toMatchObject({
      code: "revision",
    });
    expect(transport.links).toEqual([]);
  });
});

describe("a stored verdict", () => {
  const modern = { era: "modern", revision: "2026-07-28" } as const;
  const legacy = { era: "legacy", revision: "2025-06-18" } as const;

  it("modern: the first request goes out at once (2026-07-28/basic/versioning#protocol-version-negotiation/4)", async () => {
    const transport = new ScriptedTransport(
      "origin",
      modernServer((x) => x.result({ resultType: "complete", tools: [] })),
    );
    const era = await openClient(transport, recordingHost(), { verdict: modern });
    expect(era.roundTrips).toBe(0);
    expect(transport.methods).toEqual([]);
    await expect(era.request("tools/list")).resolves.toEqual({ tools: [] });
    await era.request("tools/list");
    expect(transport.methods).toEqual(["tools/list", "tools/list"]);
    expect(era.verdict).toEqual(modern);
  });

  it("legacy: initialize at once, at the remembered version (2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions/2)", async () => {
    const transport = new ScriptedTransport("process", legacyServer(undefined, { protocolVersion: "2025-06-18" }));
    const era = await openClient(transport, recordingHost(), { verdict: legacy });
    expect(transport.methods).toEqual(["initialize"]);
    expect(transport.requests[0]?.request.params).toMatchObject({ protocolVersion: "2025-06-18" });
    expect(era.roundTrips).toBe(1);
  });

  it("legacy, and the server has become modern: one probe", async () => {
    const transport = new ScriptedTransport("process", (x) =>
      x.method === "initialize" ? x.error(-32601) : modernServer()(x),
    );
    const era = await openClient(transport, recordingHost(), { verdict: legacy });
    expect(era.verdict).toEqual(modern);
    expect(transport.methods).toEqual(["initialize", "server/discover"]);
    expect(era.roundTrips).toBe(2);
  });

  it("legacy, of a revision that is not offered: initialize at once, at the newest", async () => {
    const transport = new ScriptedTransport("process", legacyServer());
    await openClient(transport, recordingHost(), { verdict: { era: "legacy", revision: "2024-10-07" } });
    expect(transport.methods).toEqual(["initialize"]);
    expect(transport.requests[0]?.request.params).toMatchObject({ protocolVersion: "2025-11-25" });
  });

  it("that the list of revisions excludes is passed over", async () => {
    const transport = new ScriptedTransport("process", legacyServer());
    await openClient(transport, recordingHost(), { verdict: modern, revisions: ["2025-11-25"] });
    expect(transport.methods).toEqual(["initialize"]);
  });

  describe("modern, and the server is legacy (2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions/3)", () => {
    it.each<[string, Script]>([
      ["an error that is not modern", (x) => x.error(-32600)],
      ["an error that may be the tool's", (x) => x.error(-32602)],
      ["-32022 with legacy versions only", (x) => x.error(-32022, { supported: ["2025-11-25"] }, 400)],
      ["400 without a body", (x) => x.lost("http-status", { status: 400 })],
      ["an unusable answer", (x) => x.lost("malformed")],
    ])("%s leads to one probe, a handshake, and the request again", async (_title, refuse) => {
      let initializedYet = false;
      const transport = new ScriptedTransport("origin", (x) => {
        if (x.method === "server/discover") x.error(-32601, undefined, 400);
        else if (x.method === "initialize") {
          initializedYet = true;
          x.result(initialized());
        } else if (initializedYet) x.result({ content: [] });
        else refuse(x);
      });
      const era = await openClient(transport, recordingHost(), { verdict: modern });
      await expect(era.request("tools/call", { name: "t" })).resolves.toEqual({ content: [] });
      expect(transport.methods).toEqual(["tools/call", "server/discover", "initialize", "tools/call"]);
      expect(transport.requests[3]?.meta).toEqual({});
      expect(era.verdict).toEqual({ era: "legacy", revision: "2025-11-25" });
    });

    it("shared by all requests that were under way", async () => {
      const transport = new ScriptedTransport("origin", (x) =>
        x.meta["io.modelcontextprotocol/protocolVersion"] === undefined
          ? legacyServer()(x)
          : x.error(-32601, undefined, 400),
      );
      const era = await openClient(transport, recordingHost(), { verdict: modern });
      await Promise.all([era.request("tools/list"), era.request("tools/list"), era.request("tools/list")]);
      expect(transport.methods.filter((method) => method === "initialize")).toHaveLength(1);
      expect(transport.methods.filter((method) => method === "server/discover")).toHaveLength(1);
    });

    it("a result without a type is kept, and leads to a probe too", async () => {
      let calls = 0;
      const transport = new ScriptedTransport(
        "process",
        legacyServer((x) => x.result({ calls: ++calls })),
      );
      const era = await openClient(transport, recordingHost(), { verdict: modern });
      await expect(era.request("tools/call", { name: "t" })).resolves.toMatchObject({ calls: 1 });
      expect(transport.methods).toEqual(["tools/call", "server/discover", "initialize"]);
      expect(era.verdict.era).toBe("legacy");
    });

    it("a request that ended in silence is not sent twice", async () => {
      const transport = new ScriptedTransport("process", legacyServer(silent));
      const era = await openClient(transport, recordingHost(), { verdict: modern, timeoutMs: 5 });
      await expect(era.request("tools/call", { name: "t" })).rejects.toMatchObject({ code: "timeout" });
      expect(transport.methods).toEqual(["tools/call", "server/discover", "initialize"]);
      expect(era.verdict.era).toBe("legacy");
    });

    it.each<TransportErrorCode>(["lost", "closed"])(
      "a process that ends on the request (%s) is started again",
      async (code) => {
        const transport = new ScriptedTransport("process", (x) => x.link.end(code), legacyServer());
        const host = recordingHost();
        const era = await openClient(transport, host, { verdict: modern });
        await expect(era.request("tools/call", { name: "t" })).rejects.toMatchObject({ code });
        expect(host.ends).toEqual([]);
        expect(era.verdict.era).toBe("legacy");
        await expect(era.request("tools/call", { name: "t" })).resolves.toBeDefined();
        expect(transport.methods).toEqual(["tools/call", "server/discover", "initialize", "tools/call"]);
      },
    );
  });

  it("modern, and it is: an error of the server is the caller's, after one look", async () => {
    const transport = new ScriptedTransport(
      "origin",
      modernServer((x) => x.error(-32602, undefined, 200)),
    );
    const era = await openClient(transport, recordingHost(), { verdict: modern });
    await expect(era.request("tools/call", { name: "no" })).rejects.toBeInstanceOf(ProtocolError);
    await expect(era.request("tools/call", { name: "no" })).rejects.toMatchObject({ rpcCode: -32602 });
    expect(transport.methods).toEqual(["tools/call", "server/discover", "tools/call"]);
    expect(era.server.info).toEqual({ name: "modern", version: "9" });
  });

  it.each<[string, Script]>([
    ["401", (x) => x.lost("unauthorized", { status: 401 })],
    ["-32020", (x) => x.error(-32020, undefined, 400)],
    ["-32021", (x) => x.error(-32021, undefined, 400)],
    ["a network error", (x) => x.lost("unreachable")],
    ["silence over HTTP", (x) => x.lost("timeout")],
  ])("is not doubted because of %s", async (_title, script) => {
    const transport = new ScriptedTransport("origin", script);
    const era = await openClient(transport, recordingHost(), { verdict: modern });
    await expect(era.request("tools/list")).rejects.toThrow();
    expect(transport.methods).toEqual(["tools/list"]);
  });

  it("a probe that fails ends the connection", async () => {
    const transport = new ScriptedTransport("origin", (x) =>
      x.method === "server/discover" ? x.lost("http-status", { status: 500 }) : x.error(-32000),
    );
    const host = recordingHost();
    const era = await openClient(transport, host, { verdict: modern });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "http-status" });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    await era.close();
    expect(host.ends).toHaveLength(1);
  });
});

describe("closing", () => {
  it.each([
    ["modern", modernServer(silent)],
    ["legacy", legacyServer(silent)],
  ] as const)("%s: rejects what is pending, tells the host once, and is idempotent", async (_era, script) => {
    const transport = new ScriptedTransport("process", script);
    const host = recordingHost();
    const era = await openClient(transport, host);
    const pending = era.request("tools/list");
    pending.catch(() => {});
    await turn();
    await Promise.all([era.close(), era.close()]);
    await era.close();
    await expect(pending).rejects.toMatchObject({ code: "closed" });
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    expect(transport.link.closes).toBe(1);
    expect(host.ends).toEqual([undefined]);
  });

  it.each([
    ["modern", modernServer()],
    ["legacy", legacyServer()],
  ] as const)("%s: the server's own end reaches the host once", async (_era, script) => {
    const transport = new ScriptedTransport("process", script);
    const host = recordingHost();
    const era = await openClient(transport, host);
    transport.link.end("closed");
    await expect(era.request("tools/list")).rejects.toMatchObject({ code: "closed" });
    await era.close();
    expect(host.ends).toEqual([expect.objectContaining({ code: "closed" })]);
  });

  it("two connections over one transport are two links", async () => {
    const transport = new ScriptedTransport("process", modernServer());
    const first = await openClient(transport, recordingHost());
    const second = await openClient(transport, recordingHost());
    await first.close();
    await expect(second.request("tools/list")).resolves.toEqual({});
    expect(transport.links.map(({ closes }) => closes)).toEqual([1, 0]);
    expect(discovered().resultType).toBe("complete");
  });
});
