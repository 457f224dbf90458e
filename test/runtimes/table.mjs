// The table: a row for each feature, a column for each runtime.

/** Prints the table as Markdown; false if a cell failed. A dash: that runtime has no such thing (a page cannot listen). */
export function printTable(names, columns) {
  const features = [...new Set(names.flatMap((name) => columns[name].map(({ feature }) => feature)))];
  features.sort((a, b) => rank(a) - rank(b));
  const rows = features.map((feature) => [feature, ...names.map((name) => cell(columns[name], feature))]);
  const table = [["", ...names], ...rows];
  const widths = table[0].map((_, at) => Math.max(3, ...table.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((text, at) => text.padEnd(widths[at])).join(" | ")} |`;
  console.log(`\n${[line(table[0]), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}\n`);
  return !rows.flat().includes("FAILED");
}

const order = ["server", "client", "memory pair", "JSON Schema", "stdio", "its example", "runs"];

function rank(feature) {
  return order.findIndex((start) => feature.startsWith(start));
}

function cell(results, feature) {
  const found = results.find((result) => result.feature === feature);
  if (found === undefined) return "–";
  if (found.error !== undefined) return "FAILED";
  return "yes";
}
