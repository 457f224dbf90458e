/** What was measured, one value a repetition, and the ratios that the tables show. */
import { median, short } from "../table.js";

export interface Row {
  readonly work: string;
  readonly contestant: string;
  /** The median, in `unit`. */
  readonly value: number;
  readonly unit: string;
  /** Median of the ratios to the floor (or to whom a goal names), each within one repetition. */
  readonly ratio: number | undefined;
  /** Lowest and highest of these ratios. */
  readonly spread: readonly [number, number] | undefined;
}

export class Samples {
  readonly #works = new Map<string, { readonly unit: string; readonly byName: Map<string, number[]> }>();

  add(work: string, unit: string, contestant: string, value: number): void {
    const { byName } = this.#works.get(work) ?? { byName: new Map<string, number[]>() };
    if (!this.#works.has(work)) this.#works.set(work, { unit, byName });
    const values = byName.get(contestant);
    if (values === undefined) byName.set(contestant, [value]);
    else values.push(value);
  }

  /** Ratio of two contestants, or of a contestant to itself at other work; undefined where one of them was not measured. */
  ratio(work: string, contestant: string, to: string, otherWork = work): number | undefined {
    const ratios = this.#ratios(work, contestant, to, otherWork);
    return ratios.length === 0 ? undefined : median(ratios);
  }

  value(work: string, contestant: string): number | undefined {
    const values = this.#works.get(work)?.byName.get(contestant);
    return values === undefined ? undefined : median(values);
  }

  /** Lowest and highest value, as parts of the median. */
  spread(work: string, contestant: string): readonly [number, number] | undefined {
    const values = this.#works.get(work)?.byName.get(contestant);
    if (values === undefined) return undefined;
    const middle = median(values);
    return [Math.min(...values) / middle, Math.max(...values) / middle];
  }

  /** Lowest and highest ratio of a repetition. */
  ratioSpread(work: string, contestant: string, to: string): readonly [number, number] | undefined {
    const ratios = this.#ratios(work, contestant, to, work);
    return ratios.length === 0 ? undefined : [Math.min(...ratios), Math.max(...ratios)];
  }

  get works(): readonly string[] {
    return [...this.#works.keys()];
  }

  unit(work: string): string {
    return this.#works.get(work)?.unit ?? "";
  }

  /** One line of progress. */
  summary(work: string): string {
    const { unit = "", byName = new Map<string, number[]>() } = this.#works.get(work) ?? {};
    const each = [...byName].map(([name, values]) => `${name} ${short(median(values))}`);
    return `${work} (${unit}): ${each.join(", ")}`;
  }

  rows(reference = "floor"): Row[] {
    return [...this.#works].flatMap(([work, { unit, byName }]) =>
      [...byName].map(([contestant, values]) => {
        const ratios = this.#ratios(work, contestant, reference, work);
        return {
          work,
          contestant,
          value: median(values),
          unit,
          ratio: ratios.length === 0 ? undefined : median(ratios),
          spread: ratios.length === 0 ? undefined : ([Math.min(...ratios), Math.max(...ratios)] as const),
        };
      }),
    );
  }

  #ratios(work: string, contestant: string, to: string, otherWork: string): number[] {
    const values = this.#works.get(work)?.byName.get(contestant) ?? [];
    const others = this.#works.get(otherWork)?.byName.get(to) ?? [];
    return values.flatMap((value, i) => {
      const other = others[i];
      return other === undefined ? [] : [value / other];
    });
  }
}
