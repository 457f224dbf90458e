// Calls of our HTTP server in this same process, one at a time over one socket, with as little of a client as there can be.
import { connect } from "node:net";
import { once } from "node:events";

const metadata = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "guard", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "guard", version: "1" } };
const echo = { name: "echo", arguments: { text: "The quick brown fox jumps over the lazy dog." } };

/** Opens what the mode needs, and gives a function that makes one call. */
export async function converse(mode) {
  process.env.BENCH_MODE = mode;
  const { serveHttp } = await import("@mcpwire/node");
  const { endpointOptions, server } = await import("../servers/ours-server.mjs");
  const { port } = await serveHttp(server, endpointOptions(mode));
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let answered;
  socket.on("data", (chunk) => answered(chunk));
  const send = (text) =>
    new Promise((resolve) => {
      answered = resolve;
      socket.write(text);
    });
  const post = (headers, message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  };
  const request =
    mode === "modern"
      ? post(["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: echo"], {
          id: 1,
          method: "tools/call",
          params: { ...echo, _meta: metadata },
        })
      : post(await openSession(post, send), { id: 1, method: "tools/call", params: echo });
  return async () => {
    const answer = await send(request);
    if (answer.indexOf(echo.arguments.text) === -1) throw new Error(`wrong answer: ${answer.toString("latin1")}`);
  };
}

async function openSession(post, send) {
  const version = "MCP-Protocol-Version: 2025-11-25";
  const opened = await send(post([version], { id: 0, method: "initialize", params: initialize }));
  const [, id] = /\r\nmcp-session-id: *([^\r]+)/i.exec(opened.toString("latin1"));
  const headers = [version, `Mcp-Session-Id: ${id}`];
  await send(post(headers, { method: "notifications/initialized" }));
  return headers;
}
