// Bundle sizes from the tarballs: esbuild, minified, gzip -9, beside the official SDK's, and held against budgets.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { binaries } from "../runtimes/install.mjs";
import { projectOf } from "./managers.mjs";
import { printTable } from "./table.mjs";
import { run } from "./tarballs.mjs";

/**
 * Budgets in KB after gzip. `without`: a package that a bundle must hold no file of. `official`: version 2.4.0 of the official SDK,
 * measured the same way, in KB for Node and for browsers; its bundles hold zod in any case, ours where the program uses it.
 */
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
    budget: 20,
    official: "–",
  },
  {
    what: "HTTP server, whole",
    code: `export { createServer } from "@mcpwire/server"; export { createFetchHandler } from "@mcpwire/streamable-http";`,
    without: "zod",
    official: "–",
  },
  {
    what: "HTTP server, whole, with a tool in zod",
    // As zod's own documentation imports it. `import { z }` holds all of zod, with the messages of every language: 70 KB more.
    code: `
      import { createServer } from "@mcpwire/server";
      import { createFetchHandler } from "@mcpwire/streamable-http";
      import * as z from "zod";
      const server = createServer({ name: "adder", version: "1.0.0" });
      server.tool("add", { input: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => String(a + b));
      export const handler = createFetchHandler(server);`,
    official: "122 / 85",
  },
  {
    what: "client and server facades",
    code: `export { connect } from "@mcpwire/client"; export { createServer } from "@mcpwire/server";`,
    without: "zod",
    budget: 60,
    official: "214 / 139 (with transports)",
  },
];

const KB = 1024;

export async function checkSizes(folder) {
  const project = projectOf(folder, "npm");
  const faults = [];
  const rows = [["Bundle", "min KB", "gzip KB", "Budget", "Official 2.4.0, gzip KB"]];
  // A check that finds nothing proves something only where it finds what is there.
  for (const name of new Set(bundles.flatMap(({ without }) => without ?? []))) {
    const { files } = await bundle(project, `import * as all from "${name}"; export { all };`);
    if (filesOf(files, name).length === 0) faults.push(`no file of ${name} is found in a bundle that holds it`);
  }
  for (const { what, code, without, budget, official } of bundles) {
    const { problem, files, bytes } = await bundle(project, code);
    if (problem !== undefined) {
      faults.push(`${what} cannot be bundled: ${problem}`);
      continue;
    }
    const strangers = without === undefined ? [] : filesOf(files, without);
    if (strangers.length > 0) faults.push(`${what}: holds ${strangers.join(", ")}`);
    const size = gzipSync(bytes, { level: 9 }).length / KB;
    rows.push([what, (bytes.length / KB).toFixed(1), size.toFixed(1), String(budget ?? "–"), official]);
    if (budget !== undefined && size > budget) {
      faults.push(`${what}: ${size.toFixed(1)} KB, ${budget} KB allowed. ${originsOf(files)}`);
    }
  }
  printTable(rows);
  return faults;
}

/** Bundles a program: its bytes, and the files that they come from with how many are of each; or why it cannot be. */
async function bundle(project, code) {
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
  if (exit !== 0) return { problem: said.slice(0, 1000), files: [] };
  const [output] = Object.values(JSON.parse(readFileSync(join(project, "bundle.json"), "utf8")).outputs);
  const files = Object.entries(output.inputs)
    .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
    .filter(({ bytes }) => bytes > 0);
  return { files, bytes: readFileSync(join(project, "bundle.js")) };
}

/** Those of one package. */
function filesOf(files, name) {
  return files.map(({ path }) => path).filter((path) => path.includes(`node_modules/${name}/`));
}

/** Where the bytes of a bundle come from, by package. */
function originsOf(files) {
  const sums = new Map();
  for (const { path, bytes } of files) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  const parts = [...sums].sort(([, a], [, b]) => b - a);
  return `Minified, by package: ${parts.map(([name, bytes]) => `${name} ${(bytes / KB).toFixed(1)}`).join(", ")}`;
}
