/**
 * An endpoint in a Hono application: a function from `Request` to `Response`, so it runs wherever Hono does. Here on Node; `PORT`
 * names the port; the URL is printed.
 */
import { createServer as createHttpServer } from "node:http";
import { toNodeHandler } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { Hono } from "hono";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// The application binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = createFetchHandler(server, { isLoopback: true });

const app = new Hono();
app.all("/mcp", (context) => mcp(context.req.raw));

const listener = createHttpServer(toNodeHandler((request) => app.fetch(request)));
listener.listen(Number(process.env["PORT"] ?? 8766), "127.0.0.1", () => {
  const address = listener.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}/mcp`);
});

process.once("SIGTERM", () => {
  listener.close();
  void mcp.close().then(() => listener.closeAllConnections());
});
