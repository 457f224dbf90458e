// A consumer in TypeScript: every entry, and some real use, under each compiler and way of resolution, libraries checked as well.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { binaries } from "../runtimes/install.mjs";
import { entriesOf, projectOf } from "./managers.mjs";
import { run } from "./tarballs.mjs";

const compilers = { "5.9.3": "tsc59", "6.0.3": "tsc6", "7.0.2": "tsc7" };
const resolutions = ["node16", "nodenext", "bundler"];

/** Uses that lean on inference: what a declaration that lost its types would break. */
const uses = `
import { connect } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { createServer } from "@mcpwire/server";
import { createFetchHandler, http } from "@mcpwire/streamable-http";

const server = createServer({ name: "typed", version: "1.0.0" });
server.tool(
  "add",
  {
    input: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    output: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
  },
  ({ a, b }) => ({ sum: a + b }),
);
// @ts-expect-error -- a tool needs a handler
server.tool("broken", {});
declare module "@mcpwire/server" {
  interface AuthTypes {
    principal: { readonly subject: string };
  }
}
server.tool("who", { visible: (auth) => auth?.subject !== "eve" }, (_args, ctx) => ctx.auth?.subject ?? "nobody");
// @ts-expect-error -- what the program did not declare
server.tool("whose", {}, (_args, ctx) => ctx.auth?.tenant);
export const handler: (request: Request) => Promise<Response> = createFetchHandler(server);
export async function use(): Promise<string> {
  const client = await connect(memory(server));
  const remote = await connect(http(new URL("https://example.com/mcp")), { revisions: ["2026-07-28"] });
  const { content } = await client.callTool("add", { a: 1, b: 2 }, { timeoutMs: 1000 });
  await Promise.all([client.close(), remote.close()]);
  return content.map((block) => (block.type === "text" ? block.text : block.type)).join("");
}
`;

export async function checkCompilers(folder, packed) {
  const project = projectOf(folder, "npm");
  const entries = entriesOf(packed);
  const importing = (wanted) =>
    wanted.map((entry, at) => `import * as entry${at} from ${JSON.stringify(entry)};\nvoid entry${at};`).join("\n");
  // Node's own types for the entries made for Node; the browser's, and a bundler, for the rest.
  const programs = {
    node: { source: `${importing(entries)}\n${uses}`, lib: ["es2022"], types: ["node"] },
    web: {
      source: `${importing(entries.filter((entry) => !entry.startsWith("@mcpwire/node")))}\n${uses}`,
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
    },
  };
  const jobs = [];
  for (const [name, { source, lib, types }] of Object.entries(programs)) {
    writeFileSync(join(project, `${name}-consumer.ts`), source);
    for (const resolution of name === "web" ? ["bundler"] : resolutions) {
      const config = `tsconfig.${name}.${resolution}.json`;
      const compilerOptions = {
        target: "es2022",
        lib,
        types,
        module: resolution === "bundler" ? "esnext" : resolution,
        moduleResolution: resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        noEmit: true,
      };
      writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: [`${name}-consumer.ts`] }));
      for (const [version, compiler] of Object.entries(compilers)) {
        jobs.push({ compiler, config, title: `TypeScript ${version}, ${resolution}, for ${name}` });
      }
    }
  }
  const faults = [];
  const waiting = [...jobs];
  await Promise.all(
    [0, 1].map(async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const { code, out } = await run(process.execPath, [binaries[job.compiler], "-p", job.config], { cwd: project });
        if (code !== 0) faults.push(`${job.title}: ${out.slice(0, 2000)}`);
      }
    }),
  );
  console.log(
    `packages: compiled for ${Object.keys(programs).join(" and ")} by TypeScript ${Object.keys(compilers).join(", ")} ` +
      `under ${resolutions.join(", ")}, declarations of dependencies included`,
  );
  return faults;
}
