/** Every example runs, and every README shows examples as they are. The programs run from the build, as a reader would run them. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { describe, expect, it } from "vitest";
import { startListening } from "../support/listening-process.js";
import { readmes, withExamples } from "../tools/readme-examples.mjs";

const run = promisify(execFile);
const built = fileURLToPath(new URL("../../packages/examples/dist/", import.meta.url));
const sources = fileURLToPath(new URL("../../packages/examples/src/", import.meta.url));

/** Programs that end by themselves, and what they print. Servers among the examples are started by a client here. */
const programs: readonly (readonly [program: string, args: readonly string[], printed: RegExp])[] = [
  [
    "hello-client",
    [join(built, "hello-server.js")],
    /greeter speaks 2026-07-28\nit offers greet: Greets somebody\n.*Hello, Ada!/s,
  ],
  ["test-in-memory", [], /1970-01-01T00:00:00\.000Z/],
  [
    "middleware",
    [],
    /done\nspan: tools\/call trace=0af7651916cd43dd8448eb211c80319c span=[0-9a-f]{16} parent=b7ad6b7169203331\ntiming: .*refused.*Too many calls/s,
  ],
  ["unix-socket", [], /pong/],
];

/** Servers over HTTP that print their URL: each is called by the client of the examples, and by a client of the legacy generation. */
const httpServers = ["hello-http-server", "express-server", "fastify-server", "hono-server", "koa-server"];

/** Programs that other tests run, or that are run beside one of the above. */
const runElsewhere = [
  "auth-client",
  "auth-issuer",
  "auth-server",
  "hello-http-client",
  "hello-server",
  "read-note-server",
  "conformance-server",
  "conformance-client",
  "driver",
  "many-servers",
  // On their own hosts, by `npm run runtimes`.
  "browser-page",
  "bun-server",
  "deno-server",
  "worker",
  // Called as their hosts do by the test beside them, and on their hosts by `npm run runtimes`.
  "lambda",
  "next-route",
];

describe("the examples", () => {
  it.each(programs)("%s runs and prints what it promises", async (program, args, printed) => {
    const { stdout, stderr } = await run(process.execPath, [join(built, `${program}.js`), ...args], {
      timeout: 15_000,
    });
    expect(stdout).toMatch(printed);
    expect(stderr).toBe("");
  });

  it.each(httpServers)("%s serves both generations, and refuses a page from elsewhere", async (program) => {
    const server = await startListening({
      command: process.execPath,
      args: [join(built, `${program}.js`)],
      env: { PORT: "0" },
    });
    try {
      const { stdout } = await run(process.execPath, [join(built, "hello-http-client.js"), server.url]);
      expect(stdout).toMatch(/greeter speaks 2026-07-28\n.*Hello, Ada!/s);
      const client = await connect(http(server.url), { revisions: ["2025-11-25"] });
      expect((await client.callTool("greet", { name: "Bob" })).content).toEqual([
        { type: "text", text: "Hello, Bob!" },
      ]);
      const foreign = await fetch(server.url, { method: "POST", headers: { Origin: "https://elsewhere.example" } });
      expect(foreign.status).toBe(403);
      await client.close();
    } finally {
      await server.stop();
    }
  });

  it.each(httpServers.slice(1))("%s ends by itself at SIGTERM, streams of clients or not", async (program) => {
    const server = await startListening({
      command: process.execPath,
      args: [join(built, `${program}.js`)],
      env: { PORT: "0" },
    });
    const client = await connect(http(server.url, { maxReconnects: 0 }), { revisions: ["2025-11-25"] });
    await client.callTool("greet", { name: "Bob" });
    expect(await server.stop("SIGTERM")).toBe(0);
    await client.close();
  });

  it("browser-page-server shows the page, and lets it call its server", async () => {
    const server = await startListening({
      command: process.execPath,
      args: [join(built, "browser-page-server.js")],
      env: { PORT: "0" },
    });
    try {
      const { origin, searchParams } = new URL(server.url);
      expect(await (await fetch(server.url)).text()).toContain('<script type="module" src="browser-page.js">');
      const script = await fetch(`${origin}/browser-page.js`);
      expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
      // Self-contained: a browser could not find a package.
      expect(await script.text()).not.toMatch(/\bfrom ?"@/);
      const allowed = await fetch(searchParams.get("server") ?? "", { method: "OPTIONS", headers: { Origin: origin } });
      expect(allowed.headers.get("access-control-allow-origin")).toBe(origin);
    } finally {
      await server.stop();
    }
  });

  it("are all run by a test", () => {
    const all = readdirSync(sources).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    const known = new Set([
      ...programs.map(([program]) => program),
      ...httpServers,
      "browser-page-server",
      ...runElsewhere,
    ]);
    expect(all.map((name) => name.slice(0, -".ts".length)).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("the READMEs", () => {
  it.each(readmes())("%s shows its examples as they are", (path) => {
    const { text, filled } = withExamples(path);
    expect(text).toBe(filled);
  });
});
