/** A fetch handler behind `node:http` on loopback, and requests to the acceptor of these tests. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from "@mcpwire/streamable-http";
import { afterEach } from "vitest";
import { toNodeHandler } from "../src/index.js";
import { HttpAcceptor } from "./http-acceptor.js";

/** What is closed after each test. */
export const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export type Fetch = (request: Request) => Response | Promise<Response>;

export async function listen(handler: Fetch, options?: { readonly origin?: string }): Promise<string> {
  const server = createServer(toNodeHandler(handler, options));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`;
}

export function endpoint(options: FetchHandlerOptions = {}): { acceptor: HttpAcceptor; handler: FetchHandler } {
  const acceptor = new HttpAcceptor();
  const handler = createFetchHandler(acceptor, { closeMs: 50, ...options });
  closing.push(() => handler.close());
  return { acceptor, handler };
}

export function call(method: string, params: object = {}) {
  const metadata = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: metadata } }),
  };
}

export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error("did not happen within five seconds");
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

export function failure(error: unknown): string {
  return error instanceof Error ? error.name : "no error";
}

export function members(of: object): string[] {
  const names: string[] = [];
  for (const name in of) names.push(name);
  return names.sort();
}
