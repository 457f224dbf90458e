import { connectAll } from "@mcpwire/client";
import { readServersConfig } from "@mcpwire/node";

const servers = await connectAll(await readServersConfig(process.argv[2] ?? "mcp.json"));

for (const [name, error] of servers.failures) console.log(`${name} is not there: ${error.message}`);
for await (const tool of servers.tools()) console.log(`${tool.name}: ${tool.description}`);

const result = await servers.callTool("greeter__greet", { name: "Ada" });
console.log(result.content);

await servers.close();
