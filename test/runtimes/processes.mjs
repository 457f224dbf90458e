// Programs: those that listen, those that report, and bundles for hosts that take one script.
import { spawn } from "node:child_process";
import { createServer, connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "../package/tarballs.mjs";
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

/** Runs a program that reports by its last line of output. */
export async function report(rig, command, args) {
  const { code, out, said } = await run(command, args, { cwd: rig.folder, timeoutMs: 60_000 });
  try {
    return JSON.parse(out.trim().split("\n").at(-1));
  } catch {
    throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${said.slice(-2000)}`);
  }
}

/** Does a job while a program runs, and ends the program. */
export async function whileRunning(server, job) {
  try {
    return await job();
  } finally {
    server.stop();
    if (process.env["DEBUG_RUNTIMES"] !== undefined) console.error(server.said());
  }
}

/** Bundles a script of the consumer for a host without modules of its own. */
export async function bundle(rig, entry, target, more) {
  const { code, said } = await run(
    binaries.esbuild,
    [
      entry,
      "--bundle",
      "--platform=neutral",
      "--main-fields=module,main",
      "--target=es2022",
      "--log-level=error",
      `--outfile=${target}`,
      ...more,
    ],
    { cwd: rig.folder },
  );
  if (code !== 0) throw new Error(`bundling ${entry} failed\n${said}`);
}
