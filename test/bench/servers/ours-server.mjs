import { createServer } from "@mcpwire/server";
import { z } from "zod";

export const server = createServer({ name: "bench", version: "1.0.0" });
server.tool("echo", { description: "Echo text", input: z.object({ text: z.string() }) }, ({ text }) => text);
server.tool("stream", { description: "Progress", input: z.object({ n: z.number().int() }) }, async ({ n }, ctx) => {
  for (let i = 1; i <= n; i++) await ctx.progress(i, n);
  return `done ${n}`;
});
for (let i = 0; i < Number(process.env.BENCH_TOOLS ?? 0); i++) {
  server.tool(`tool_${i}`, { description: "One of many", input: z.object({ text: z.string() }) }, ({ text }) => text);
}

/** Options of the endpoint in each mode; everything else is at its default, guards and limits included. */
export function endpointOptions(mode) {
  const limits = process.env.BENCH_SESSIONS === undefined ? {} : { maxSessions: Number(process.env.BENCH_SESSIONS) };
  if (mode === "session-stream") return { responses: "stream", limits };
  return mode === "stateless" ? { sessions: false } : { limits };
}
