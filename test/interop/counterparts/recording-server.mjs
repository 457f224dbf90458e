// The tutorial's server, over stdio or, with `http`, over HTTP; appends one JSON line per request to the file named first: who
// asked what, at which revision. Over HTTP its first line on stdout is its URL.
import { appendFileSync } from "node:fs";
import { serveHttp, serveStdio } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";

const [log, how] = process.argv.slice(2);
const server = createServer({ name: "notes", version: "1.0.0" });
server.tool(
  "read_note",
  {
    description: "Read a teaching note",
    input: { type: "object", properties: { source_id: { type: "string" } }, required: ["source_id"] },
  },
  ({ source_id }, ctx) => (source_id === "control_flow" ? "Control flow: if, while, for." : ctx.fail("no such note")),
);
server.use((exchange, next) => {
  const { method, context } = exchange;
  const line = { method, revision: context.revision.name, client: context.clientInfo?.name };
  appendFileSync(log, `${JSON.stringify(line)}\n`);
  return next();
});

if (how === "http") {
  const listener = await serveHttp(server);
  console.log(listener.url);
  process.once("SIGTERM", () => void listener.close());
} else {
  await serveStdio(server);
}
