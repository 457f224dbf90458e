/** The fixture server over HTTP: one endpoint for clients of both generations, and beside it the transport of 2024-11-05. */
import { systemTimers } from "@mcpwire/jsonrpc";
import { httpSseHandler, serveHttp } from "@mcpwire/node";
import type { Server } from "@mcpwire/server";
import { MemoryEventLog } from "@mcpwire/streamable-http/core";
import type { Authorization, RequestHead } from "@mcpwire/streamable-http/core";
import type { ServerProgramOptions } from "./server-options.js";

/** Of the 5 s that a farewell may take in all. */
const closeMs = 3000;

export interface Listener {
  readonly url: string;
  close(): Promise<unknown>;
}

export async function serveOverHttp(server: Server, port: number, options: ServerProgramOptions): Promise<Listener> {
  const { sessions, json, legacy, maxMessageBytes, maxEventsPerStream, callers } = options;
  const shared = {
    closeMs,
    ...(maxMessageBytes !== undefined && { limits: { maxMessageBytes } }),
    ...(callers && { authorize: (head: RequestHead) => whoSent(head, callers) }),
  };
  const older = legacy ? httpSseHandler(server, { ...shared, isLoopback: true }) : undefined;
  const listener = await serveHttp(server, {
    ...shared,
    port,
    sessions,
    ...(json && { responses: "json" }),
    ...(maxEventsPerStream !== undefined && {
      eventLog: new MemoryEventLog({ maxEventsPerStream, timers: systemTimers }),
    }),
    ...(older && { fallback: older }),
  });
  return { url: listener.url, close: () => Promise.all([older?.close(), listener.close()]) };
}

/** The caller whose token a request bears. */
function whoSent(head: RequestHead, callers: ReadonlyMap<string, string>): Authorization {
  const token = /^Bearer +(\S+)$/i.exec(head.header("authorization") ?? "")?.[1] ?? "";
  const name = callers.get(token);
  if (name === undefined) return { challenge: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } };
  return { caller: name, id: name };
}
