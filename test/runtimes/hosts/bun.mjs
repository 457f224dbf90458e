// Bun, with its own idle timeout of ten seconds left as it is.
import { smokeHandler } from "../smoke/handler.mjs";

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: smokeHandler() });
console.log(`http://127.0.0.1:${server.port}/mcp`);
