/** How cost grows: server CPU per call, contestants in turns at each point of each curve. */
import { short } from "../table.js";
import { Samples } from "../measure/samples.js";
import type { Measurement } from "../measure/windows.js";
import type { Plan } from "../plan.js";
import type { Choice } from "../suites/suite.js";
import type { Line, MeasuredCurve, Point } from "./check.js";
import { curves } from "./curves.js";
import type { Curve, Grower } from "./curves.js";

/** Seconds that a whole run needs for it. */
export const growthShare = 300;

export async function measureGrowth(measurement: Measurement, plan: Plan, { takes }: Choice): Promise<MeasuredCurve[]> {
  const measured: MeasuredCurve[] = [];
  for (const curve of curves) {
    if (measurement.budget.isOver) {
      measurement.fail(`no time was left for the growth with ${curve.title}`);
      continue;
    }
    const lines = await measureCurve(measurement, curve, plan.growth, takes);
    for (const { name, points } of lines) {
      const each = points.map(({ x, y }) => `${x}: ${short(y)}`).join(", ");
      measurement.say(`CPU per call against ${curve.title} (µs), ${name}: ${each}`);
    }
    measured.push({ curve, lines });
  }
  return measured;
}

async function measureCurve(
  measurement: Measurement,
  curve: Curve,
  plan: Plan["growth"],
  takes: Choice["takes"],
): Promise<Line[]> {
  const farthest = Math.max(...curve.points) * plan.reach;
  const growers: { grower: Grower; most: number; points: Point[] }[] = [];
  for (const { contestant, most = Infinity } of curve.contestants.filter(({ contestant }) => takes(contestant.name))) {
    growers.push({ grower: await curve.grow(contestant, plan.windowMs), most, points: [] });
  }
  for (const x of curve.points.filter((x) => x <= farthest)) {
    const here = growers.filter(({ most }) => x <= most);
    const samples = new Samples();
    const work = "CPU per call";
    const runners = [];
    for (const { grower } of here) {
      const window = await grower.at(x);
      runners.push({
        name: grower.name,
        async measure() {
          const { cpu, user } = await window();
          return { user, figures: [{ work, unit: "µs", value: cpu }] };
        },
      });
    }
    await measurement.interleave(runners, { reps: plan.reps, discard: 2 }, samples);
    for (const { grower, points } of here) {
      const y = samples.value(work, grower.name);
      if (y !== undefined) points.push({ x, y });
    }
  }
  for (const { grower } of growers) await grower.stop();
  return growers.map(({ grower, points }) => ({ name: grower.name, points }));
}
