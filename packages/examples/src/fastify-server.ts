/** An endpoint in a Fastify application. `PORT` names the port; the URL is printed. */
import { nodeHandler } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import fastify from "fastify";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// The application binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = nodeHandler(server, { isLoopback: true });

const app = fastify({ forceCloseConnections: true });
app.register((scope, _options, done) => {
  // Bodies stay unread here: the handler bounds and parses them, and says of a bad one what the protocol wants said.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
  scope.all("/mcp", (request, reply) => {
    reply.hijack();
    mcp(request.raw, reply.raw);
  });
  done();
});

const origin = await app.listen({ port: Number(process.env["PORT"] ?? 8766), host: "127.0.0.1" });
console.log(`${origin}/mcp`);

process.once("SIGTERM", () => {
  void mcp.close().then(() => app.close());
});
