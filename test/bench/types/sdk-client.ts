import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "visitor", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ["server.js"] }));
const result = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
console.log(result.content);
await client.close();
