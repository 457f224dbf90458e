import { smokeHandler } from "../smoke/handler.mjs";

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
  handler: smokeHandler(),
});
