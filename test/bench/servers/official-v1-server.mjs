import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const echo = z.object({ text: z.string() });
const count = z.object({ n: z.number().int() });

export function build() {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("echo", { description: "Echo text", inputSchema: echo }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  server.registerTool("stream", { description: "Progress", inputSchema: count }, async ({ n }, extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let progress = 1; progress <= n; progress++) {
      await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: n } });
    }
    return { content: [{ type: "text", text: `done ${n}` }] };
  });
  return server;
}
