/** An endpoint on Deno: `deno run --allow-net --allow-env deno-server.js`. `PORT` names the port; the URL is printed. */
import { createServer } from "@mcpwire/server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { z } from "zod";

/** What of Deno is used here. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(options: {
    hostname: string;
    port: number;
    onListen: (address: { readonly port: number }) => void;
    handler: (request: Request) => Response | Promise<Response>;
  }): void;
};

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// It binds loopback, so names that were rebound to it are refused. Behind a public name: `allowedHosts`.
const mcp = createFetchHandler(server, { isLoopback: true });

Deno.serve({
  hostname: "127.0.0.1",
  port: Number(Deno.env.get("PORT") ?? 8766),
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
  handler: (request) => (new URL(request.url).pathname === "/mcp" ? mcp(request) : new Response(null, { status: 404 })),
});
