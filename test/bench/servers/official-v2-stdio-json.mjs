// The tool of official-v2-stdio, its input described by a plain JSON Schema.
import { McpServer, fromJsonSchema } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const input = fromJsonSchema({ type: "object", properties: { text: { type: "string" } }, required: ["text"] });
serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("echo", { description: "Echo text", inputSchema: input }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});
