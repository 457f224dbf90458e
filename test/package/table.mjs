/** Prints rows as a table of Markdown; the first row is its head. */
export function printTable(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((text, at) => text.padEnd(widths[at])).join(" | ")} |`;
  const [head, ...body] = rows;
  console.log(`\n${[head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("\n")}\n`);
}
