/** A protected server: tokens of one issuer, for this endpoint, with a scope for everything and one more for a tool that writes. */
import { createResourceServer, isPrincipal, metadataFallback, verifyJwt } from "@mcpwire/auth/server";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const notes = ["Buy milk"];
const server = createServer({ name: "notes", version: "1.0.0" });
server.tool("list_notes", { description: "Lists the notes" }, () => notes.join("\n"));
server.tool("add_note", { description: "Adds a note", input: z.object({ text: z.string() }) }, ({ text }, ctx) => {
  const author = isPrincipal(ctx.auth) ? ctx.auth.subject : undefined;
  notes.push(`${text} (${author ?? "somebody"})`);
  return "added";
});

const port = Number(process.env["PORT"] ?? 8766);
const issuer = process.env["ISSUER"] ?? "http://127.0.0.1:8767";
const guard = createResourceServer({
  resource: `http://127.0.0.1:${port}/mcp`,
  authorizationServers: [issuer],
  verify: verifyJwt({ issuer }),
  scopes: { required: ["notes:read"], tools: { add_note: ["notes:write"] } },
});

const listener = await serveHttp(server, { port, ...guard, fallback: metadataFallback(guard) });
console.log(listener.url);
