// The fetch handler on Node, behind the lazy adapter of @hono/node-server.
import { getRequestListener } from "@hono/node-server";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { listen, mode } from "./listen.mjs";
import { endpointOptions, server } from "./ours-server.mjs";

listen(getRequestListener(createFetchHandler(server, { isLoopback: true, ...endpointOptions(mode) })));
