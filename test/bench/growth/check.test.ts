import { describe, expect, it } from "vitest";
import { checkCurve, fitExponent } from "./check.js";

const xs = [1, 10, 100, 1000, 10_000];
const line = (y: (x: number) => number) => xs.map((x) => ({ x, y: y(x) }));
const curve = (shape: "flat" | "straight", fitFrom = 1) => ({ id: "x", title: "x", axis: "x", shape, fitFrom });
const checked = (shape: "flat" | "straight", y: (x: number) => number, fitFrom?: number) =>
  checkCurve({ curve: curve(shape, fitFrom), lines: [{ name: "mcpwire", points: line(y) }] }).isMet;

describe("the exponent of a growing cost", () => {
  it.each([
    { cost: "what stays the same", y: () => 20, exponent: 0 },
    { cost: "what grows in proportion", y: (x: number) => 3 * x, exponent: 1 },
    { cost: "what grows with the square", y: (x: number) => x * x, exponent: 2 },
    { cost: "what grows with the root", y: (x: number) => Math.sqrt(x), exponent: 0.5 },
  ])("of $cost is $exponent", ({ y, exponent }) => expect(fitExponent(line(y))).toBeCloseTo(exponent, 6));
});

describe("a line that should be flat", () => {
  it("may shake by a tenth", () => expect(checked("flat", (x) => (x === 10 ? 22 : 20))).toBe(true));
  it("may not cost twice as much at ten thousand", () => expect(checked("flat", (x) => 20 * x ** 0.075)).toBe(false));
  it("may not grow in proportion from some point on", () => expect(checked("flat", (x) => 20 + x / 100)).toBe(false));
});

describe("a line that should be straight", () => {
  it("may begin with what each call costs", () => expect(checked("straight", (x) => 50 + x)).toBe(true));
  it("may not grow with the square beyond where the fit begins", () =>
    expect(checked("straight", (x) => 50 + x + (x * x) / 1000, 100)).toBe(false));
});

it("a line without points fails", () => {
  expect(checkCurve({ curve: curve("flat"), lines: [] }).isMet).toBe(false);
});
