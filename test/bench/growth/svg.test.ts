import { expect, it } from "vitest";
import { plot } from "./svg.js";

const curve = { id: "tools", title: "registered tools", axis: "registered tools", shape: "flat", fitFrom: 1 } as const;
const flat = [1, 10, 100].map((x) => ({ x, y: 20 }));
const steep = [1, 10, 100].map((x) => ({ x, y: 20 * x }));

const coordinates = (svg: string): number[][] =>
  [...svg.matchAll(/<polyline class="line (?:ours|official)" points="([^"]+)"/g)].map(([, points = ""]) =>
    points.split(" ").map((point) => Number(point.split(",")[1])),
  );

it("a plot has its title, its axes, a line and a label for each contestant, and colours for dark ground", () => {
  const svg = plot({
    curve,
    lines: [
      { name: "mcpwire", points: flat },
      { name: "official v2", points: steep },
    ],
  });
  for (const part of [
    "against registered tools",
    "(logarithmic)",
    ">mcpwire<",
    ">official v2<",
    "prefers-color-scheme",
  ]) {
    expect(svg).toContain(part);
  }
});

it("on logarithmic axes a flat cost is level, and a proportional one a straight line upwards", () => {
  const svg = plot({
    curve,
    lines: [
      { name: "mcpwire", points: flat },
      { name: "official v2", points: steep },
    ],
  });
  const [level = [], rising = []] = coordinates(svg);
  expect(new Set(level).size).toBe(1);
  const [first = 0, second = 0, third = 0] = rising;
  expect(first - second).toBeCloseTo(second - third, 0);
  expect(second).toBeLessThan(first);
});

it("labels of lines that end at the same place are not on each other", () => {
  const svg = plot({
    curve,
    lines: [
      { name: "floor", points: flat },
      { name: "mcpwire", points: flat },
    ],
  });
  const places = [...svg.matchAll(/y="([\d.]+)"[^>]*>(?:floor|mcpwire)</g)].map(([, y]) => Number(y));
  expect(Math.abs((places[0] ?? 0) - (places[1] ?? 0))).toBeGreaterThanOrEqual(16);
});
