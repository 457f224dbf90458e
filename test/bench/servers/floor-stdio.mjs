// The floor: a bare line echo. Splits lines, parses each once, answers each with one write.
function answer(m) {
  if (m.method === "initialize") {
    return {
      protocolVersion: m.params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1" },
    };
  }
  if (m.method === "tools/list") return { tools: [{ name: "echo", inputSchema: { type: "object" } }] };
  return { content: [{ type: "text", text: m.params.arguments.text }] };
}

let parts = [];
process.stdin.on("data", (chunk) => {
  let from = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
    const piece = chunk.subarray(from, at);
    const line = parts.length === 0 ? piece : Buffer.concat([...parts.splice(0), piece]);
    const message = JSON.parse(line.toString("utf8"));
    if (message.id !== undefined) {
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answer(message) })}\n`);
    }
    from = at + 1;
  }
  if (from < chunk.length) parts.push(chunk.subarray(from));
});
