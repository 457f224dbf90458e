import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { build } from "../servers/official-v2-server.mjs";

export async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  await build().connect(far);
  await client.connect(near);
  return { call: (text) => client.callTool({ name: "echo", arguments: { text } }) };
}
