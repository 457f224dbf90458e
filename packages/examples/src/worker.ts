/**
 * An endpoint in a Worker, such as Cloudflare's: bundled, without any compatibility layer for Node.
 *
 * A plain worker ends with each request, so clients of the legacy generation get no session. For sessions, and streams that can be
 * resumed, put the handler into a Durable Object: `export class Mcp { fetch = createFetchHandler(server) }`.
 */
import { createServer } from "@mcpwire/server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import * as z from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// Whoever reaches a worker did so by its own name. Pages that may call it are named in `allowedOrigins`, with `cors: true`.
const mcp = createFetchHandler(server, { sessions: false });

export default {
  fetch(request: Request): Response | Promise<Response> {
    return new URL(request.url).pathname === "/mcp" ? mcp(request) : new Response(null, { status: 404 });
  },
};
