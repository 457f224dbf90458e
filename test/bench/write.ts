/** Puts the results where people read them: the goals into the README, every row into RESULTS.md. */
import { readFileSync, writeFileSync } from "node:fs";

const begin = "<!-- results: written by `npm run bench -- --write` -->";
const end = "<!-- /results -->";

export function writeResults({ goals, rows }: { readonly goals: string; readonly rows: string }): void {
  const readme = new URL("./README.md", import.meta.url);
  const text = readFileSync(readme, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to === -1) throw new Error("the README has no place for the results");
  writeFileSync(readme, `${text.slice(0, from + begin.length)}\n\n${goals}\n\n${text.slice(to)}`);
  const [head = ""] = goals.split("\n\n");
  writeFileSync(new URL("./RESULTS.md", import.meta.url), `# Every row\n\n${head}\n\n${rows}\n`);
}
