/** The handshake of the legacy revisions, on the wire. */
import { connect } from "@mcpwire/client";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { notesServer } from "./notes-server.js";
import { greeted, handClient, handServer, legacyRevisions, settled, tapped } from "./wire.js";

const clientInfo = { name: "by hand", version: "1" };

describe.each(legacyRevisions)("at %s", (revision) => {
  // 2024-11-05/basic/lifecycle#initialization/1 2024-11-05/basic/lifecycle#initialization/2 2024-11-05/basic/lifecycle#initialization/4
  // 2025-03-26/basic/lifecycle#initialization/1 2025-03-26/basic/lifecycle#initialization/2 2025-03-26/basic/lifecycle#initialization/5
  // 2025-06-18/basic/lifecycle#initialization/1 2025-06-18/basic/lifecycle#initialization/2 2025-06-18/basic/lifecycle#initialization/4
  // 2025-11-25/basic/lifecycle#initialization/1
  // 2024-11-05/basic/lifecycle#version-negotiation/1 2025-03-26/basic/lifecycle#version-negotiation/1
  // 2025-06-18/basic/lifecycle#version-negotiation/1
  // 2024-11-05/basic/lifecycle#initialization/5 2025-03-26/basic/lifecycle#initialization/6
  // 2025-06-18/basic/lifecycle#initialization/5
  // 2025-11-25/basic/lifecycle#initialization/5
  it("a client says initialize first, a version that it supports with it, and nothing else before initialized", async () => {
    const server = handServer(revision, {
      capabilities: { tools: {} },
      answers: { "tools/list": () => ({ tools: [] }) },
    });
    const client = await connect(server, { revisions: [revision], info: clientInfo, roots: [] });
    await client.tools().all();
    expect(server.heard.map(({ method }) => method)).toEqual(["initialize", "notifications/initialized", "tools/list"]);
    expect(server.heard[0]).toEqual({
      jsonrpc: "2.0",
      id: expect.any(Number) as number,
      method: "initialize",
      params: { protocolVersion: revision, capabilities: { roots: { listChanged: true } }, clientInfo },
    });
    expect(server.heard[1]).toEqual({ jsonrpc: "2.0", method: "notifications/initialized" });
    await client.close();
  });

  // 2024-11-05/basic/lifecycle#initialization/3 2025-03-26/basic/lifecycle#initialization/4
  // 2025-06-18/basic/lifecycle#initialization/3
  // 2024-11-05/basic/lifecycle#version-negotiation/3 2025-03-26/basic/lifecycle#version-negotiation/3
  // 2025-06-18/basic/lifecycle#version-negotiation/3
  it("a server answers initialize with the version that was asked for, its capabilities and its name", async () => {
    const client = handClient(notesServer());
    const answer = await client.ask("initialize", { protocolVersion: revision, capabilities: {}, clientInfo });
    expect(answer).toMatchObject({
      result: {
        protocolVersion: revision,
        capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
        serverInfo: { name: "notes", version: "1.0.0" },
        instructions: "Read before you write.",
      },
    });
    client.leave();
  });

  it("a request before initialize is answered with an error, runs nothing, and leaves the link usable", async () => {
    let ran = 0;
    const server = createServer({ name: "n", version: "1" });
    server.tool("count", {}, () => String(++ran));
    const client = handClient(server);
    expect(await client.ask("tools/call", { name: "count" })).toMatchObject({
      error: { code: expect.any(Number) as number },
    });
    expect(ran).toBe(0);
    await client.ask("initialize", { protocolVersion: revision, capabilities: {}, clientInfo });
    client.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await client.ask("tools/call", { name: "count" })).toMatchObject({ result: { content: [{ text: "1" }] } });
    client.leave();
  });

  it("a request that overtakes initialized does not end the session", async () => {
    const client = handClient(notesServer());
    await client.ask("initialize", { protocolVersion: revision, capabilities: {}, clientInfo });
    await client.ask("tools/list");
    client.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await client.ask("tools/list")).toHaveProperty("result.tools");
    client.leave();
  });

  it("a second initialize is -32600 and changes nothing", async () => {
    const client = await greeted(notesServer(), revision);
    const again = {
      protocolVersion: revision === "2025-11-25" ? "2024-11-05" : "2025-11-25",
      capabilities: {},
      clientInfo,
    };
    expect(await client.ask("initialize", again)).toMatchObject({ error: { code: -32600 } });
    // Error responses of two revisions differ in an unreadable id: the old rules still hold.
    expect(await client.ask("tools/list")).toHaveProperty("result.tools");
    client.leave();
  });

  // 2024-11-05/basic/utilities/ping#behavior-requirements/1 2025-03-26/basic/utilities/ping#behavior-requirements/1
  // 2025-06-18/basic/utilities/ping#behavior-requirements/1
  // 2024-11-05/basic/lifecycle#initialization/6 2025-03-26/basic/lifecycle#initialization/7
  // 2025-06-18/basic/lifecycle#initialization/6
  // 2025-11-25/basic/lifecycle#initialization/6
  it("ping is answered with an empty result by either side, and by a server before initialized as well", async () => {
    const client = handClient(notesServer());
    await client.ask("initialize", { protocolVersion: revision, capabilities: { roots: {} }, clientInfo });
    expect(await client.ask("ping", undefined, "early")).toEqual({ jsonrpc: "2.0", id: "early", result: {} });
    // Nothing but the answers came: a server asks and tells nothing before it hears initialized.
    expect(client.heard).toHaveLength(2);
    client.leave();

    const server = handServer(revision);
    const other = await connect(server, { revisions: [revision] });
    expect(await server.ask("ping", undefined, "late")).toEqual({ jsonrpc: "2.0", id: "late", result: {} });
    await other.close();
  });

  // 2024-11-05/basic/lifecycle#operation/1 2025-03-26/basic/lifecycle#operation/1 2025-06-18/basic/lifecycle#operation/1
  // 2024-11-05/basic/index#protocol-layers/1 2025-03-26/basic/index#top/1 2025-06-18/basic/index#top/1
  // 2025-11-25/basic/index#top/1
  it("both sides keep to the version that was agreed on, and to what the other declared", async () => {
    const wire = tapped(notesServer());
    const client = await connect(wire, { revisions: [revision] });
    const listed = await client.callTool("sum", { a: 1, b: 2 });
    // Structured content came with 2025-06-18, resultType and the caching hints with 2026-07-28.
    expect("structuredContent" in listed).toBe(revision >= "2025-06-18");
    for (const message of wire.down) expect(JSON.stringify(message)).not.toMatch(/resultType|ttlMs|cacheScope/);
    for (const message of wire.up) expect(JSON.stringify(message)).not.toMatch(/io\.modelcontextprotocol/);
    // The client declared nothing, so that nothing may be asked of it.
    await expect(client.callTool("greet")).rejects.toMatchObject({ rpcCode: expect.any(Number) as number });
    expect(wire.down.filter((message) => "method" in message && "id" in message)).toEqual([]);
    // The server declared no completions, so that the client does not ask for any.
    const sent = wire.up.length;
    const ref = { type: "ref/prompt", name: "explain" } as const;
    if (revision >= "2025-03-26") {
      await expect(client.complete({ ref, argument: { name: "topic", value: "e" } })).rejects.toBeDefined();
      expect(wire.up).toHaveLength(sent);
    }
    await client.close();
  });
});

