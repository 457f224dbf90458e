// Sessions for the transports of the official SDKs, as their examples keep them.
import { randomUUID } from "node:crypto";
import { ArrayEventStore } from "./array-event-store.mjs";
import { mode } from "./listen.mjs";

export function sessionHandler(Transport, build) {
  const transports = new Map();
  return async (req, res) => {
    const id = req.headers["mcp-session-id"];
    if (id !== undefined) {
      const known = transports.get(id);
      if (known === undefined) res.writeHead(404).end();
      else await known.handleRequest(req, res);
      return;
    }
    const transport = new Transport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: mode === "session",
      eventStore: process.env.BENCH_EVENTS === undefined ? undefined : new ArrayEventStore(),
      onsessioninitialized: (opened) => void transports.set(opened, transport),
    });
    transport.onclose = () => transports.delete(transport.sessionId);
    await build().connect(transport);
    await transport.handleRequest(req, res);
  };
}
