import { serveStdio } from "@mcpwire/node/stdio";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

await serveStdio(server);
