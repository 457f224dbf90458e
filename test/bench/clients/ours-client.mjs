import { connect as connectClient } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";

export async function connect(url, mode) {
  const client = await connectClient(http(url), { revisions: [mode === "modern" ? "2026-07-28" : "2025-11-25"] });
  return { call: (text) => client.callTool("echo", { text }) };
}
