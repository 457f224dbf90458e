// The fetch handler on Node, behind the adapter of @mcpwire/node.
import { toNodeHandler } from "@mcpwire/node";
import { createFetchHandler } from "@mcpwire/streamable-http";
import { listen, mode } from "./listen.mjs";
import { endpointOptions, server } from "./ours-server.mjs";

listen(toNodeHandler(createFetchHandler(server, { isLoopback: true, ...endpointOptions(mode) })));
