/** From the start of a server process to its first answer to `tools/list`, over stdio. */
import { spawn } from "node:child_process";
import { floorWithZod, stdioContestants, stdioWithJsonSchema } from "../contestants.js";
import type { Generation } from "../contestants.js";
import { metadata } from "../measure/http-wire.js";
import { contestantFile } from "../measure/installed.js";
import type { Suite } from "./suite.js";

export const startWork = (schema: string, generation: Generation): string =>
  `cold start, ${schema}, ${generation}: to the first tools/list`;

const fixtures = [
  {
    schema: "zod schema",
    contestants: [...stdioContestants.filter(({ name }) => name !== "floor, coalescing"), floorWithZod],
  },
  { schema: "JSON Schema", contestants: stdioWithJsonSchema },
];

export const coldStart: Suite = {
  name: "start",
  share: 60,
  async run(measurement, plan, { takes, hasMode }) {
    for (const { schema, contestants } of fixtures) {
      for (const generation of (["legacy", "modern"] as const).filter(hasMode)) {
        const runners = contestants
          .filter(({ name, generations }) => generations.includes(generation) && takes(name))
          .map(({ name, script }) => ({
            name,
            async measure() {
              const value = await start(script, generation);
              return { user: undefined, figures: [{ work: startWork(schema, generation), unit: "ms", value }] };
            },
          }));
        // The first starts bring the files into the page cache.
        await measurement.interleave(runners, { reps: plan.reps + 2, discard: 2 });
      }
    }
  },
};

async function start(script: string, generation: Generation): Promise<number> {
  const path = contestantFile(`servers/${script}`);
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
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
  return ms;
}
