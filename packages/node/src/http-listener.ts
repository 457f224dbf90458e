/**
 * An acceptor as an HTTP server: `serveHttp` listens by itself, `nodeHandler` is for a server or framework that does.
 * [2025-11-25 basic/transports#streamable-http] [2026-07-28 basic/transports/streamable-http#top]
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Acceptor } from "@mcpwire/jsonrpc";
import { createEndpoint, isLoopbackName, type EndpointOptions } from "@mcpwire/streamable-http/core";
import { createHttpSseEndpoint, type HttpSseEndpointOptions } from "@mcpwire/streamable-http/http-sse";
import { NodeCall, nodeHost, type NodeEndpoint } from "./http-call.js";

/** Options of `nodeHandler`; none is needed. */
export interface NodeHandlerOptions extends EndpointOptions {
  /** How long `close` waits for what runs, in ms. Default 4 000. */
  readonly closeMs?: number;
}

/** Answers requests of `node:http`, at whatever path it is mounted. */
export interface NodeHandler {
  /**
   * `body`: what a framework has parsed already; a function in its place (`next`) is not looked at. Without it `req.body` is taken,
   * where there is one, else the body is read.
   */
  (req: IncomingMessage, res: ServerResponse, body?: unknown): void;
  /** Takes no more requests, ends watches with their result, lets what runs finish for `closeMs`, then ends all. Idempotent. */
  close(): Promise<void>;
  /** Requests in flight. */
  readonly inFlight: number;
}

/** Options of `serveHttp`; none is needed. */
export interface ServeHttpOptions extends NodeHandlerOptions {
  /** Default 0: any free one. */
  readonly port?: number;
  /** The address to bind. Default 127.0.0.1: this machine only. A loopback address turns on the check of `Host`. */
  readonly host?: string;
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string;
  /** Every other path. Default: 404. */
  readonly fallback?: (req: IncomingMessage, res: ServerResponse) => void;
}

/** A server that listens. */
export interface HttpListener {
  /** Where clients find it. */
  readonly url: string;
  readonly port: number;
  /** The server of Node below, for what only it can tell or set. */
  readonly server: Server;
  /** As the handler's `close`; then the sockets are closed. Resolves when the port is free. Idempotent. */
  close(): Promise<void>;
}

/** Within what a supervisor grants after SIGTERM, with room for the rest of the program. */
const CLOSE_MS = 4000;
/** How long a reader may take for the last words, in ms. */
const FLUSH_MS = 500;

/** The acceptor as a function of `node:http`, for Express, Fastify, Koa and bare servers. */
export function nodeHandler(acceptor: Acceptor, options: NodeHandlerOptions = {}): NodeHandler {
  return handlerOf(createEndpoint(acceptor, nodeHost, options), options.closeMs ?? CLOSE_MS);
}

/** Options of `httpSseHandler`; none is needed. */
export interface HttpSseNodeOptions extends HttpSseEndpointOptions {
  /** How long `close` waits for what runs, in ms. Default 4 000. */
  readonly closeMs?: number;
}

/**
 * The acceptor for clients of 2024-11-05: a stream at `ssePath` and POSTs at `messagePath`, beside the MCP endpoint; as the `fallback`
 * of `serveHttp`, or in a framework. [2025-11-25 basic/transports#backwards-compatibility]
 */
export function httpSseHandler(acceptor: Acceptor, options: HttpSseNodeOptions = {}): NodeHandler {
  return handlerOf(createHttpSseEndpoint(acceptor, nodeHost, options), options.closeMs ?? CLOSE_MS);
}

function handlerOf(endpoint: NodeEndpoint, closeMs: number): NodeHandler {
  const handle = (req: IncomingMessage & { readonly body?: unknown }, res: ServerResponse, body?: unknown): void => {
    const parsed = body === undefined || typeof body === "function" ? req.body : body;
    new NodeCall(req, res, endpoint, parsed).start();
  };
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeEndpoint(endpoint, closeMs));
  return Object.defineProperty(Object.assign(handle, { close, inFlight: 0 }), "inFlight", {
    get: () => endpoint.inFlight,
  });
}

/** Listens, and resolves when it does. Rejects with Node's error where the address cannot be had. */
export async function serveHttp(acceptor: Acceptor, options: ServeHttpOptions = {}): Promise<HttpListener> {
  const { port = 0, host = "127.0.0.1", path = "/mcp" } = options;
  const handler = nodeHandler(acceptor, { isLoopback: isLoopbackName(host), ...options });
  const fallback = options.fallback ?? notFound;
  const unused = new UnusedSockets();
  const server = createServer((req, res) => {
    unused.delete(req.socket);
    if (isAt(path, req.url ?? "/")) handler(req, res);
    else fallback(req, res);
  });
  server.on("connection", (socket) => unused.add(socket));
  const bound = await listen(server, port, host);
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    server,
    close: () => (closed ??= closeServer(server, handler, unused)),
  };
}

/**
 * Connections on which nothing was asked yet; Node does not count them as idle. Those that went by themselves are swept out now and
 * then: to listen to each would keep 400 bytes more of every connection.
 */
class UnusedSockets {
  readonly #sockets = new Set<Socket>();
  #sweepAt = 64;

  add(socket: Socket): void {
    this.#sockets.add(socket);
    if (this.#sockets.size < this.#sweepAt) return;
    for (const each of this.#sockets) if (each.destroyed) this.#sockets.delete(each);
    this.#sweepAt = Math.max(64, 2 * this.#sockets.size);
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function isAt(path: string, url: string): boolean {
  return url === path || (url.startsWith(path) && url[path.length] === "?");
}

function notFound(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(404, { "Content-Type": "text/plain", "Content-Length": 9 }).end("Not Found");
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

async function closeEndpoint(endpoint: NodeEndpoint, closeMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
    endpoint.drain(resolve);
  });
  clearTimeout(timer);
  endpoint.drop();
}

async function closeServer(server: Server, handler: NodeHandler, unused: UnusedSockets): Promise<void> {
  const released = new Promise<void>((resolve) => void server.close(() => resolve()));
  await handler.close();
  server.closeIdleConnections();
  unused.destroyAll();
  // What was written last is on its way; connections that do not go by themselves are cut.
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const late = setTimeout(() => server.closeAllConnections(), FLUSH_MS);
  await released;
  clearInterval(idle);
  clearTimeout(late);
}
