// A harder floor than the bare line echo: all answers of one chunk go out in one write.
const echo = (m) => `{"jsonrpc":"2.0","id":${JSON.stringify(m.id)},"result":${JSON.stringify(result(m))}}\n`;

function result(m) {
  if (m.method === "initialize") {
    return {
      protocolVersion: m.params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1" },
    };
  }
  return { content: [{ type: "text", text: m.params.arguments.text }], resultType: "complete" };
}

let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let from = 0;
  let out = "";
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
    const message = JSON.parse(bytes.toString("utf8", from, at));
    if (message.id !== undefined) out += echo(message);
    from = at + 1;
  }
  rest = bytes.subarray(from);
  if (out !== "") process.stdout.write(out);
});
