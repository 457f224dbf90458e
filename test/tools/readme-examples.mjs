// Keeps the code in every README equal to the programs in packages/examples: a fence behind `<!-- example: FILE -->` holds that file.
// `node test/tools/readme-examples.mjs` rewrites the fences; with `--check` it only says which differ, and exits with 1.
import { readFileSync, readdirSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const marked = /<!-- example: (\S+) -->\n\n?```ts\n([\s\S]*?)```/g;

/** Every README of the workspace, from the top. */
export function readmes() {
  const packages = readdirSync(join(top, "packages")).map((name) => `packages/${name}/README.md`);
  return ["README.md", ...packages].filter((path) => existsSync(join(top, path)));
}

/** The README with every marked fence filled from its program, and the names of those programs. */
export function withExamples(path) {
  const text = readFileSync(join(top, path), "utf8");
  const programs = [];
  const filled = text.replaceAll(marked, (_, program) => {
    programs.push(program);
    const code = readFileSync(join(top, "packages/examples/src", program), "utf8").replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
    return `<!-- example: ${program} -->\n\n\`\`\`ts\n${code}\`\`\``;
  });
  return { text, filled, programs };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const checking = process.argv.includes("--check");
  for (const path of readmes()) {
    const { text, filled } = withExamples(path);
    if (text === filled) continue;
    if (checking) process.exitCode = 1;
    else writeFileSync(join(top, path), filled);
    console.log(`${path}: ${checking ? "an example differs from its program" : "examples rewritten"}`);
  }
}
