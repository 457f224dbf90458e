import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";

const client = await connect(http(process.argv[2] ?? "http://127.0.0.1:8766/mcp"));

console.log(`${client.serverInfo?.name} speaks ${client.revision}`);
const result = await client.callTool("greet", { name: "Ada" });
console.log(result.content);

await client.close();
