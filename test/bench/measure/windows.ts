/**
 * Windows of measurement: contestants take turns within each repetition, the first windows after a start are thrown away, and one that
 * was not steady is rejected and measured again at once, so that ratios stay within one repetition.
 */
import type { Budget } from "./budget.js";
import { MachineLoad } from "./machine-load.js";
import type { Samples } from "./samples.js";
import { median } from "../table.js";

/** One number of one window. */
export interface Figure {
  readonly work: string;
  readonly unit: string;
  readonly value: number;
}

export interface Window {
  /** The first one is what steadiness is judged by. */
  readonly figures: readonly Figure[];
  /** User time that the measured process spent in the window, in µs, where it is known. */
  readonly user: number | undefined;
}

export interface Runner {
  readonly name: string;
  measure(): Promise<Window>;
}

export interface Turns {
  readonly reps: number;
  /** Windows of each contestant that are thrown away first. */
  readonly discard: number;
}

/** A window is not steady when it is this far from the contestant's median, as a part of it … */
const mostDeviation = 0.25;
/** … or when others used this many cores meanwhile. */
const mostLoad = 0.15;
const mostAttempts = 3;
/** A machine that is never quiet must not triple the run. */
const mostRejected = (measured: number): number => 10 + measured / 4;
/** Values that a median needs, whatever the time. */
const fewestReps = 3;

export class Measurement {
  readonly samples: Samples;
  readonly budget: Budget;
  measured = 0;
  rejectedForLoad = 0;
  rejectedForDeviation = 0;
  keptUnsteady = 0;
  shortened = 0;
  /** What went wrong: contestants that failed at some work and were left out from there on, parts that did not run. */
  failures = 0;
  /** What a table cannot say. */
  readonly notes: string[] = [];
  readonly #say: (what: string) => void;

  constructor(samples: Samples, budget: Budget, say: (what: string) => void) {
    this.samples = samples;
    this.budget = budget;
    this.#say = say;
  }

  say(what: string): void {
    this.#say(what);
  }

  /** For the notes below the tables. What a repetition says again is left out. */
  noteOnce(what: string): void {
    if (this.notes.includes(what)) return;
    this.notes.push(what);
    this.#say(what);
  }

  fail(what: string): void {
    this.failures++;
    this.noteOnce(what);
  }

  /** Adds to `into`, and says so, unless it is somebody else's. */
  async interleave(all: readonly Runner[], { reps, discard }: Turns, into = this.samples): Promise<void> {
    const runners = new Set(all);
    const earlier = new Map<string, number[]>(all.map(({ name }) => [name, []]));
    const works = new Set<string>();
    for (let rep = -discard; rep < reps; rep++) {
      if (rep >= fewestReps && this.budget.isSpent) {
        this.shortened++;
        break;
      }
      for (const runner of runners) {
        const values = earlier.get(runner.name) ?? [];
        let figures: readonly Figure[] = [];
        try {
          ({ figures } = rep < 0 ? await runner.measure() : await this.#steady(runner, values));
        } catch (error) {
          runners.delete(runner);
          this.fail(`${runner.name} failed${works.size === 0 ? "" : ` at ${[...works][0]}`}: ${String(error)}`);
        }
        const [judged] = figures;
        // Those that are thrown away tell what to expect, too: a median of three or more bears one that is off.
        if (judged !== undefined) values.push(judged.value);
        if (rep < 0) continue;
        for (const { work, unit, value } of figures) {
          works.add(work);
          into.add(work, unit, runner.name, value);
        }
      }
    }
    if (into === this.samples) for (const work of works) this.#say(into.summary(work));
  }

  async #steady(runner: Runner, earlier: readonly number[]): Promise<Window> {
    for (let attempt = 1; ; attempt++) {
      const load = new MachineLoad();
      const window = await runner.measure();
      this.measured++;
      const others = window.user === undefined ? undefined : load.ofOthers(window.user);
      const isLoaded = others !== undefined && others > mostLoad;
      const isOff = deviates(window.figures[0]?.value, earlier);
      if (!isLoaded && !isOff) return window;
      // Each reason has a count of its own: where the machine is never quiet, what is off is still measured again.
      const rejected = isOff ? this.rejectedForDeviation : this.rejectedForLoad;
      if (attempt === mostAttempts || rejected >= mostRejected(this.measured) || this.budget.isSpent) {
        this.keptUnsteady++;
        return window;
      }
      if (isOff) this.rejectedForDeviation++;
      else this.rejectedForLoad++;
    }
  }
}

function deviates(value: number | undefined, earlier: readonly number[]): boolean {
  if (value === undefined || earlier.length < fewestReps) return false;
  const expected = median(earlier);
  return Math.abs(value - expected) > mostDeviation * expected;
}
