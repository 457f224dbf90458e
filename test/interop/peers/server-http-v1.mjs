// The tutorial server on the official SDK, version 1, over Streamable HTTP with sessions. `--json` answers with JSON bodies.
// Prints its URL. A POST to /forget drops every session, as a restart would.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { readNote, readNoteHandler } from "./read-note.mjs";

const sessions = new Map();
const enableJsonResponse = process.argv.includes("--json");

async function open() {
  const server = new McpServer({ name: "official-v1", version: "1.0.0" }, { capabilities: { logging: {} } });
  server.registerTool(readNote.name, readNote, readNoteHandler);
  server.registerTool("count", { description: "Counts to three" }, async (extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= 3; progress++) {
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    }
    return { content: [{ type: "text", text: "three" }] };
  });
  server.registerTool("ask_roots", { description: "Asks the client for its roots" }, async () => {
    const { roots } = await server.server.listRoots();
    return { content: [{ type: "text", text: roots.map((root) => root.uri).join(" ") }] };
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}

const listener = createServer(async (request, response) => {
  if (request.url === "/forget") {
    sessions.clear();
    response.end();
    return;
  }
  const id = request.headers["mcp-session-id"];
  if (id !== undefined && !sessions.has(id)) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null }));
    return;
  }
  const transport = id === undefined ? await open() : sessions.get(id);
  await transport.handleRequest(request, response);
});
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
