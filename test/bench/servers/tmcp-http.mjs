import { getRequestListener } from "@hono/node-server";
import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { HttpTransport } from "@tmcp/transport-http";
import { McpServer } from "tmcp";
import { z } from "zod";
import { listen } from "./listen.mjs";

const server = new McpServer(
  { name: "bench", version: "1.0.0", description: "bench" },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
);
server.tool({ name: "echo", description: "Echo text", schema: z.object({ text: z.string() }) }, ({ text }) => ({
  content: [{ type: "text", text }],
}));
server.tool({ name: "stream", description: "Progress", schema: z.object({ n: z.number().int() }) }, ({ n }) => {
  for (let i = 1; i <= n; i++) server.progress(i, n);
  return { content: [{ type: "text", text: `done ${n}` }] };
});
for (let i = 0; i < Number(process.env.BENCH_TOOLS ?? 0); i++) {
  const one = { name: `tool_${i}`, description: "One of many", schema: z.object({ text: z.string() }) };
  server.tool(one, ({ text }) => ({ content: [{ type: "text", text }] }));
}
const transport = new HttpTransport(server, { path: "/mcp" });
listen(
  getRequestListener(async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 })),
);
