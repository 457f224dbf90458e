import { connect as connectClient } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { server } from "../servers/ours-server.mjs";

export async function connect(_target, mode) {
  const revisions = [mode === "modern" ? "2026-07-28" : "2025-11-25"];
  const client = await connectClient(memory(server), { revisions });
  return { call: (text) => client.callTool("echo", { text }) };
}
