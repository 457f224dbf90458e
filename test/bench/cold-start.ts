/** From the start of a server process to its first answer to `tools/list`, over stdio. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { metadata } from "./http-wire.js";
import type { Samples } from "./samples.js";

export const startWork = (generation: string): string =>
  `cold start over stdio, ${generation}: to the first tools/list`;

const starters = [
  { name: "floor", script: "floor-stdio.mjs", generations: ["legacy", "modern"] },
  { name: "mcpwire", script: "ours-stdio.mjs", generations: ["legacy", "modern"] },
  { name: "official v1", script: "official-v1-stdio.mjs", generations: ["legacy"] },
  { name: "official v2", script: "official-v2-stdio.mjs", generations: ["legacy", "modern"] },
];

export async function measureColdStart(
  samples: Samples,
  reps: number,
  progress: (what: string) => void,
): Promise<void> {
  for (const generation of ["legacy", "modern"]) {
    // The first round brings the files into the page cache.
    for (let rep = -1; rep < reps; rep++) {
      for (const { name, script, generations } of starters) {
        if (!generations.includes(generation)) continue;
        const ms = await start(script, generation);
        if (rep >= 0) samples.add(startWork(generation), "ms", name, ms);
      }
    }
    progress(startWork(generation));
  }
}

async function start(script: string, generation: string): Promise<number> {
  const path = fileURLToPath(new URL(`./servers/${script}`, import.meta.url));
  const began = performance.now();
  const child = spawn(process.execPath, [path], { stdio: ["pipe", "pipe", "inherit"] });
  const lines: object[] =
    generation === "modern"
      ? [{ jsonrpc: "2.0", id: 2, method: "tools/list", params: { _meta: metadata } }]
      : [
          {
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
          },
          { jsonrpc: "2.0", method: "notifications/initialized" },
          { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} },
        ];
  child.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes('"tools":[')) resolve();
    });
    child.once("exit", (code) => reject(new Error(`${script} exited with ${code}`)));
  });
  const ms = performance.now() - began;
  child.kill("SIGKILL");
  return ms;
}
