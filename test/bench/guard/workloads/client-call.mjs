// A call of the HTTP client, against answers that are written already: what a fetch costs is not counted.
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";

const content = [{ type: "text", text: "The quick brown fox jumps over the lazy dog." }];

const results = {
  "server/discover": {
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    serverInfo: { name: "guard", version: "1" },
    ttlMs: 60_000,
    cacheScope: "public",
  },
  "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }], ttlMs: 60_000, cacheScope: "public" },
  "tools/call": { content },
};

const fetch = async (_url, { body }) => {
  const { id, method } = JSON.parse(body);
  const text = JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...results[method] } });
  return new Response(text, { headers: { "Content-Type": "application/json" } });
};

const client = await connect(http("http://127.0.0.1/mcp", { fetch }), { revisions: ["2026-07-28"] });

export async function call() {
  const result = await client.callTool("echo", { text: content[0].text });
  if (result.content.length !== 1) throw new Error("wrong answer");
}
