import { connect } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { createServer } from "@mcpwire/server";

const server = createServer({ name: "clock", version: "1.0.0" });
server.tool("now", { description: "The time" }, () => new Date(0).toISOString());

// No process, no port: the client talks to the server in this process, through the same code as everywhere else.
const client = await connect(memory(server));
const { content } = await client.callTool("now");
console.log(content);
await client.close();
