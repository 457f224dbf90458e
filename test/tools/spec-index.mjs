// Writes test/spec/pages.tsv: the name of every page and every anchor of the dated revisions, so that citations can be checked
// without the specification at hand. Names only, no wording.
//   node test/tools/spec-index.mjs <folder docs/specification of a checkout of the specification's repository>
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node test/tools/spec-index.mjs <path of docs/specification>");
  process.exit(2);
}

const rows = new Set();
for (const revision of readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))) {
  const root = join(folder, revision);
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".mdx")) continue;
    const page = relative(root, join(root, file))
      .split(sep)
      .join("/")
      .replace(/\.mdx$/, "");
    rows.add(`${revision}\t${page}\t`);
    for (const anchor of anchors(readFileSync(join(root, file), "utf8"))) rows.add(`${revision}\t${page}\t${anchor}`);
  }
}
const out = fileURLToPath(new URL("../spec/pages.tsv", import.meta.url));
writeFileSync(out, ["revision\tpage\tanchor", ...[...rows].sort()].join("\n") + "\n");
console.log(`${rows.size} names written to ${relative(process.cwd(), out)}`);

/** The anchors of one page: a slug for each heading outside code, and the ids of its generated schema members. */
function anchors(text) {
  const found = [];
  const seen = new Map();
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (heading !== undefined) {
      const slug = slugOf(heading);
      const times = (seen.get(slug) ?? 0) + 1;
      seen.set(slug, times);
      if (slug !== "") found.push(times === 1 ? slug : `${slug}-${times}`);
    }
    for (const [, id] of line.matchAll(/class="tsd-anchor-link" id="([^"]+)"/g)) found.push(id);
  }
  return found;
}

/** The slug that the published site gives a heading: lower case, marks dropped, the rest joined by hyphens. */
function slugOf(heading) {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_/]+/gu, "-")
    .replace(/(^[-_/]+|[-_/]+$)/g, "");
}
