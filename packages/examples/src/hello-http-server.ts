import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

// Every revision at one URL, on this machine only; Host and Origin are checked.
const listener = await serveHttp(server, { port: Number(process.env["PORT"] ?? 8766) });
console.log(listener.url);
