import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { InMemoryTransport } from "@tmcp/transport-in-memory";
import { McpServer } from "tmcp";
import { z } from "zod";

export async function connect() {
  const server = new McpServer(
    { name: "bench", version: "1.0.0", description: "bench" },
    { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
  );
  server.tool({ name: "echo", description: "Echo text", schema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  const session = new InMemoryTransport(server).session();
  await session.initialize("2025-11-25", {}, { name: "bench", version: "1.0.0" });
  return { call: (text) => session.callTool("echo", { text }) };
}
