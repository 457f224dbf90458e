import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "greeter", version: "1.0.0" });

server.registerTool(
  "greet",
  { description: "Greets somebody", inputSchema: z.object({ name: z.string() }) },
  ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}!` }] }),
);

await server.connect(new StdioServerTransport());
