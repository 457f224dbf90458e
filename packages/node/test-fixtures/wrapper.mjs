/**
 * A wrapper as package runners are: starts the real server on its own streams, and waits. --leave: says on stderr which process
 * the server is, and exits without waiting.
 */
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const server = fileURLToPath(new URL("server.mjs", import.meta.url));
const child = spawn(process.execPath, [server, ...args], { stdio: "inherit" });
child.once("spawn", () => {
  if (!args.includes("--leave")) return;
  writeSync(2, String(child.pid));
  process.exit(0);
});
child.once("exit", (code) => process.exit(code ?? 1));
