/** The fixture server over HTTP. */
import { systemTimers } from "@mcpwire/jsonrpc";
import { serveHttp } from "@mcpwire/node";
import type { HttpListener } from "@mcpwire/node";
import type { Server } from "@mcpwire/server";
import { MemoryEventLog } from "@mcpwire/streamable-http/core";
import type { Authorization, RequestHead } from "@mcpwire/streamable-http/core";
import type { ServerProgramOptions } from "./server-options.js";

export function serveOverHttp(server: Server, port: number, options: ServerProgramOptions): Promise<HttpListener> {
  const { sessions, json, maxMessageBytes, maxEventsPerStream, callers } = options;
  return serveHttp(server, {
    port,
    // The whole farewell takes at most 5 s.
    closeMs: 3000,
    sessions,
    ...(json && { responses: "json" }),
    ...(maxMessageBytes !== undefined && { limits: { maxMessageBytes } }),
    ...(maxEventsPerStream !== undefined && {
      eventLog: new MemoryEventLog({ maxEventsPerStream, timers: systemTimers }),
    }),
    ...(callers && { authorize: (head) => whoSent(head, callers) }),
  });
}

/** The caller whose token a request bears. */
function whoSent(head: RequestHead, callers: ReadonlyMap<string, string>): Authorization {
  const token = /^Bearer +(\S+)$/i.exec(head.header("authorization") ?? "")?.[1] ?? "";
  const name = callers.get(token);
  if (name === undefined) return { challenge: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } };
  return { caller: name, id: name };
}
