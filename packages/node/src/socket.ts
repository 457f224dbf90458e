/**
 * The stdio framing over sockets of `node:net`: a Unix socket, a named pipe, or TCP. [2026-07-28 basic/transports/stdio#top]
 *
 * Nobody is authenticated here. Whoever can connect can call: use a path in a folder that only its owner can enter, or TCP on
 * loopback among users who trust each other.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import {
  TransportError,
  linkLimits,
  openDuplexClient,
  type Acceptor,
  type ClientLink,
  type ClientTransport,
  type LinkEvents,
  type LinkLimits,
} from "@mcpwire/jsonrpc";
import { LineDecoder, encodeLine } from "@mcpwire/stdio";
import { serveLines, type LineServer, type LineServerOptions } from "./line-server.js";
import { LineWriter } from "./line-writer.js";

/** Where a socket is: a path (a named pipe on Windows), or a port, on loopback unless a host is named. */
export type SocketAddress = { readonly path: string } | { readonly port: number; readonly host?: string };

export interface SocketClientOptions {
  readonly limits?: Partial<LinkLimits>;
  /** How long `close` may wait for the server to end its half, in ms; 2000 by default. */
  readonly closeMs?: number;
}

const LOOPBACK = "127.0.0.1";
const CLOSE_MS = 2000;

/** A server that listens on a socket. Each `open` makes a connection of its own, and rejects with `unreachable` when it cannot. */
export function socketClient(address: SocketAddress, options: SocketClientOptions = {}): ClientTransport {
  return {
    kind: "socket",
    scope: "process",
    open: (on) =>
      new Promise((resolve, reject) => {
        const socket = connect("path" in address ? address : { host: LOOPBACK, ...address });
        const fail = (cause: Error): void => {
          const message = `No server answers at ${nameOf(address)}: ${cause.message}`;
          reject(new TransportError("unreachable", message, { cause, data: address }));
        };
        socket.once("error", fail);
        socket.once("connect", () => {
          socket.off("error", fail);
          resolve(join(socket, on, options));
        });
      }),
  };
}

function join(socket: Socket, on: LinkEvents, options: SocketClientOptions): ClientLink {
  const limits = linkLimits(options.limits, on.limits);
  let failure: Error | undefined;
  const writer = new LineWriter(socket, { failed: (error) => (failure = error) });
  const { link, reader } = openDuplexClient(
    {
      send: (message) => writer.write(encodeLine(message)),
      close: () =>
        new Promise((resolve) => {
          if (socket.closed) return resolve();
          const timer = setTimeout(() => socket.destroy(), options.closeMs ?? CLOSE_MS);
          socket.once("close", () => {
            clearTimeout(timer);
            resolve();
          });
          // The server ends its half in turn, once it has answered what it was asked.
          void writer.end();
          socket.resume();
        }),
    },
    on,
    { limits },
  );
  const decoder = new LineDecoder(reader, limits);
  socket.on("data", (chunk: Buffer) => decoder.push(chunk));
  // After both halves have ended, or after an error.
  socket.once("close", () => {
    decoder.end();
    reader.ended(failure === undefined ? { cleanly: true } : { cleanly: false, error: failure });
  });
  return link;
}

/** A listener that serves every connection with the same acceptor. */
export interface SocketServer {
  /** Where it listens; the port is the real one when 0 was asked for. */
  readonly address: SocketAddress;
  /** Stops listening and ends every connection as a stdio server ends. Resolves when all are gone. Idempotent. */
  close(): Promise<void>;
}

/**
 * Listens on a socket, and resolves once it does; rejects with a `TransportError` `unreachable` when the address cannot be had
 * (taken, forbidden, or the path of a server that crashed, which is the program's to remove).
 */
export async function serveSocket(
  acceptor: Acceptor,
  address: SocketAddress,
  options: LineServerOptions = {},
): Promise<SocketServer> {
  const links = new Set<LineServer>();
  // Half open: a client that has said all it wants may still read its answers.
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    const link = serveLines(
      acceptor,
      {
        input: socket,
        output: socket,
        async farewell(writer) {
          await writer.end();
          await ended(socket);
        },
        letGo: () => socket.destroy(),
      },
      options,
    );
    links.add(link);
    void link.closed.then(() => links.delete(link));
  });
  await listen(listener, address);
  let closing: Promise<void> | undefined;
  return {
    address: actual(listener, address),
    close() {
      closing ??= (async () => {
        const stopped = new Promise<void>((resolve) => listener.close(() => resolve()));
        await Promise.all([...links].map((link) => link.close()));
        await stopped;
      })();
      return closing;
    },
  };
}

/** The other half has ended. To close with unread bytes is to reset, which takes our last answers with it; so what still comes is read. */
function ended(socket: Socket): Promise<void> {
  if (socket.readableEnded || socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once("end", resolve).once("close", () => resolve());
    socket.resume();
  });
}

function listen(listener: Server, address: SocketAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", (cause) => {
      const message = `Cannot listen at ${nameOf(address)}: ${cause.message}`;
      reject(new TransportError("unreachable", message, { cause, data: address }));
    });
    listener.listen("path" in address ? address : { host: LOOPBACK, ...address }, resolve);
  });
}

function actual(listener: Server, asked: SocketAddress): SocketAddress {
  const bound = listener.address();
  return bound === null || typeof bound === "string" ? asked : { host: bound.address, port: bound.port };
}

function nameOf(address: SocketAddress): string {
  return "path" in address ? address.path : `${address.host ?? LOOPBACK}:${address.port}`;
}
