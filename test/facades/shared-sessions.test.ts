/** One session over two servers that share its registry and its log: what a user sees behind a load balancer without affinity. */
import { connect } from "@mcpwire/client";
import { systemTimers, type Report } from "@mcpwire/jsonrpc";
import { serveHttp } from "@mcpwire/node";
import { createServer, type Server } from "@mcpwire/server";
import { MemoryEventLog, MemorySessionRegistry, http } from "@mcpwire/streamable-http";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { TcpProxy } from "../support/tcp-proxy.js";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What a call waits for. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

function serverAt(name: string, wait: Promise<void>): Server {
  const server = createServer({ name: "shared", version: "1.0.0" });
  server.tool("where", {}, async (_, ctx) => {
    await ctx.log("debug", "quiet");
    await ctx.log("error", "loud");
    return `${name} for ${ctx.client.info?.name}`;
  });
  server.tool("slow", { input: z.object({ steps: z.number() }) }, async ({ steps }, ctx) => {
    for (let n = 1; n <= steps; n++) await ctx.progress(n);
    await wait;
    await ctx.progress(steps + 1);
    return `done by ${name}`;
  });
  return server;
}

async function cluster() {
  const { open, opened } = gate();
  const registry = new MemorySessionRegistry({ timers: systemTimers });
  const eventLog = new MemoryEventLog({ timers: systemTimers });
  const reports: Report[] = [];
  const options = {
    sessionRegistry: registry,
    eventLog,
    retryMs: 5,
    closeMs: 50,
    report: (r: Report) => void reports.push(r),
  };
  const [a, b] = [await serveHttp(serverAt("a", opened), options), await serveHttp(serverAt("b", opened), options)];
  cleanups.push(
    () => a.close(),
    () => b.close(),
  );
  return { a, b, open, registry, reports };
}

it("each request may come to any of them: client, log level and session are the same", async () => {
  const { a, b, registry, reports } = await cluster();
  let turn = 0;
  const balanced: typeof fetch = (_url, init) => fetch((turn++ % 2 === 0 ? a : b).url, init);
  const client = await connect(http(a.url, { fetch: balanced, standaloneStream: false }), {
    revisions: ["2025-11-25"],
    info: { name: "roamer", version: "1" },
  });
  expect(registry.size).toBe(1);
  await client.setLogLevel("error");
  const answers = new Set<unknown>();
  const logged = new Set<unknown>();
  for (let n = 0; n < 6; n++) {
    const { content } = await client.callTool("where", {}, { onLog: ({ data }) => void logged.add(data) });
    answers.add(content[0]?.type === "text" ? content[0].text : content);
  }
  expect([...answers].sort()).toEqual(["a for roamer", "b for roamer"]);
  expect([...logged]).toEqual(["loud"]);
  await client.close();
  expect(registry.size).toBe(0);
  expect(reports).toEqual([]);
});

it.each(["before", "after"] as const)(
  "a call whose connection is cut is resumed at the other server, %s it has ended, with nothing lost or doubled",
  async (when) => {
    const { a, b, open } = await cluster();
    const proxy = await TcpProxy.before(a.url);
    cleanups.push(() => proxy.close());
    let isCut = false;
    const resumedAt: string[] = [];
    const routed: typeof fetch = async (_url, init) => {
      if (!isCut) return fetch(proxy.through(a.url), init);
      resumedAt.push(init?.method ?? "GET");
      return fetch(b.url, init);
    };
    const client = await connect(http(a.url, { fetch: routed, standaloneStream: false, reconnectDelayMs: 5 }), {
      revisions: ["2025-11-25"],
    });
    cleanups.push(() => client.close());
    const steps: number[] = [];
    const call = client.callTool(
      "slow",
      { steps: 3 },
      {
        onProgress: ({ progress }) => {
          steps.push(progress);
          if (steps.length !== 3) return;
          isCut = true;
          proxy.cut();
          if (when === "before") open();
          else setTimeout(open, 200);
        },
      },
    );
    expect((await call).content).toEqual([{ type: "text", text: "done by a" }]);
    expect(steps).toEqual([1, 2, 3, 4]);
    expect(resumedAt[0]).toBe("GET");
  },
);

it("a session outlives the server that opened it", async () => {
  const { a, b, reports } = await cluster();
  let target = a.url;
  const client = await connect(http(a.url, { fetch: (_url, init) => fetch(target, init), standaloneStream: false }), {
    revisions: ["2025-06-18"],
  });
  cleanups.push(() => client.close());
  await client.callTool("where");
  const before = client.roundTrips;
  target = b.url;
  await a.close();
  expect((await client.callTool("where")).content).toMatchObject([{ type: "text" }]);
  expect([client.roundTrips, reports]).toEqual([before, []]);
});
