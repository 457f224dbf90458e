/** `await using`, at run time and for the compiler: it works where the libraries have it, and nobody needs it where they have not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, connectAll } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { afterAll, describe, expect, it } from "vitest";
import { notesServer } from "./notes-server.js";

// Inside this package, so that the compiler finds the workspace's packages.
const folder = fileURLToPath(new URL("../temp/disposal/", import.meta.url));
const universal = fileURLToPath(new URL("../../packages/universal.d.ts", import.meta.url));
const base = fileURLToPath(new URL("../../tsconfig.base.json", import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler has against a program, with these libraries and no types of any host. */
function complaints(name: string, program: string, lib: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "program.ts"), program);
  const compilerOptions = { lib, types: [], noEmit: true, skipLibCheck: false };
  writeFileSync(
    join(path, "tsconfig.json"),
    JSON.stringify({ extends: base, compilerOptions, files: ["./program.ts", universal] }),
  );
  return spawnSync(process.execPath, [tsc, "-p", path], { encoding: "utf8" }).stdout;
}

const start = `import { connect, connectAll } from "@mcpwire/client";
declare const transport: Parameters<typeof connect>[0];
`;
const using = `${start}
await using client = await connect(transport);
await using watch = await client.subscribe({ tools: true });
await using servers = await connectAll({ one: transport });
void [client.revision, watch.honored, servers.failures];
`;

describe("await using, for the compiler", () => {
  it("takes a client, a subscription and many servers where the library has it", () => {
    expect(complaints("with", using, ["es2022", "esnext.disposable"])).toBe("");
  });

  it("is not needed: a program without it compiles without that library", () => {
    const plain = `${start}const client = await connect(transport);\nawait client.close();\nvoid connectAll;\n`;
    expect(complaints("without", plain, ["es2022"])).toBe("");
  });

  it("is refused for what cannot be disposed of, so the first case proves something", () => {
    const wrong = `${start}await using number = 7;\nvoid [number, connect, connectAll, transport];\n`;
    expect(complaints("wrong", wrong, ["es2022", "esnext.disposable"])).toMatch(/TS2851/);
  });
});

describe("what is disposed of", () => {
  it("is closed", async () => {
    const client = await connect(memory(notesServer()));
    const watch = await client.subscribe({ tools: true });
    await watch[Symbol.asyncDispose]();
    expect(await watch[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
    await client[Symbol.asyncDispose]();
    await expect(client.callTool("sum", { a: 1, b: 2 })).rejects.toMatchObject({ code: "closed" });
    const servers = await connectAll({ notes: memory(notesServer()) });
    await servers[Symbol.asyncDispose]();
    await expect(servers.callTool("notes__sum", {})).rejects.toMatchObject({ code: "closed" });
  });
});
