import { serveStdio } from "@mcpwire/node/stdio";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "bench", version: "1.0.0" });
server.tool("echo", { description: "Echo text", input: z.object({ text: z.string() }) }, ({ text }) => text);
await serveStdio(server);
