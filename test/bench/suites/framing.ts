/** Framing alone: the cost of getting a message of 10 MB out of small chunks, in process, against joining them once. */
import { again } from "../contestants.js";
import { Worker } from "../measure/worker.js";
import type { Suite } from "./suite.js";

export const framingWork = (kilobytes: number): string => `framing, 10 MB in chunks of ${kilobytes} KB: CPU`;

const readers = [
  { name: "floor", script: "./floor.mjs" },
  { name: again, script: "./floor.mjs" },
  { name: "mcpwire", script: "./ours.mjs" },
  { name: "official v1", script: "./official-v1.mjs" },
  { name: "official v2", script: "./official-v2.mjs" },
  { name: "tmcp", script: "./tmcp.mjs" },
];

/** A reader whose time grows with the square of the message does not end; it is given up after this long. */
const limitMs = 4000;

/** Messages of one window. */
const messages = 3;

interface Question {
  readonly chunk: number;
  readonly limitMs: number;
}

interface Answer {
  readonly cpu: number;
  /** How much of the message was read. */
  readonly part: number;
}

export const framing: Suite = {
  name: "framing",
  share: 90,
  async run(measurement, plan, { takes }) {
    for (const kilobytes of [64, 4]) {
      const work = framingWork(kilobytes);
      const running: Worker<Question, Answer>[] = [];
      for (const { name, script } of readers.filter(({ name }) => takes(name))) {
        const worker = await Worker.start<Question, Answer>(name, "framing/runner.mjs", [script]);
        const { part } = await worker.ask({ chunk: kilobytes * 1024, limitMs });
        if (part === 1) running.push(worker);
        else {
          const seen = `${name}: ${Math.round(part * 100)} % of it in ${limitMs / 1000} s`;
          measurement.noteOnce(`${work}: ${seen}, then given up`);
          worker.stop();
        }
      }
      const runners = running.map((worker) => ({
        name: worker.name,
        async measure() {
          let sum = 0;
          for (let i = 0; i < messages; i++) {
            sum += (await worker.ask({ chunk: kilobytes * 1024, limitMs: 4 * limitMs })).cpu;
          }
          return { user: sum, figures: [{ work, unit: "ms", value: sum / messages / 1000 }] };
        },
      }));
      await measurement.interleave(runners, { reps: plan.reps, discard: 2 });
      for (const worker of running) worker.stop();
    }
  },
};
