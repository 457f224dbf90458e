// Stands in for the client under test: the suite starts all its clients at once, and on a small machine they time one another out.
// This waits for one of a few slots (lock files), runs the real client with a time limit of its own, and notes how it ended.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";

const { GATE_FOLDER: folder, GATE_SLOTS: slots, GATE_CLIENT: client, GATE_LIMIT_MS: limit, ...env } = process.env;
const scenario = env.MCP_CONFORMANCE_SCENARIO ?? "unknown";

const slot = await takeSlot();
const began = Date.now();
const child = spawn(process.execPath, [client, process.argv.at(-1)], { stdio: ["ignore", "inherit", "inherit"], env });
let isTimedOut = false;
const timer = setTimeout(() => {
  isTimedOut = true;
  child.kill("SIGKILL");
}, Number(limit));
process.on("SIGTERM", () => {
  child.kill("SIGKILL");
  fs.rmSync(slot, { force: true });
  process.exit(143);
});
const code = await new Promise((resolve) => {
  child.on("error", () => resolve(127));
  child.on("exit", (status) => resolve(status ?? 128));
});
clearTimeout(timer);
fs.rmSync(slot, { force: true });
const note = { code, isTimedOut, ms: Date.now() - began };
fs.writeFileSync(path.join(folder, `${encodeURIComponent(scenario)}.exit`), JSON.stringify(note));
process.exit(code);

async function takeSlot() {
  for (;;) {
    for (let at = 0; at < Number(slots); at++) {
      const file = path.join(folder, `slot-${at}`);
      try {
        fs.writeFileSync(file, String(process.pid), { flag: "wx" });
        return file;
      } catch {
        // Taken; the next one may be free.
      }
    }
    await after(40 + Math.random() * 40);
  }
}
