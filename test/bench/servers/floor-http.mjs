// The floor: JSON-RPC on bare node:http, without a guard, a limit or a check. One write per answer, one write per event.
import { randomUUID } from "node:crypto";
import { listen, mode } from "./listen.mjs";

const streams = mode === "session-stream";
const sessions = new Map();

const frame = (message, id) => `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;

function result(m) {
  if (m.method === "initialize") {
    return {
      protocolVersion: m.params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1" },
    };
  }
  return { content: [{ type: "text", text: m.params.arguments.text }] };
}

async function stream(m, res, session) {
  res.writeHead(200, { "Content-Type": "text/event-stream" });
  const { n } = m.params.arguments;
  const { progressToken } = m.params._meta;
  const write = (message) => {
    if (session === undefined) return res.write(frame(message));
    session.log.push(message);
    return res.write(frame(message, session.log.length));
  };
  for (let progress = 1; progress <= n; progress++) {
    const params = { progressToken, progress, total: n };
    if (!write({ jsonrpc: "2.0", method: "notifications/progress", params })) {
      await new Promise((resolve) => res.once("drain", resolve));
    }
  }
  write({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: `done ${n}` }] } });
  res.end();
}

function get(req, res, session) {
  res.writeHead(200, { "Content-Type": "text/event-stream" });
  const last = req.headers["last-event-id"];
  if (last === undefined) res.write(":\n\n");
  else {
    let out = "";
    for (let i = Number(last); i < session.log.length; i++) out += frame(session.log[i], i + 1);
    res.write(out);
  }
}

listen((req, res) => {
  const session = sessions.get(req.headers["mcp-session-id"]);
  if (req.method === "GET") {
    get(req, res, session);
    return;
  }
  const chunks = [];
  req.on("data", (chunk) => chunks.push(chunk));
  req.on("end", () => {
    const m = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString("utf8"));
    if (m.id === undefined) {
      res.writeHead(202).end();
      return;
    }
    if (m.params?.name === "stream") {
      void stream(m, res, session);
      return;
    }
    const answer = { jsonrpc: "2.0", id: m.id, result: result(m) };
    const body = streams ? frame(answer) : JSON.stringify(answer);
    const headers = {
      "Content-Type": streams ? "text/event-stream" : "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    if (m.method === "initialize" && mode.startsWith("session")) {
      const id = randomUUID();
      sessions.set(id, { log: [] });
      headers["Mcp-Session-Id"] = id;
    }
    res.writeHead(200, headers).end(body);
  });
});
