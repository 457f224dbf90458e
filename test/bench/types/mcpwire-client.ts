import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";

const client = await connect(stdio(process.execPath, ["server.js"]));
const result = await client.callTool("greet", { name: "Ada" });
console.log(result.content);
await client.close();
