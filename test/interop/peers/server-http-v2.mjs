// The tutorial server on the official SDK, version 2, over Streamable HTTP. Prints its URL.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { readNote, readNoteHandler } from "./read-note.mjs";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "official-v2", version: "1.0.0" });
  server.registerTool(readNote.name, readNote, readNoteHandler);
  server.registerTool("count", { description: "Counts to three" }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= 3; progress++) {
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    }
    return { content: [{ type: "text", text: "three" }] };
  });
  return server;
});
const listener = createServer(toNodeHandler(handler));
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
