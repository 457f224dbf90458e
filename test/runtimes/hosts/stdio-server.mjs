import { serveStdio } from "@mcpwire/node";
import { smokeServer } from "../smoke/server.mjs";

await serveStdio(smokeServer());
