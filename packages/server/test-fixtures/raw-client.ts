/** A client that knows JSON-RPC and nothing of MCP: it sends what a test says, and shows what came back. */
import { isErrorResponse, notification, request } from "@mcpwire/jsonrpc";
import type { ClientLink, Inbound, JSONObject, JSONRPCNotification, JSONRPCResponse } from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { findRevision, mcpCorrelation, wireRules } from "@mcpwire/protocol";
import type { Server } from "../src/server.js";

export interface RawClient {
  /** Sends a request with these params as they stand; the whole response. */
  send(method: string, params?: JSONObject): Promise<JSONRPCResponse>;
  /** As `send`, with what the era wants in `_meta`; the result, or a throw of the error object. */
  call(method: string, params?: JSONObject): Promise<JSONObject>;
  /** Of the next request: clients use the id as progress token. */
  readonly nextId: number;
  /** Every notification that arrived. */
  readonly notified: JSONRPCNotification[];
  /** Abandons the newest request, the way a process link does. */
  cancel(): void;
  close(): Promise<void>;
}

type Answer = (method: string, params: JSONObject | undefined) => JSONObject;

/** Opens a link; a 2025-11-25 client shakes hands first. `answer` is asked what the server asks on the wire. */
export async function rawClient(
  server: Server,
  revision: "2025-11-25" | "2026-07-28",
  capabilities: JSONObject = {},
  answer: Answer = () => ({}),
): Promise<RawClient> {
  const notified: JSONRPCNotification[] = [];
  const link = await memory(server, { serialize: true }).open({
    correlation: mcpCorrelation,
    notified: (n) => void notified.push(n),
    asked: (x) => reply(x, answer),
    closed() {},
    report() {},
  });
  const isNewest = revision === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  let id = 0;
  const send = (method: string, params?: JSONObject): Promise<JSONRPCResponse> => {
    id += 1;
    const { promise, on } = exchange(notified, answer);
    link.begin(request(id, method, params), on);
    return promise;
  };
  const client: RawClient = {
    send,
    async call(method, params = {}) {
      const own = params["_meta"] as JSONObject | undefined;
      const full = isNewest ? { ...params, _meta: { ...meta, ...own } } : params;
      const response = await send(method, full);
      // An error object is what a test wants to match.
      // oxlint-disable-next-line typescript/only-throw-error
      if (isErrorResponse(response)) throw response.error;
      return response.result;
    },
    get nextId() {
      return id + 1;
    },
    notified,
    cancel: () => void link.notify(notification("notifications/cancelled", { requestId: id })),
    close: () => link.close(),
  };
  if (!isNewest) await shakeHands(client, link, revision, capabilities);
  return client;
}

async function shakeHands(
  client: RawClient,
  link: ClientLink,
  revision: string,
  capabilities: JSONObject,
): Promise<void> {
  const clientInfo = { name: "raw", version: "1" };
  await client.call("initialize", { protocolVersion: revision, capabilities, clientInfo });
  const known = findRevision(revision);
  if (known === undefined) throw new Error(`${revision} is unknown`);
  void link.settle(wireRules(known), notification("notifications/initialized"));
}

function exchange(notified: JSONRPCNotification[], answer: Answer) {
  let resolve: (response: JSONRPCResponse) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<JSONRPCResponse>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  const on = {
    notified: (n: JSONRPCNotification) => void notified.push(n),
    asked: (x: Inbound) => reply(x, answer),
    ended: (response: JSONRPCResponse) => resolve(response),
    lost: (error: Error) => reject(error),
  };
  return { promise, on };
}

function reply(x: Inbound, answer: Answer): void {
  x.end({ jsonrpc: "2.0", id: x.request.id, result: answer(x.request.method, x.request.params) });
}