describe("versions that one side does not have", () => {
  // 2024-11-05/basic/lifecycle#version-negotiation/4 2025-03-26/basic/lifecycle#version-negotiation/4
  // 2025-06-18/basic/lifecycle#version-negotiation/4
  // 2024-11-05/basic/lifecycle#version-negotiation/5 2025-03-26/basic/lifecycle#version-negotiation/5
  // 2025-06-18/basic/lifecycle#version-negotiation/5
  it.each(["1.0.0", "2999-01-01", "2026-07-28", "", "constructor"])(
    "a server asked for %j answers with its newest of the handshake, never with a newer generation",
    async (protocolVersion) => {
      const client = handClient(notesServer());
      const answer = await client.ask("initialize", { protocolVersion, capabilities: {}, clientInfo });
      expect(answer).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
      client.leave();
    },
  );

  it.each(legacyRevisions)("a server that has only %s answers with it", async (revision) => {
    const client = handClient(notesServer({ revisions: [revision] }));
    const other = revision === "2025-11-25" ? "2024-11-05" : "2025-11-25";
    const answer = await client.ask("initialize", { protocolVersion: other, capabilities: {}, clientInfo });
    expect(answer).toMatchObject({ result: { protocolVersion: revision } });
    client.leave();
  });

  // 2024-11-05/basic/lifecycle#version-negotiation/2 2025-03-26/basic/lifecycle#version-negotiation/2
  // 2025-06-18/basic/lifecycle#version-negotiation/2
  // 2025-11-25/basic/lifecycle#version-negotiation/2
  it("a client offers its newest version of the handshake, and takes any other that it has", async () => {
    for (const revision of legacyRevisions) {
      const server = handServer(revision);
      const client = await connect(server, { revisions: [...legacyRevisions] });
      expect(server.of("initialize")[0]).toMatchObject({ params: { protocolVersion: "2025-11-25" } });
      expect(client.revision).toBe(revision);
      await client.close();
    }
  });

  // 2024-11-05/basic/lifecycle#version-negotiation/6 2025-03-26/basic/lifecycle#version-negotiation/6
  // 2025-06-18/basic/lifecycle#version-negotiation/6
  // 2024-11-05/basic/lifecycle#error-handling/1 2025-03-26/basic/lifecycle#error-handling/1
  // 2025-06-18/basic/lifecycle#error-handling/1
  it.each(["2999-01-01", "2024-11-05"])(
    "a client leaves when the server answers %s and it does not have that",
    async (answered) => {
      const server = handServer("2025-11-25", {
        answers: { initialize: () => ({ protocolVersion: answered, capabilities: {}, serverInfo: clientInfo }) },
      });
      await expect(connect(server, { revisions: ["2025-11-25", "2025-06-18"] })).rejects.toMatchObject({
        message: expect.stringContaining(answered) as string,
      });
      await settled();
      expect(server.of("notifications/initialized")).toEqual([]);
    },
  );
});

describe("a connection", () => {
  it("over a transport that connects again is a new one, and the first goes on", async () => {
    const transport = tapped(notesServer());
    const first = await connect(transport);
    const second = await connect(transport);
    await second.close();
    expect((await first.callTool("sum", { a: 1, b: 1 })).structuredContent).toEqual({ sum: 2 });
    await first.close();
    const third = await connect(transport);
    expect((await third.callTool("sum", { a: 2, b: 2 })).structuredContent).toEqual({ sum: 4 });
    await third.close();
  });
});
