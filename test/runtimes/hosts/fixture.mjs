// The servers that clients in other runtimes talk to, on Node: one of every revision, one that knows the handshake alone, one whose
// tool `cut` breaks the streams of the calls that run there, and one that has moved. Prints their URLs as one line of JSON.
import { createServer } from "node:http";
import { nodeHandler } from "@mcpwire/node";
import { smokeServer } from "../smoke/server.mjs";

const LEGACY = ["2025-11-25"];
const cuttable = new Set();

function cut() {
  for (const res of cuttable) {
    if (res.req.method === "POST" && /event-stream/.test(String(res.getHeader("content-type")))) res.socket?.destroy();
  }
}

const cors = { cors: true, isLoopback: true };
const endpoints = {
  "/mcp": nodeHandler(smokeServer(), cors),
  "/legacy": nodeHandler(smokeServer({ revisions: LEGACY }), cors),
  "/cut": nodeHandler(smokeServer({ revisions: LEGACY, cut }), cors),
};
endpoints["/moved"] = (req, res) => {
  if (req.method === "OPTIONS") endpoints["/mcp"](req, res);
  else
    req.resume().once("end", () => res.writeHead(307, { location: "/mcp", "access-control-allow-origin": "*" }).end());
};

const listener = createServer((req, res) => {
  const endpoint = endpoints[req.url];
  if (endpoint === undefined) return void res.writeHead(404).end();
  if (req.url === "/cut") {
    cuttable.add(res);
    res.once("close", () => cuttable.delete(res));
  }
  endpoint(req, res);
});
listener.listen(0, "127.0.0.1", () => {
  const origin = `http://127.0.0.1:${listener.address().port}`;
  console.log(JSON.stringify({ url: `${origin}/mcp`, legacyUrl: `${origin}/legacy`, cutUrl: `${origin}/cut` }));
});
