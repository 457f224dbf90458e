/** What a server may cost that is not trusted: one options object of the client, whatever the transport. */
import { connect, type Budgets } from "@mcpwire/client";
import type { ClientTransport } from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { serveHttp, serveSocket, socketClient } from "@mcpwire/node";
import { createServer, type Server } from "@mcpwire/server";
import { serveStreams, streamClient } from "@mcpwire/stdio";
import { http } from "@mcpwire/streamable-http";
import { afterEach, describe, expect, it } from "vitest";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function talkative(): Server {
  const server = createServer({ name: "talkative", version: "1.0.0" });
  server.tool("short", {}, () => "short");
  server.tool("long", {}, () => "x".repeat(10_000));
  server.tool("wait", {}, async (_, ctx) => {
    await ctx.progress(1);
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    return "too late";
  });
  return server;
}

type Reach = (server: Server) => ClientTransport | Promise<ClientTransport>;

const overHttp: Reach = async (server) => {
  const listener = await serveHttp(server, { closeMs: 50 });
  cleanups.push(() => listener.close());
  // A legacy session would hold one stream more, from some moment on.
  return http(listener.url, { standaloneStream: false });
};

const transports: readonly (readonly [string, Reach])[] = [
  ["memory, as text", (server) => memory(server, { serialize: true })],
  [
    "lines over streams",
    (server) =>
      streamClient(() => {
        const [there, back] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
        const served = serveStreams(server, { readable: there.readable, writable: back.writable }, { closeMs: 50 });
        cleanups.push(() => served.close());
        return { readable: back.readable, writable: there.writable };
      }),
  ],
  [
    "lines over a socket",
    async (server) => {
      const listener = await serveSocket(server, { port: 0 }, { closeMs: 50, drainMs: 50 });
      cleanups.push(() => listener.close());
      return socketClient(listener.address);
    },
  ],
  ["HTTP", overHttp],
];

async function open(reach: Reach, budgets: Partial<Budgets>, revision: string) {
  const client = await connect(await reach(talkative()), { budgets, revisions: [revision], timeoutMs: 5_000 });
  cleanups.push(() => client.close());
  return client;
}

describe.each(["2025-11-25", "2026-07-28"])("at %s, a server that is not trusted", (revision) => {
  it.each(transports)(
    "fails a call whose answer spends maxMessageBytes with an error that says so, over %s",
    async (_title, reach) => {
      const client = await open(reach, { maxMessageBytes: 5_000 }, revision);
      await expect(client.callTool("long")).rejects.toMatchObject({
        code: "budget",
        data: { limit: "maxMessageBytes", max: 5_000 },
      });
      // The connection lives on.
      expect(await client.callTool("short")).toMatchObject({ content: [{ text: "short" }] });
    },
  );

  it("fails a call that needs one stream more than maxOpenStreams with an error that says so", async () => {
    const client = await open(overHttp, { maxOpenStreams: 1 }, revision);
    const leave = new AbortController();
    const began = new Promise<void>((resolve) => {
      void client.callTool("wait", {}, { onProgress: () => resolve(), signal: leave.signal }).catch(() => undefined);
    });
    await began;
    await expect(client.callTool("wait", {}, { onProgress: () => undefined })).rejects.toMatchObject({
      code: "budget",
      data: { limit: "maxOpenStreams", max: 1 },
    });
    leave.abort();
  });

  it.each([
    ["maxMessageBytes", Number.NaN],
    ["maxMessageBytes", -1],
    ["maxOpenStreams", Number.NaN],
  ])("cannot be given a budget that is none: %s of %d", async (name, value) => {
    const options = { budgets: { [name]: value }, revisions: [revision] };
    await expect(connect(memory(talkative()), options)).rejects.toMatchObject({ code: "invalid-option" });
  });
});
