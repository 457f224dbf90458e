/** Calls of a small tool over the standard streams of a process: server CPU per call. */
import { stdioContestants } from "../contestants.js";
import type { Generation } from "../contestants.js";
import { StdioProcess } from "../measure/stdio-process.js";
import type { Window } from "../measure/windows.js";
import type { Suite } from "./suite.js";

export const stdioWork = (generation: Generation, inFlight: number): string =>
  `stdio, ${generation}, ${inFlight} in flight: CPU per call`;

/** Calls before the first window of a server. */
const warmCalls = 4000;

export const stdioCalls: Suite = {
  name: "stdio",
  share: 60,
  async run(measurement, plan, { takes, hasMode }) {
    for (const generation of (["legacy", "modern"] as const).filter(hasMode)) {
      const running: { name: string; server: StdioProcess }[] = [];
      for (const { name, script, generations } of stdioContestants) {
        if (!generations.includes(generation) || !takes(name)) continue;
        const server = await StdioProcess.start(script, generation);
        await drive(server, warmCalls, 32);
        running.push({ name, server });
      }
      for (const inFlight of [1, 32]) {
        const work = stdioWork(generation, inFlight);
        const runners = running.map(({ name, server }) => ({
          name,
          measure: () => window(server, work, plan.stdioCalls, inFlight),
        }));
        await measurement.interleave(runners, { reps: plan.reps, discard: 2 });
      }
      for (const { server } of running) await server.stop();
    }
  },
};

async function window(server: StdioProcess, work: string, calls: number, inFlight: number): Promise<Window> {
  const before = await server.usage();
  await drive(server, calls, inFlight);
  const after = await server.usage();
  return {
    user: after.user - before.user,
    figures: [{ work, unit: "µs", value: (after.cpu - before.cpu) / calls }],
  };
}

async function drive(server: StdioProcess, count: number, inFlight: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await server.call(`hello ${left}`);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
