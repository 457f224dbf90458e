/** Whether a measured line is what it should be: flat, or straight. */
import type { Curve } from "./curves.js";

export interface Point {
  readonly x: number;
  /** µs per call. */
  readonly y: number;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface MeasuredCurve {
  readonly curve: Pick<Curve, "id" | "title" | "axis" | "shape" | "fitFrom">;
  readonly lines: readonly Line[];
}

export interface CheckedCurve {
  readonly title: string;
  readonly wanted: string;
  /** Of the power law that fits best: 0 is flat, 1 in proportion, 2 the square. */
  readonly exponent: number;
  readonly isMet: boolean;
}

/** 0.05 is an eighth more for each ten times as many, which is within what two windows differ by on a shared machine. */
const most = { flat: 0.05, straight: 1.1 };

export function checkCurve({ curve, lines }: MeasuredCurve): CheckedCurve {
  const points = lines.find(({ name }) => name === "mcpwire")?.points ?? [];
  const exponent = fitExponent(points.filter(({ x }) => x >= curve.fitFrom));
  return {
    title: curve.title,
    wanted: `${curve.shape}: ≤ ${most[curve.shape]}`,
    exponent,
    isMet: exponent <= most[curve.shape],
  };
}

/** The slope of the least-squares line through the logarithms. */
export function fitExponent(points: readonly Point[]): number {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const mean = (of: "x" | "y"): number => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [mx, my] = [mean("x"), mean("y")];
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const variance = logs.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return covariance / variance;
}
