import { createServerEra } from "@mcpwire/negotiation";
import { buildServer } from "./build-server.js";
import type { Server, ServerOptions } from "./server.js";

/**
 * Makes a server: one definition for every client, connection and transport. Hand it to `serveStdio(server)`, `memory(server)` or
 * `createFetchHandler(server)`. Throws a `UsageError` for options that cannot be served.
 */
export function createServer(options: ServerOptions): Server {
  return buildServer(options, createServerEra);
}
