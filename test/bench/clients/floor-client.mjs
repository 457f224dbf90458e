// The floor for a client on fetch: the headers, one fetch, one JSON.parse.
const metadata = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export async function connect(url, mode) {
  let id = 0;
  let session;
  const send = async (message, extra) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": mode === "modern" ? "2026-07-28" : "2025-11-25",
        ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
        ...extra,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${body}`);
    session ??= response.headers.get("mcp-session-id") ?? undefined;
    if (body === "") return undefined;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    return JSON.parse(isStream ? body.slice(body.indexOf("data: ") + 6) : body).result;
  };
  if (mode !== "modern") {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    await send({ id: 0, method: "initialize", params });
    await send({ method: "notifications/initialized" });
  }
  const modern = { "Mcp-Method": "tools/call", "Mcp-Name": "echo" };
  return {
    call(text) {
      const params = { name: "echo", arguments: { text } };
      id += 1;
      return mode === "modern"
        ? send({ id, method: "tools/call", params: { ...params, _meta: metadata } }, modern)
        : send({ id, method: "tools/call", params });
    },
  };
}
