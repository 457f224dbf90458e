import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const echo = z.object({ text: z.string() });
const count = z.object({ n: z.number().int() });

export function build() {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("echo", { description: "Echo text", inputSchema: echo }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  server.registerTool("stream", { description: "Progress", inputSchema: count }, async ({ n }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= n; progress++) {
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: n } });
    }
    return { content: [{ type: "text", text: `done ${n}` }] };
  });
  for (let i = 0; i < Number(process.env.BENCH_TOOLS ?? 0); i++) {
    const one = { description: "One of many", inputSchema: echo };
    server.registerTool(`tool_${i}`, one, ({ text }) => ({ content: [{ type: "text", text }] }));
  }
  return server;
}
