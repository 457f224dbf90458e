/** A plot of a few lines, both axes logarithmic, as an SVG that can be read on light and on dark ground. */
import type { MeasuredCurve, Point } from "./check.js";

const width = 720;
const height = 400;
const frame = { left: 84, right: 150, top: 44, bottom: 56 };

/** In the order of the lines; distinguishable by brightness as well, and dashed for the floor. */
const looks: Readonly<Record<string, string>> = {
  floor: "floor",
  mcpwire: "ours",
  "official v2": "official",
  tmcp: "tmcp",
};

const style = `
    svg { font: 13px system-ui, sans-serif; }
    .ground { fill: #ffffff; } .text { fill: #24292f; } .quiet { fill: #57606a; }
    .grid { stroke: #d0d7de; stroke-width: 1; }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
    .line.floor { stroke: #6e7781; stroke-dasharray: 6 4; } .line.ours { stroke: #0969da; }
    .line.official { stroke: #cf222e; } .line.tmcp { stroke: #9a6700; }
    .dot.floor { fill: #6e7781; } .dot.ours { fill: #0969da; }
    .dot.official { fill: #cf222e; } .dot.tmcp { fill: #9a6700; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; } .text { fill: #e6edf3; } .quiet { fill: #9198a1; } .grid { stroke: #30363d; }
      .line.ours { stroke: #58a6ff; } .line.official { stroke: #ff7b72; } .line.tmcp { stroke: #d29922; }
      .line.floor { stroke: #9198a1; }
      .dot.ours { fill: #58a6ff; } .dot.official { fill: #ff7b72; } .dot.tmcp { fill: #d29922; } .dot.floor { fill: #9198a1; }
    }`;

export function plot({ curve, lines }: MeasuredCurve): string {
  const all = lines.flatMap(({ points }) => points);
  const x = scale(
    all.map((point) => point.x),
    frame.left,
    width - frame.right,
  );
  const y = scale(
    all.map((point) => point.y),
    height - frame.bottom,
    frame.top,
  );
  const at = (point: Point): string => `${x.place(point.x).toFixed(1)},${y.place(point.y).toFixed(1)}`;
  const grid = [
    ...x.ticks.map(
      (tick) =>
        `<line class="grid" x1="${x.place(tick)}" x2="${x.place(tick)}" y1="${frame.top}" y2="${height - frame.bottom}"/>` +
        text(x.place(tick), height - frame.bottom + 20, amount(tick), "quiet", "middle"),
    ),
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${frame.left}" x2="${width - frame.right}" y1="${y.place(tick)}" y2="${y.place(tick)}"/>` +
        text(frame.left - 8, y.place(tick) + 4, duration(tick), "quiet", "end"),
    ),
  ];
  const labels = apart(
    lines.flatMap(({ name, points }) => {
      const end = points.at(-1);
      return end === undefined ? [] : [{ name, x: x.place(end.x), y: y.place(end.y) }];
    }),
  );
  const drawn = lines.flatMap(({ name, points }) => {
    const look = looks[name] ?? "floor";
    return [
      `<polyline class="line ${look}" points="${points.map(at).join(" ")}"/>`,
      ...points.map((point) => `<circle class="dot ${look}" cx="${at(point).replace(",", '" cy="')}" r="3"/>`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>Server CPU per call against ${curve.title}</title>`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" width="${width}" height="${height}"/>`,
    `  ${text(frame.left, 26, `Server CPU per call against ${curve.title}`, "text", "start", "600")}`,
    ...grid.map((line) => `  ${line}`),
    `  ${text((frame.left + width - frame.right) / 2, height - 14, `${curve.axis} (logarithmic)`, "text", "middle")}`,
    `  <text class="text" text-anchor="middle" transform="translate(16 ${(frame.top + height - frame.bottom) / 2}) rotate(-90)">CPU per call (logarithmic)</text>`,
    ...drawn.map((line) => `  ${line}`),
    ...labels.map(
      (label) =>
        `  ${text(label.x + 10, label.y + 4, label.name, `dot ${looks[label.name] ?? "floor"}`, "start", "600")}`,
    ),
    "</svg>\n",
  ].join("\n");
}

function scale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    place: (value: number): number =>
      Number((from + ((Math.log10(value) - low) / (high - low)) * (to - from)).toFixed(1)),
  };
}

/** Labels at the ends of the lines, moved down until none is on another. */
function apart<Label extends { readonly x: number; readonly y: number }>(labels: readonly Label[]): Label[] {
  let last = -Infinity;
  return [...labels]
    .sort((a, b) => a.y - b.y)
    .map((label) => {
      last = Math.max(label.y, last + 16);
      return { ...label, y: last };
    });
}

function text(x: number, y: number, content: string, look: string, anchor: string, weight = "400"): string {
  return `<text class="${look}" x="${x}" y="${y}" text-anchor="${anchor}" font-weight="${weight}">${content}</text>`;
}

function amount(value: number): string {
  return value >= 1e6 ? `${value / 1e6} M` : value >= 1000 ? `${value / 1000} k` : String(value);
}

function duration(microseconds: number): string {
  if (microseconds >= 1e6) return `${microseconds / 1e6} s`;
  return microseconds >= 1000 ? `${microseconds / 1000} ms` : `${microseconds} µs`;
}
