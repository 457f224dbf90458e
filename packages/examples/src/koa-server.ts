/** An endpoint in a Koa application. `PORT` names the port; the URL is printed. */
import { nodeHandler } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import Koa from "koa";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// The application binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = nodeHandler(server, { isLoopback: true });

const app = new Koa();
app.use((ctx, next) => {
  if (ctx.path !== "/mcp") return next();
  // The answer is written by the handler, and may be a stream that lasts.
  ctx.respond = false;
  mcp(ctx.req, ctx.res);
});

const listener = app.listen(Number(process.env["PORT"] ?? 8766), "127.0.0.1", () => {
  const address = listener.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}/mcp`);
});

process.once("SIGTERM", () => {
  listener.close();
  void mcp.close().then(() => listener.closeAllConnections());
});
