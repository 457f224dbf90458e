import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const input = z.object({ text: z.string() });
serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("echo", { description: "Echo text", inputSchema: input }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});
