// The table: a row for each feature, a column for each runtime.
import { readFileSync, writeFileSync } from "node:fs";

/**
 * The table as Markdown. A dash: that runtime has no such thing (a page cannot listen). A question mark: nothing is known, since the
 * runtime did not even start.
 */
export function tableOf(names, columns) {
  const features = [...new Set(names.flatMap((name) => columns[name].map(({ feature }) => feature)))];
  features.sort((a, b) => rank(a) - rank(b));
  const rows = features.map((feature) => [feature, ...names.map((name) => cell(columns[name], feature))]);
  const table = [["", ...names], ...rows];
  const widths = table[0].map((_, at) => Math.max(3, ...table.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((text, at) => text.padEnd(widths[at])).join(" | ")} |`;
  return [line(table[0]), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** True if no cell failed, and there are some. */
export function isSound(table) {
  return / yes /.test(table) && !/ (FAILED|\?) /.test(table);
}

const kept = /(?<=\n)\| +\| Node 20 .*\n(?:\|.*\n)+/;

/** The table that a README keeps. */
export function keptTable(readme) {
  return kept.exec(readFileSync(readme, "utf8"))?.[0].trimEnd();
}

export function writeTable(readme, table) {
  writeFileSync(readme, readFileSync(readme, "utf8").replace(kept, `${table}\n`));
}

const order = ["server", "client", "memory pair", "JSON Schema", "stdio", "its example", "runs"];

function rank(feature) {
  return order.findIndex((start) => feature.startsWith(start));
}

function cell(results, feature) {
  const found = results.filter((result) => result.feature === feature);
  if (found.some(({ error }) => error !== undefined)) return "FAILED";
  if (found.length === 0) return results.some((result) => result.feature === "runs at all") ? "?" : "–";
  return "yes";
}
