import { getRequestListener } from "@hono/node-server";
import { InMemorySessionAdapter, McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";
import { listen, mode } from "./listen.mjs";

const server = new McpServer({ name: "bench", version: "1.0.0", schemaAdapter: (schema) => z.toJSONSchema(schema) });
server.tool("echo", {
  description: "Echo text",
  inputSchema: z.object({ text: z.string() }),
  handler: ({ text }) => ({ content: [{ type: "text", text }] }),
});
server.tool("stream", {
  description: "Progress",
  inputSchema: z.object({ n: z.number().int() }),
  handler: async ({ n }, ctx) => {
    for (let i = 1; i <= n; i++) await ctx.progress?.({ progress: i, total: n });
    return { content: [{ type: "text", text: `done ${n}` }] };
  },
});
const sessions = { sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 2000 }) };
const handler = new StreamableHttpTransport(mode === "stateless" ? {} : sessions).bind(server);
listen(getRequestListener((request) => handler(request)));
