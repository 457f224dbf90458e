/** What was wanted, and whether it was reached: ratios within one run, and a few amounts. */
import { again, fetchOnNode, httpModes, manyTools, oursAgain } from "./contestants.js";
import type { Samples } from "./measure/samples.js";
import { clientWork, memoryWork } from "./suites/clients.js";
import { startWork } from "./suites/cold-start.js";
import { framingWork } from "./suites/framing.js";
import { callWork, p99Work } from "./suites/http-calls.js";
import { openWork, sessionHeapWork, streamHeapWork } from "./suites/sessions.js";
import { stdioWork } from "./suites/stdio-calls.js";
import { firstEventWork, peakWork, progressWork, replayTimeWork, replayWork } from "./suites/streams.js";

/** Nothing below this is a finding. */
export const finding = 0.07;

export interface Goal {
  readonly work: string;
  readonly contestant: string;
  /** As people read it: "≤ 1.3 × floor". */
  readonly wanted: string;
  readonly most: number;
  readonly measured: number;
  readonly unit: string;
  readonly isMet: boolean;
  /** The null contestant's ratio to itself at the same work. */
  readonly nothing: number | undefined;
  /** The measured value is nearer to what was wanted than the measurement can tell: another run may say otherwise. */
  readonly isClose: boolean;
}

interface Target {
  readonly work: string;
  readonly contestant: string;
  readonly most: number;
  /** Whom the ratio refers to; without it `most` is an amount. */
  readonly to?: string;
  readonly wanted: string;
}

const toFloor = (work: string, most: number, contestant = "mcpwire"): Target => ({
  work,
  contestant,
  most,
  to: "floor",
  wanted: `≤ ${most} × floor`,
});

const toOfficial = (work: string, most: number, contestant = "mcpwire"): Target => ({
  work,
  contestant,
  most,
  to: "official v2",
  wanted: most < 0.5 ? `≤ 1/${Math.round(1 / most)} of official v2` : `≤ ${most} × official v2`,
});

const amount = (work: string, most: number, unit: string): Target => ({
  work,
  contestant: "mcpwire",
  most,
  wanted: `≤ ${most} ${unit}`,
});

const streaming = ["session-stream", "modern"] as const;
const generations = ["legacy", "modern"] as const;

const targets: readonly Target[] = [
  ...httpModes.flatMap((mode) => [1, 16, 64].map((c) => toFloor(callWork(mode, c), mode === "stateless" ? 1.2 : 1.3))),
  ...httpModes.map((mode) => toFloor(p99Work(mode, 64), 1.5)),
  toOfficial(callWork("modern", 16), 1 / 5, fetchOnNode),
  toFloor(callWork("modern", 16), 1.5, fetchOnNode),
  {
    work: callWork("modern", 16),
    contestant: manyTools,
    most: 1 + finding,
    to: "mcpwire",
    wanted: `≤ ${1 + finding} × one tool`,
  },
  ...generations.map((generation) => toFloor(stdioWork(generation, 32), 1.3)),
  ...streaming.flatMap((mode) => [
    toFloor(progressWork(mode), 1),
    amount(firstEventWork(mode), 10, "ms"),
    // Flat: less than a few halves of V8's young generation. The floor's own growth is 1 to 2 MB.
    amount(peakWork(mode), 4, "MB"),
  ]),
  toOfficial(replayWork, 1 / 4),
  toOfficial(replayTimeWork, 1 / 4),
  ...[64, 4].map((kilobytes) => toFloor(framingWork(kilobytes), 1.15)),
  amount(sessionHeapWork, 1, "KB"),
  amount(streamHeapWork, 6.5, "KB"),
  toOfficial(openWork, 1 / 5),
  ...streaming.map((mode) => toFloor(clientWork(mode), 1.25)),
  ...[1, 64].map((inFlight) => toOfficial(memoryWork(inFlight), 1 / 20)),
  ...["zod schema", "JSON Schema"].flatMap((schema) =>
    generations.map((generation) => toOfficial(startWork(schema, generation), 0.6)),
  ),
];

/** Every goal that this run has measured. */
export function checkGoals(samples: Samples): Goal[] {
  return targets.flatMap(({ work, contestant, most, to, wanted }) => {
    const measured = to === undefined ? samples.value(work, contestant) : samples.ratio(work, contestant, to);
    if (measured === undefined) return [];
    const unit = to === undefined ? samples.unit(work) : "×";
    const nothing = samples.ratio(work, again, "floor") ?? samples.ratio(work, oursAgain, "mcpwire");
    const noise = to === undefined ? finding : Math.max(finding, Math.abs((nothing ?? 1) - 1));
    const isClose = Math.abs(measured / most - 1) < noise;
    return [{ work, contestant, wanted, most, measured, unit, isMet: measured <= most, nothing, isClose }];
  });
}
