import { serveHttp } from "@mcpwire/node";
import { mode, ready } from "./listen.mjs";
import { endpointOptions, server } from "./ours-server.mjs";

const { port } = await serveHttp(server, endpointOptions(mode));
ready(port);
