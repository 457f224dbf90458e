import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export async function connect(url, mode) {
  const versionNegotiation = { mode: mode === "modern" ? { pin: "2026-07-28" } : "legacy" };
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { call: (text) => client.callTool({ name: "echo", arguments: { text } }) };
}
