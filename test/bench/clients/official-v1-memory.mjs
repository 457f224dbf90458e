import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { build } from "../servers/official-v1-server.mjs";

export async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1.0.0" });
  await build().connect(far);
  await client.connect(near);
  return { call: (text) => client.callTool({ name: "echo", arguments: { text } }) };
}
