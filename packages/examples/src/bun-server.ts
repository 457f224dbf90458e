/** An endpoint on Bun: `bun bun-server.js`. `PORT` names the port; the URL is printed. */
import { createServer } from "@mcpwire/server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { z } from "zod";

/** What of Bun is used here. */
declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    idleTimeout: number;
    fetch: (request: Request) => Promise<Response>;
  }): { readonly port: number };
};

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// It binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = createFetchHandler(server, { isLoopback: true });

// Bun closes connections that are idle for ten seconds; quiet streams get a comment after eight. Off, a stalled event loop is no danger.
const { port } = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 8766),
  idleTimeout: 0,
  fetch: (request) =>
    new URL(request.url).pathname === "/mcp" ? mcp(request) : Promise.resolve(new Response(null, { status: 404 })),
});
console.log(`http://127.0.0.1:${port}/mcp`);
