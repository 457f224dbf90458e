// Programs that listen, and ports for those that must be told one.
import { spawn } from "node:child_process";
import { createServer, connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { binaries } from "./install.mjs";

const startMs = 20_000;

/** Starts a program; resolves with its first line, or once `port` is taken. Rejects with what it said where that never happens. */
export async function start(command, args, { cwd, port, env } = {}) {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let said = "";
  const stop = () => void child.kill("SIGKILL");
  const line = new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
  child.stderr.on("data", (chunk) => (said = (said + chunk).slice(-4000)));
  let timer;
  const never = new Promise((_resolve, reject) => {
    const fail = (why) => reject(new Error(`${command} ${args.join(" ")} does not listen: ${why}\n${said}`));
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => fail(`exit code ${code}`));
    timer = setTimeout(fail, startMs, "it took too long");
  });
  never.catch(() => {});
  try {
    const first = await Promise.race([port === undefined ? line : isTaken(port), never]);
    return { line: first, stop, said: () => said };
  } catch (error) {
    stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function isTaken(port) {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    const isThere = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", () => resolve(false));
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
    });
    if (isThere) return String(port);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return String(port);
}

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The servers that clients in all runtimes talk to. */
export async function startFixture(folder) {
  const { line, stop } = await start(binaries.node20, [join("hosts", "fixture.mjs")], { cwd: folder });
  return { servers: JSON.parse(line), stop };
}
