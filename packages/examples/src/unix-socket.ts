import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@mcpwire/client";
import { serveSocket, socketClient } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";

const server = createServer({ name: "neighbour", version: "1.0.0" });
server.tool("ping_me", { description: "Answers over a Unix socket" }, () => "pong");

// The framing of stdio over any byte stream; here a Unix socket that several clients may use at once.
const path = join(mkdtempSync(join(tmpdir(), "mcpwire-")), "mcp.sock");
const listener = await serveSocket(server, { path });
const client = await connect(socketClient({ path }));
console.log((await client.callTool("ping_me")).content);
await client.close();
await listener.close();
