// Bundle sizes from the tarballs: esbuild, minified, gzip -9, beside the official SDK's, and held against budgets.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { binaries } from "../runtimes/install.mjs";
import { projectOf } from "./managers.mjs";
import { run } from "./tarballs.mjs";

/** Bytes after gzip. `without`: a package that a bundle must hold no file of; `holds`: one that it must, so that the search is seen to find. `official`: version 2.4.0 of the official SDK, measured the same way, in KB for Node and for browsers. */
const bundles = [
  {
    what: "a JSON-RPC guard",
    code: `export { isRequest } from "@mcpwire/jsonrpc";`,
    budget: 1,
    official: "113",
  },
  {
    what: "stdio framing",
    code: `export { LineDecoder, encodeLine } from "@mcpwire/stdio";`,
    budget: 2,
    official: "117 (client)",
  },
  {
    what: "HTTP client transport",
    code: `export { http } from "@mcpwire/streamable-http";`,
    budget: 15,
    official: "–",
  },
  {
    what: "HTTP server transport, both eras, resumption",
    code: `export { createFetchHandler } from "@mcpwire/streamable-http";`,
    budget: 20,
    official: "–",
  },
  {
    what: "HTTP client, whole",
    code: `export { connect } from "@mcpwire/client"; export { http } from "@mcpwire/streamable-http";`,
    without: "@mcpwire/auth",
    official: "125 / 88",
  },
  {
    what: "an OAuth session, without keys of its own",
    code: `export { createOAuthSession } from "@mcpwire/auth";`,
    without: "jose",
    holds: "@mcpwire/auth",
    budget: 20,
    official: "–",
  },
  {
    what: "HTTP server, whole",
    code: `export { createServer } from "@mcpwire/server"; export { createFetchHandler } from "@mcpwire/streamable-http";`,
    official: "122 / 85",
  },
  {
    what: "client and server facades, with zod",
    code: `export { connect } from "@mcpwire/client"; export { createServer } from "@mcpwire/server";`,
    budget: 60,
    official: "214 / 139 (with transports)",
  },
];

/**
 * Budgets that are not kept yet: what holds meanwhile, in KB, and why. An entry whose budget is kept fails, so that it goes.
 */
const missed = {
  "HTTP client transport": {
    ceiling: 19,
    why: "the method tables and codecs of every revision come along, for the few methods whose subject a header repeats",
  },
  "HTTP server transport, both eras, resumption": {
    ceiling: 23,
    why: "8 KB are the method tables and codecs of every revision, of which it reads traits and a few subjects alone",
  },
  "client and server facades, with zod": {
    ceiling: 92,
    why: "zod is 27 KB of it, where zod/mini would be 7, and the server carries the schemas of every revision",
  },
};

const KB = 1024;

export async function checkSizes(folder) {
  const project = projectOf(folder, "npm");
  const faults = [];
  const rows = [["Bundle", "min KB", "gzip KB", "Budget", "Official 2.4.0, gzip KB"]];
  for (const { what, code, without, holds, budget, official } of bundles) {
    writeFileSync(join(project, "bundle.mjs"), code);
    const { code: exit, said } = await run(
      binaries.esbuild,
      [
        "bundle.mjs",
        "--bundle",
        "--minify",
        "--format=esm",
        "--platform=neutral",
        "--main-fields=module,main",
        "--target=es2022",
        "--log-level=error",
        "--metafile=bundle.json",
        "--outfile=bundle.js",
      ],
      { cwd: project },
    );
    if (exit !== 0) {
      faults.push(`${what} cannot be bundled: ${said.slice(0, 1000)}`);
      continue;
    }
    const strangers = without === undefined ? [] : filesOf(join(project, "bundle.json"), `node_modules/${without}/`);
    if (holds !== undefined && filesOf(join(project, "bundle.json"), `node_modules/${holds}/`).length === 0)
      faults.push(`${what}: no file of ${holds} is found in it, and so none would be found where it must not be`);
    if (strangers.length > 0) faults.push(`${what}: holds ${strangers.join(", ")}`);
    const bytes = readFileSync(join(project, "bundle.js"));
    const size = gzipSync(bytes, { level: 9 }).length / KB;
    const ceiling = missed[what]?.ceiling ?? budget;
    const shown = budget === undefined ? "–" : `${budget}${what in missed ? ` (missed; ${ceiling} holds)` : ""}`;
    rows.push([what, (bytes.length / KB).toFixed(1), size.toFixed(1), shown, official]);
    if (what in missed && size <= budget)
      faults.push(`${what}: ${size.toFixed(1)} KB keeps its budget; drop its entry`);
    if (ceiling !== undefined && size > ceiling) {
      faults.push(`${what}: ${size.toFixed(1)} KB, ${ceiling} KB allowed. ${originsOf(join(project, "bundle.json"))}`);
    }
  }
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((text, at) => text.padEnd(widths[at])).join(" | ")} |`;
  console.log(
    `\n${[line(rows[0]), line(widths.map((width) => "-".repeat(width))), ...rows.slice(1).map(line)].join("\n")}\n`,
  );
  for (const [what, { why }] of Object.entries(missed)) console.log(`${what}: ${why}`);
  return faults;
}

/** The files of a package that are in a bundle. */
function filesOf(metafile, folder) {
  const [output] = Object.values(JSON.parse(readFileSync(metafile, "utf8")).outputs);
  return Object.entries(output.inputs)
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path.includes(folder))
    .map(([path]) => path);
}

/** Where the bytes of a bundle come from, by package. */
function originsOf(metafile) {
  const [output] = Object.values(JSON.parse(readFileSync(metafile, "utf8")).outputs);
  const sums = new Map();
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  const parts = [...sums].filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
  return `Minified, by package: ${parts.map(([name, bytes]) => `${name} ${(bytes / KB).toFixed(1)}`).join(", ")}`;
}
