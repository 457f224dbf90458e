/** The requests that the load consists of, as text. */
import type { HttpMode } from "../contestants.js";
import type { RawAnswer, RawConnection } from "./raw-connection.js";

export const metadata = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Endpoint {
  readonly port: number;
  readonly mode: HttpMode;
}

/** One conversation: its session and the revision it is spoken in. */
export interface Conversation {
  readonly endpoint: Endpoint;
  readonly session: string | undefined;
  readonly revision: string;
}

let lastId = 0;

/** Opens a session where the mode has them. */
export async function converse(endpoint: Endpoint, connection: RawConnection): Promise<Conversation> {
  const { mode } = endpoint;
  if (mode === "modern") return { endpoint, session: undefined, revision: "2026-07-28" };
  // Without a handshake nobody agrees on a revision; this one all contestants know.
  if (mode === "stateless") return { endpoint, session: undefined, revision: "2025-06-18" };
  const opening: Conversation = { endpoint, session: undefined, revision: "2025-11-25" };
  const answer = await connection.send(post(opening, initialize));
  const session = /\r\nmcp-session-id: *([^\r]+)/i.exec(answer.head)?.[1];
  const revision = /"protocolVersion":"([^"]+)"/.exec(answer.body)?.[1];
  if (session === undefined || revision === undefined) throw new Error(`initialize: ${describe(answer)}`);
  const conversation: Conversation = { endpoint, session, revision };
  const accepted = await connection.send(post(conversation, initialized));
  if (accepted.status !== 202) throw new Error(`initialized: ${describe(accepted)}`);
  return conversation;
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
});
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

/** A call of a tool; with a progress token where it is told to. */
export function toolCall(
  conversation: Conversation,
  name: string,
  args: Record<string, unknown>,
  progressToken?: string,
): string {
  const meta = {
    ...(conversation.endpoint.mode === "modern" ? metadata : {}),
    ...(progressToken === undefined ? {} : { progressToken }),
  };
  const params = { name, arguments: args, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) };
  return post(conversation, JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method: "tools/call", params }), name);
}

export function get({ endpoint, session, revision }: Conversation, lastEventId?: string): string {
  return [
    "GET /mcp HTTP/1.1",
    `Host: 127.0.0.1:${endpoint.port}`,
    "Accept: text/event-stream",
    `MCP-Protocol-Version: ${revision}`,
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
    ...(lastEventId === undefined ? [] : [`Last-Event-ID: ${lastEventId}`]),
    "\r\n",
  ].join("\r\n");
}

/** An echo call, checked. Gives the milliseconds it took. */
export async function echo(conversation: Conversation, connection: RawConnection): Promise<number> {
  const text = `The quick brown fox jumps over the lazy dog. The quick brown fox jumps over the lazy dog. #${lastId}#`;
  const request = toolCall(conversation, "echo", { text });
  const began = performance.now();
  const answer = await connection.send(request);
  const ms = performance.now() - began;
  if (answer.status !== 200 || !answer.body.includes(text) || answer.body.includes('"isError":true')) {
    throw new Error(`echo: ${describe(answer)}`);
  }
  return ms;
}

export function describe(answer: RawAnswer): string {
  return `HTTP ${answer.status}: ${answer.body.slice(0, 200)}`;
}

function post({ endpoint, session, revision }: Conversation, body: string, tool?: string): string {
  return [
    "POST /mcp HTTP/1.1",
    `Host: 127.0.0.1:${endpoint.port}`,
    "Connection: keep-alive",
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `MCP-Protocol-Version: ${revision}`,
    ...(endpoint.mode === "modern" ? ["Mcp-Method: tools/call"] : []),
    ...(endpoint.mode === "modern" && tool !== undefined ? [`Mcp-Name: ${tool}`] : []),
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
