// The tool of ours-stdio, its input described by a plain JSON Schema.
import { serveStdio } from "@mcpwire/node/stdio";
import { createServer } from "@mcpwire/server";

const input = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const server = createServer({ name: "bench", version: "1.0.0" });
server.tool("echo", { description: "Echo text", input }, ({ text }) => text);
await serveStdio(server);
