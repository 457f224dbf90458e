/**
 * An MCP server as a child process: the client's side of the stdio transport.
 * [2025-11-25 basic/transports#stdio] [2026-07-28 basic/transports/stdio#shutdown]
 *
 * This file starts the process and joins Node's events to the pure parts: framing and shutdown order in `@mcpwire/stdio`,
 * exchanges in `@mcpwire/jsonrpc`. It knows no method and no revision.
 */
import { spawn, type ChildProcess, type ChildProcessByStdio, type SpawnOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import {
  TransportError,
  linkLimits,
  openDuplexClient,
  type ClientLink,
  type ClientTransport,
  type LinkEvents,
  type LinkLimits,
} from "@mcpwire/jsonrpc";
import {
  LineDecoder,
  Shutdown,
  defaultShutdownWaits,
  encodeLine,
  type ShutdownInput,
  type ShutdownWaits,
} from "@mcpwire/stdio";
import { childEnvironment, type Environment } from "./child-environment.js";
import { LineWriter } from "./line-writer.js";
import { ProcessTree } from "./process-tree.js";

/** Options of `stdio`; none is needed. */
export interface StdioOptions {
  /**
   * Variables for the child, over the few that it inherits by default (see `inheritedNames`); `undefined` removes one. To hand
   * over everything: `env: process.env`.
   */
  readonly env?: Environment;
  /** The working directory; ours by default. */
  readonly cwd?: string | URL;
  /** Hears what the server writes to stderr, as it comes. It is a log, not a sign of failure. */
  readonly onStderr?: (text: string) => void;
  /** How much of the end of stderr an error may quote, in characters; 8192 by default, 0 for none. */
  readonly stderrTail?: number;
  readonly limits?: Partial<LinkLimits>;
  /** How long a server may take to go, in ms; 2000 for each step by default. */
  readonly shutdown?: Partial<ShutdownWaits>;
}

/** `data` of the `TransportError` that ends the link of a process. */
export interface ProcessExit {
  /** The exit code; null when a signal ended the process, or when it still runs and only closed its output. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const DEFAULT_STDERR_TAIL = 8192;

/** After the process or one of its pipes has ended: how long the rest may take before we stop waiting for it, in ms. */
const SETTLE_MS = 250;

/** How often we look whether the last descendant of an exited process is gone, in ms. */
const LOOK_MS = 50;

/**
 * A server that is started as `command` with `args`, without a shell, and spoken to over its standard streams.
 *
 * Each `open` starts a process of its own, so a server that died is restarted by opening again. `open` rejects with a
 * `TransportError` `unreachable` when the process cannot be started. A process that exits ends its link with `closed`, whose
 * `data` is a `ProcessExit`. `close` of the link ends the whole process tree: end of input, SIGTERM, SIGKILL, with a wait between
 * them. When our own process exits first, what is left of the tree is killed.
 */
export function stdio(command: string, args: readonly string[] = [], options: StdioOptions = {}): ClientTransport {
  return {
    kind: "stdio",
    scope: "process",
    async open(on) {
      const spawning = await spawnOf(process.platform);
      return new Promise((resolve, reject) => {
        const fail = (cause: unknown): void => reject(unreachable(command, options, cause));
        let child: Child;
        try {
          child = start(spawning, command, args, options);
        } catch (error) {
          return fail(error);
        }
        child.once("error", fail);
        child.once("spawn", () => {
          child.off("error", fail);
          const { pid } = child;
          if (pid === undefined) return fail(new Error("it has no process id"));
          resolve(join(child, new ProcessTree(child, pid), command, on, options));
        });
      });
    },
  };
}

type Spawn = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Windows needs help with scripts and quotes; elsewhere that is Node's own `spawn`, and only a start that takes longer. */
async function spawnOf(platform: NodeJS.Platform): Promise<Spawn> {
  return platform === "win32" ? (await import("cross-spawn")).default : spawn;
}

function start(spawning: Spawn, command: string, args: readonly string[], options: StdioOptions): Child {
  const child = spawning(command, args, {
    ...ProcessTree.spawnOptions,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: childEnvironment(options.env ?? {}, process.env, process.platform),
    stdio: ["pipe", "pipe", "pipe"],
  });
  // All three were asked for as pipes just above, so none of them is null.
  return child as Child;
}

function unreachable(command: string, options: StdioOptions, cause: unknown): TransportError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const where = options.cwd === undefined ? "" : ` in ${String(options.cwd)}`;
  return new TransportError("unreachable", `The server process ${command} could not be started${where}: ${reason}`, {
    cause,
    data: { command },
  });
}

/** Joins a running child to a link; everything that can happen to it from here on ends in `finish` and then `release`, once. */
function join(child: Child, tree: ProcessTree, command: string, on: LinkEvents, options: StdioOptions): ClientLink {
  const limits = linkLimits(options.limits, on.limits);
  const shutdown = new Shutdown({ ...defaultShutdownWaits, ...options.shutdown });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let shutdownTimer: NodeJS.Timeout | undefined;
  let settleTimer: NodeJS.Timeout | undefined;
  let lookTimer: NodeJS.Timeout | undefined;
  let isFinished = false;
  let isReleased = false;
  let isClosing = false;
  let stderr = "";

  const writer = new LineWriter(child.stdin, {
    // The server has closed its input, or is gone: nothing can be asked any more. [2026-07-28 basic/transports/stdio#shutdown]
    // Where we have closed it, the server is read on: it may write while it tidies up, and a broken pipe would end it there.
    failed: () => isClosing || settle(),
  });
  const { link, reader } = openDuplexClient(
    {
      send: (message) => writer.write(encodeLine(message)),
      close() {
        isClosing = true;
        obey({ type: "close" });
        return released;
      },
    },
    on,
    { limits },
  );
  const decoder = new LineDecoder(reader, limits);

  child.stdout.on("data", (chunk: Buffer) => decoder.push(chunk));
  child.stdout.on("end", settle);
  child.stdout.on("error", settle);
  readStderr();
  // A signal that cannot be delivered comes up here; the shutdown order goes on without it.
  child.on("error", () => {});
  child.on("exit", () => {
    const leftovers = tree.hasLeftovers();
    if (leftovers) lookTimer = setInterval(() => tree.hasLeftovers() || obey({ type: "emptied" }), LOOK_MS);
    settle();
    obey({ type: "exited", leftovers });
  });
  // Fires once the process is gone and everything that it wrote has been read.
  child.on("close", finish);
  return link;

  function obey(input: ShutdownInput): void {
    for (const output of shutdown.handle(input)) {
      switch (output.type) {
        case "end-input":
          void writer.end();
          break;
        case "terminate":
          tree.signal("SIGTERM");
          break;
        case "kill":
          tree.signal("SIGKILL");
          break;
        case "set-timer":
          shutdownTimer = setTimeout(() => obey({ type: "timer" }), output.ms);
          break;
        case "clear-timer":
          clearTimeout(shutdownTimer);
          break;
        case "released":
          letGo();
          break;
        default:
          output satisfies never;
      }
    }
  }

  /** Something has ended. What belongs to the same end usually follows at once; wait for it, but not for long. */
  function settle(): void {
    if (isFinished) return;
    settleTimer ??= setTimeout(finish, SETTLE_MS);
  }

  /** Nothing more will be read: the link ends. The tree behind it may take longer. */
  function finish(): void {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(settleTimer);
    decoder.end();
    child.stdout.destroy();
    if (isReleased) child.stderr.destroy();
    reader.ended(isClosing ? { cleanly: false } : { cleanly: false, error: ending() });
    obey({ type: "close" });
  }

  /** Nothing is left of the tree, or nothing that can be ended. */
  function letGo(): void {
    isReleased = true;
    clearInterval(lookTimer);
    tree.release();
    child.stdin.destroy();
    // A process that cannot be ended must not keep ours alive.
    if (child.exitCode === null && child.signalCode === null) child.unref();
    if (isClosing) finish();
    // A descendant that left the group may still hold the other end.
    if (isFinished) child.stderr.destroy();
    release();
  }

  function ending(): TransportError {
    const { exitCode, signalCode: signal } = child;
    const how =
      signal !== null
        ? `was ended by ${signal}`
        : exitCode !== null
          ? `exited with code ${exitCode}`
          : "closed its streams";
    const data: ProcessExit = { exitCode, signal, stderr };
    return new TransportError("closed", `The server process ${command} ${how}`, { data });
  }

  /** Always read, or a server that logs a lot would stop at a full pipe. */
  function readStderr(): void {
    const tail = options.stderrTail ?? DEFAULT_STDERR_TAIL;
    child.stderr.setEncoding("utf8");
    child.stderr.on("error", () => {});
    child.stderr.on("data", (text: string) => {
      stderr = tail === 0 ? "" : (stderr + text).slice(-tail);
      try {
        options.onStderr?.(text);
      } catch (error) {
        on.report({ code: "handler-error", message: "onStderr threw", data: error });
      }
    });
  }
}
