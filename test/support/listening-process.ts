/** Server programs that listen: started, found, and ended with all that they started. */
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

export interface Listening {
  readonly url: string;
  /** Resolves with the exit code, or null where the signal ended it. Default: SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it listens; without it, it prints that as its first line. */
  readonly url?: string;
}

const startMs = 20_000;

/** Resolves once connections are taken. Rejects with the end of its stderr where that never happens. */
export async function startListening(program: ServerProgram): Promise<Listening> {
  const { command, args, env, url } = program;
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    windowsHide: true,
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  const printed = new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const giveUp = new AbortController();
  const never = Promise.race([
    exited.then(() => "it ended"),
    setTimeout(startMs, "it was silent for too long", { signal: giveUp.signal }).catch(() => ""),
    new Promise<string>((resolve) => child.once("error", (error) => resolve(error.message))),
  ]).then((why) => Promise.reject(new Error(`${command} ${args.join(" ")} does not listen: ${why}\n${said}`)));
  // A server that ends later is no rejection that nobody handles.
  never.catch(() => {});
  const stop = (signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  try {
    const found = await Promise.race([url === undefined ? printed : isTaken(url, giveUp.signal), never]);
    return { url: found, stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    giveUp.abort();
  }
}

/** Resolves with the URL once something listens there. */
async function isTaken(url: string, signal: AbortSignal): Promise<string> {
  const { hostname, port } = new URL(url);
  while (!signal.aborted) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isThere) return url;
    await setTimeout(25);
  }
  return url;
}

/** A port that was free a moment ago, for programs that must be told one. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
