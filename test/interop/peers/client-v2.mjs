// The official client, version 2, against the stdio server named on the command line; prints what it saw as one JSON line.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "official-v2", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const transport = new StdioClientTransport({ command, args });
await client.connect(transport);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "read_note", arguments: { source_id: "control_flow" } });
const missing = await client.callTool({ name: "read_note", arguments: { source_id: "missing" } });
const revision = client.getNegotiatedProtocolVersion?.() ?? client.getProtocolEra?.();
await client.close();
console.log(
  JSON.stringify({ revision, server: client.getServerVersion(), tools: tools.map((t) => t.name), found, missing }),
);
