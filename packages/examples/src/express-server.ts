/** An endpoint in an Express application. `PORT` names the port; the URL is printed. */
import { nodeHandler } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import express from "express";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// The application binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = nodeHandler(server, { isLoopback: true });

const app = express();
// A parser is not needed, and does no harm: what it has parsed is taken from `req.body`.
app.use(express.json());
app.all("/mcp", (req, res) => mcp(req, res));

const listener = app.listen(Number(process.env["PORT"] ?? 8766), "127.0.0.1", () => {
  const address = listener.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}/mcp`);
});

process.once("SIGTERM", () => {
  listener.close();
  void mcp.close().then(() => listener.closeAllConnections());
});
