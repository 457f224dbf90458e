/**
 * A line server that does on request what real servers do wrong. Bare on purpose: what the tests see of framing and of process
 * handling is then ours alone. Options: --ignore-end, --ignore-term, --silent (reads nothing), --farewell (takes time to leave),
 * --farewell-to-output (takes longer, and writes to its output before it is done).
 */
import { spawn } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

const options = new Set(process.argv.slice(2));
if (options.has("--ignore-term")) process.on("SIGTERM", () => {});
if (options.has("--ignore-end")) setInterval(() => {}, 1000);
if (options.has("--banner")) process.stdout.write("Server is starting…\n\n");

let rest = "";
if (!options.has("--silent")) {
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) answer(JSON.parse(line));
  });
  process.stdin.on("end", () => {
    if (options.has("--farewell")) setTimeout(() => writeSync(2, "flushed"), 150);
    if (options.has("--farewell-to-output")) setTimeout(sayFarewell, 500);
  });
} else setInterval(() => {}, 1000);

function sayFarewell() {
  process.stdout.write("bye\n", () => writeSync(2, "flushed"));
}

function answer({ id, method, params = {} }) {
  const reply = (result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  switch (method) {
    case "echo":
      return reply(params);
    case "surroundings":
      return reply({ env: process.env, cwd: process.cwd(), args: process.argv.slice(2), pid: process.pid });
    case "exit":
      return process.exit(params.code);
    case "answer-and-exit":
      writeSync(1, `${JSON.stringify({ jsonrpc: "2.0", id, result: { text: "x".repeat(50_000) } })}\n`);
      return process.exit(0);
    case "die":
      writeSync(2, "last words");
      return process.kill(process.pid, "SIGKILL");
    case "stderr":
      return process.stderr.write(params.text.repeat(params.times), () => reply({}));
    case "raw":
      process.stdout.write(Buffer.from(params.base64, "base64"));
      return reply({});
    case "trickle":
      return trickle(`${JSON.stringify({ jsonrpc: "2.0", id, result: { text: params.text } })}\n`);
    case "descendant": {
      // A child of the server that neither reads its input nor minds a polite signal.
      const self = fileURLToPath(import.meta.url);
      const child = spawn(process.execPath, [self, "--silent", "--ignore-term"], { stdio: params.stdio ?? "ignore" });
      return child.once("spawn", () => reply({ pid: child.pid }));
    }
    case "close-output":
      return closeSync(1);
    case "close-input":
      process.stdin.destroy();
      closeSync(0);
      return setInterval(() => {}, 1000);
  }
}

/** One byte a write, so that every character is cut. */
function trickle(line) {
  for (const byte of Buffer.from(line)) while (!isWritten(Buffer.of(byte)));
}

function isWritten(bytes) {
  try {
    return writeSync(1, bytes) > 0;
  } catch (error) {
    if (error.code === "EAGAIN") return false;
    throw error;
  }
}
