// Node's own server in front of the function from Request to Response.
import { createServer } from "node:http";
import { toNodeHandler } from "@mcpwire/node";
import { smokeHandler } from "../smoke/handler.mjs";

const listener = createServer(toNodeHandler(smokeHandler()));
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
