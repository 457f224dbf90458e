// The official client, version 1, against the server on the command line, a program or a URL; prints what it saw as one JSON line.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "official-v1", version: "1.0.0" });
const transport = command.startsWith("http:")
  ? new StreamableHTTPClientTransport(new URL(command))
  : new StdioClientTransport({ command, args });
await client.connect(transport);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "read_note", arguments: { source_id: "control_flow" } });
const missing = await client.callTool({ name: "read_note", arguments: { source_id: "missing" } });
await client.close();
console.log(
  JSON.stringify({
    revision: "2025-11-25",
    server: client.getServerVersion(),
    tools: tools.map((t) => t.name),
    found,
    missing,
  }),
);
