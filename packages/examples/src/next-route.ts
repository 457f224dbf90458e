/**
 * A route handler of Next.js: this file is `app/mcp/route.ts`. Functions on a serverless host are billed while a stream is open, and
 * the next request may reach another instance: so there are no sessions, and no stream but those that answer a request.
 */
import { createServer } from "@mcpwire/server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

const mcp = createFetchHandler(server, { sessions: false });

export { mcp as DELETE, mcp as GET, mcp as OPTIONS, mcp as POST };

/** Never prerendered, never cached. */
export const dynamic = "force-dynamic";
