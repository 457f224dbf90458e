// The server of the chaos run: prints two URLs, of an endpoint with sessions and of one without, and answers for its memory.
import { setTimeout } from "node:timers/promises";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "chaos", version: "1.0.0" });
/** Calls by their key, and how often each ran. */
const ran = new Map();
let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 200).unref();

server.tool(
  "work",
  { input: z.object({ key: z.string(), steps: z.number(), everyMs: z.number(), detachAt: z.number() }) },
  async ({ key, steps, everyMs, detachAt }, ctx) => {
    ran.set(key, (ran.get(key) ?? 0) + 1);
    for (let i = 1; i <= steps; i++) {
      await setTimeout(everyMs);
      await ctx.progress(i, steps);
      if (i === detachAt) ctx.detach?.(5);
    }
    return `did ${key}`;
  },
);

server.tool("audit", { input: z.object({ forget: z.boolean() }) }, ({ forget }) => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const repeated = [...ran].filter(([, times]) => times > 1).map(([key]) => key);
  const seen = { heapUsed, peak: Math.max(peak, heapUsed), rss, calls: ran.size, repeated };
  if (forget) ran.clear();
  return JSON.stringify(seen);
});

const sessions = await serveHttp(server, { retryMs: 5 });
const stateless = await serveHttp(server, { sessions: false });
console.log(`${sessions.url} ${stateless.url}`);
