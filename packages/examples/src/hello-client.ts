import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";

const client = await connect(stdio(process.execPath, [process.argv[2] ?? "hello-server.js"]));

console.log(`${client.serverInfo?.name} speaks ${client.revision}`);
for await (const tool of client.tools()) console.log(`it offers ${tool.name}: ${tool.description}`);

const result = await client.callTool("greet", { name: "Ada" });
console.log(result.content);

await client.close();
