// Our server over stdio, speaking only the revisions named on the command line.
import { serveStdio } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";

const revisions = process.argv.slice(2);
const server = createServer({ name: "matrix", version: "1.0.0", ...(revisions.length > 0 && { revisions }) });
server.tool("hello", { description: "Says hello" }, () => "hello");
await serveStdio(server);
