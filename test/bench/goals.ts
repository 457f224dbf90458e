/** What was wanted, and whether it was reached: ratios within one run. */
import { callWork, p99Work } from "./http-calls.js";
import { clientWork, memoryWork } from "./client-calls.js";
import { startWork } from "./cold-start.js";
import { openWork, sessionHeapWork, streamHeapWork } from "./http-sessions.js";
import { firstEventWork, peakWork, progressWork, replayTimeWork, replayWork } from "./http-streams.js";
import type { Samples } from "./samples.js";

export interface Goal {
  readonly goal: string;
  readonly measured: number;
  readonly isMet: boolean;
}

interface Target {
  readonly goal: string;
  readonly most: number;
  readonly measure: (samples: Samples) => number | undefined;
}

const toFloor = (work: string, most: number, contestant = "mcpwire"): Target => ({
  goal: `${work}: ${contestant} ≤ ${most} × floor`,
  most,
  measure: (samples) => samples.ratio(work, contestant, "floor"),
});

const toOfficial = (work: string, most: number, contestant = "mcpwire"): Target => ({
  goal: `${work}: ${contestant} ≤ ${Number(most.toFixed(2))} × official v2`,
  most,
  measure: (samples) => samples.ratio(work, contestant, "official v2"),
});

const atMost = (work: string, most: number, unit: string): Target => ({
  goal: `${work}: ≤ ${most} ${unit}`,
  most,
  measure: (samples) => samples.value(work, "mcpwire"),
});

const concurrencies = [1, 16, 64];
const streaming = ["session-stream", "modern"] as const;

const targets: readonly Target[] = [
  ...concurrencies.flatMap((c) => [
    toFloor(callWork("session-stream", c), 1.3),
    toFloor(callWork("session", c), 1.3),
    toFloor(callWork("stateless", c), 1.2),
    toFloor(callWork("modern", c), 1.3),
  ]),
  ...(["session-stream", "session", "stateless", "modern"] as const).map((mode) => toFloor(p99Work(mode, 64), 1.5)),
  toOfficial(callWork("modern", 16), 1 / 5, "mcpwire, fetch on node"),
  {
    goal: "1 000 registered tools: no more per call (≤ 1.07 ×)",
    most: 1.07,
    measure: (samples) => samples.ratio(callWork("modern", 16), "mcpwire, 1 000 tools", "mcpwire"),
  },
  ...streaming.flatMap((mode) => [
    toFloor(progressWork(mode), 1),
    atMost(firstEventWork(mode), 10, "ms"),
    // Flat: less than a few halves of V8's young generation. The floor's own growth is 1 to 2 MB.
    atMost(peakWork(mode), 4, "MB"),
  ]),
  toOfficial(replayWork, 1 / 4),
  toOfficial(replayTimeWork, 1 / 4),
  atMost(sessionHeapWork, 1, "KB"),
  atMost(streamHeapWork, 6.5, "KB"),
  toOfficial(openWork, 1 / 5),
  ...streaming.map((mode) => toFloor(clientWork(mode), 1.25)),
  ...[1, 64].map((inFlight) => toOfficial(memoryWork(inFlight), 1 / 20)),
  ...["legacy", "modern"].map((generation) => toOfficial(startWork(generation), 0.6)),
];

/** Every goal that this run has measured. */
export function checkGoals(samples: Samples): Goal[] {
  return targets.flatMap(({ goal, most, measure }) => {
    const measured = measure(samples);
    return measured === undefined ? [] : [{ goal, measured, isMet: measured <= most }];
  });
}
