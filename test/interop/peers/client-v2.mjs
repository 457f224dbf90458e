// The official client, version 2, against the server on the command line, a program or a URL; prints what it saw as one JSON line.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "official-v2", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const transport = command.startsWith("http:")
  ? new StreamableHTTPClientTransport(new URL(command))
  : new StdioClientTransport({ command, args });
await client.connect(transport);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "read_note", arguments: { source_id: "control_flow" } });
const missing = await client.callTool({ name: "read_note", arguments: { source_id: "missing" } });
const revision = client.getNegotiatedProtocolVersion?.() ?? client.getProtocolEra?.();
await client.close();
console.log(
  JSON.stringify({ revision, server: client.getServerVersion(), tools: tools.map((t) => t.name), found, missing }),
);
