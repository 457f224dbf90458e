/**
 * This process as an MCP server on its own standard streams. [2025-11-25 basic/transports#stdio] [2026-07-28 basic/transports/stdio#top]
 *
 * Standard output belongs to the protocol from the moment that serving starts: a handler must not write to it (`console.log` does),
 * and a child of a handler must not inherit it, nor standard input. Both are the program's to keep; nothing here patches a global.
 */
import type { Readable, Writable } from "node:stream";
import type { Acceptor } from "@mcpwire/jsonrpc";
import { serveLines, type LineServer, type LineServerOptions } from "./line-server.js";

/** Options of `serveStdio` and `startStdio`; none is needed. */
export interface ServeStdioOptions extends LineServerOptions {
  /** `process.stdin` by default. */
  readonly input?: Readable;
  /** `process.stdout` by default. Any other stream is ended when serving ends. */
  readonly output?: Writable;
  /**
   * The first SIGTERM or SIGINT closes the server as `close` does, the second has the effect that it has without us. Off by
   * default: signals belong to the whole program.
   */
  readonly signals?: boolean;
}

/**
 * Serves until the client closes our input, and resolves when every answer is out; the last line of a server program. Nothing of
 * ours keeps the process alive afterwards. Never rejects.
 */
export function serveStdio(acceptor: Acceptor, options: ServeStdioOptions = {}): Promise<void> {
  return startStdio(acceptor, options).closed;
}

/** The same for a program that also ends serving by itself. */
export function startStdio(acceptor: Acceptor, options: ServeStdioOptions = {}): LineServer {
  const input: Readable = options.input ?? process.stdin;
  const output: Writable = options.output ?? process.stdout;
  const server = serveLines(
    acceptor,
    {
      input,
      output,
      // The process's own output is not ours to end: the program may still write its farewell to a terminal.
      farewell: (writer) => (output === process.stdout ? writer.flushed() : writer.end()),
      letGo() {
        for (const name of closingSignals) process.off(name, onSignal);
        if (input === process.stdin) letGoOf(input);
        else input.destroy();
      },
    },
    options,
  );
  function onSignal(): void {
    for (const name of closingSignals) process.off(name, onSignal);
    void server.close();
  }
  if (options.signals === true) for (const name of closingSignals) process.on(name, onSignal);
  return server;
}

const closingSignals = ["SIGTERM", "SIGINT"] as const;

/** A stream that is neither read nor referenced does not keep the process alive. */
function letGoOf(input: Readable & { unref?: () => unknown }): void {
  input.pause();
  input.unref?.();
}
