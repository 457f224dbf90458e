/** A real server on a loopback port that does what a test says, and a client that writes down what it is told. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  request,
  type ClientExchange,
  type ClientLink,
  type ClientTransport,
  type Evidence,
  type ExchangeHints,
  type Inbound,
  type JSONObject,
  type JSONRPCNotification,
  type JSONRPCResponse,
  type Report,
  type RequestId,
  type TransportError,
  type WireRules,
} from "@mcpwire/jsonrpc";
import { mcpCorrelation } from "@mcpwire/protocol";
import { http, type HttpOptions } from "../src/index.js";

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON; undefined without one. */
  readonly body: { readonly method?: string; readonly id?: RequestId; readonly result?: JSONObject } & JSONObject;
  /** Resolves when the connection of this answer is gone. */
  readonly gone: Promise<unknown>;
}

export type Script = (seen: Seen, answer: ServerResponse) => void | Promise<void>;

export class ScriptedServer {
  readonly seen: Seen[] = [];
  readonly origin: string;
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
    this.url = `${this.origin}/mcp`;
  }

  static async open(script: Script): Promise<ScriptedServer> {
    const server = createServer((incoming, answer) => {
      void readBody(incoming).then((body) => {
        const { method = "", url = "", headers } = incoming;
        const seen: Seen = { method, url, headers, body, gone: once(answer, "close") };
        scripted.seen.push(seen);
        return script(seen, answer);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    // Sound: it listens on a TCP port.
    const scripted = new ScriptedServer(server, (server.address() as AddressInfo).port);
    return scripted;
  }

  /** What was asked for with this HTTP method. */
  of(method: string): Seen[] {
    return this.seen.filter((seen) => seen.method === method);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

async function readBody(incoming: IncomingMessage): Promise<Seen["body"]> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  const text = Buffer.concat(chunks).toString();
  return text === "" ? {} : (JSON.parse(text) as Seen["body"]);
}

/* ---------------------------------------------------------------- answers ------------------------------------------------- */

export function json(answer: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  answer.writeHead(status, { "content-type": "application/json", ...headers });
  answer.end(JSON.stringify(value));
}

export function result(answer: ServerResponse, { body }: Seen, value: JSONObject = {}): void {
  json(answer, { jsonrpc: "2.0", id: body.id, result: value });
}

/** Begins an event stream. */
export function stream(answer: ServerResponse, headers: Record<string, string> = {}): void {
  answer.writeHead(200, { "content-type": "text/event-stream", ...headers });
  answer.flushHeaders();
}

export function send(answer: ServerResponse, message: unknown, id?: string): void {
  answer.write(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
}

export const reply = (id: RequestId | undefined, value: JSONObject = {}) => ({ jsonrpc: "2.0", id, result: value });

/* ---------------------------------------------------------------- the client ---------------------------------------------- */

export const rules: WireRules = {
  revision: "2025-11-25",
  batches: false,
  nullIds: false,
  versionHeader: true,
  primingEvent: true,
};

/** How an exchange ended. */
export type End =
  { readonly response: JSONRPCResponse; readonly evidence: Evidence | undefined } | { readonly lost: TransportError };

export class RecordedExchange {
  readonly notified: JSONRPCNotification[] = [];
  readonly asked: Inbound[] = [];
  readonly ends: End[] = [];
  readonly over: Promise<End>;
  onasked: (x: Inbound) => void = () => undefined;
  onnotified: (n: JSONRPCNotification) => void = () => undefined;
  readonly holds: boolean[] = [];
  readonly exchange: ClientExchange;

  constructor(link: ClientLink, q: ReturnType<typeof request>, hints?: ExchangeHints) {
    let settle: (end: End) => void = () => undefined;
    this.over = new Promise((resolve) => (settle = resolve));
    const end = (how: End): void => {
      this.ends.push(how);
      settle(how);
    };
    this.exchange = link.begin(
      q,
      {
        notified: (n) => {
          this.notified.push(n);
          this.onnotified(n);
        },
        asked: (x) => {
          this.asked.push(x);
          this.onasked(x);
        },
        ended: (response, evidence) => end({ response, evidence }),
        lost: (error) => end({ lost: error }),
        held: (isHeld) => void this.holds.push(isHeld),
      },
      hints,
    );
  }
}

export class RecordingClient {
  readonly notified: JSONRPCNotification[] = [];
  readonly asked: Inbound[] = [];
  readonly reports: Report[] = [];
  readonly closings: (TransportError | undefined)[] = [];
  #link: ClientLink | undefined;
  #lastId = 0;

  static open(url: string, options: HttpOptions = {}): Promise<RecordingClient> {
    return RecordingClient.over(http(url, { reconnectDelayMs: 5, closeTimeoutMs: 100, ...options }));
  }

  static async over(transport: ClientTransport): Promise<RecordingClient> {
    const client = new RecordingClient();
    client.#link = await transport.open({
      correlation: mcpCorrelation,
      notified: (n) => void client.notified.push(n),
      asked: (x) => void client.asked.push(x),
      closed: (error) => void client.closings.push(error),
      report: (report) => void client.reports.push(report),
    });
    return client;
  }

  get link(): ClientLink {
    if (this.#link === undefined) throw new Error("not open yet");
    return this.#link;
  }

  call(method = "tools/call", params?: JSONObject, hints?: ExchangeHints): RecordedExchange {
    return new RecordedExchange(this.link, request(++this.#lastId, method, params), hints);
  }

  modern(method = "tools/call", params: JSONObject = {}, hints?: ExchangeHints): RecordedExchange {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    return this.call(method, { ...params, _meta: meta }, hints);
  }

  /** Opens a session, as the layer above does. */
  async handshake(more: Partial<WireRules> = {}): Promise<void> {
    await this.call("initialize").over;
    await this.link.settle({ ...rules, ...more }, { jsonrpc: "2.0", method: "notifications/initialized" });
  }
}

/** A server with sessions: answers the handshake, refuses the GET, and leaves the rest to `script`. */
export function withSession(script: Script, options: { readonly get?: Script; readonly id?: string } = {}): Script {
  return (seen, answer) => {
    const { id = "s-1", get } = options;
    if (seen.method === "POST" && seen.body.method === "initialize") {
      json(answer, reply(seen.body.id), 200, { "Mcp-Session-Id": id });
    } else if (seen.method === "POST" && seen.body.method === "notifications/initialized") {
      answer.writeHead(202).end();
    } else if (seen.method === "GET" && seen.headers["last-event-id"] === undefined) {
      if (get === undefined) answer.writeHead(405).end();
      else return get(seen, answer);
    } else {
      return script(seen, answer);
    }
    return undefined;
  };
}

/** Waits until a condition holds; fails the test by its timeout. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}
