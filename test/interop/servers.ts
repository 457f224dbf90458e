/**
 * Our client against servers that people use, from the npm registry, over stdio: everything that each offers is listed, one tool is
 * called, and its process must be gone afterwards. Then all of them at once, from a configuration file as hosts have it. Prints a
 * table, and exits with 1 when a row failed.
 *
 * The browser's two need Chromium: `CHROMIUM`, or `chromium` on the path; without it they are left out, or, where CI is set, a failure.
 */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, connectAll } from "@mcpwire/client";
import type { Client, Listing } from "@mcpwire/client";
import { isProtocolError } from "@mcpwire/jsonrpc";
import { readServersConfig, stdio } from "@mcpwire/node";
import { markdown } from "../bench/table.js";
import { folderOf } from "./counterparts/packages.js";
import { counterparts, playground, processOf } from "./counterparts/servers.js";
import type { Counterpart } from "./counterparts/servers.js";

const place = playground();
const chromium = process.env["CHROMIUM"] ?? onPath("chromium") ?? onPath("chromium-browser") ?? onPath("google-chrome");
const all = counterparts(place, chromium);
const rows: string[][] = [];
let passed = 0;
let failed = 0;

if (chromium === undefined) {
  console.log("servers: there is no Chromium, so the servers that drive it are left out");
  if (process.env["CI"] !== undefined) failed++;
}
for (const one of all) await report(one.name, () => drive(one));
await report("all of them at once", () => driveAll(all));
rmSync(place.folder, { recursive: true, force: true });

console.log();
console.log(
  markdown(["server", "version", "agreed on", "tools", "resources", "templates", "prompts", "called", "ms"], rows),
);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function report(name: string, run: () => Promise<readonly string[]>): Promise<void> {
  let problems: readonly string[];
  try {
    problems = await run();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  console.log(`servers: ${name} … ${problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`}`);
  if (problems.length > 0) failed++;
  else passed++;
}

async function drive(one: Counterpart): Promise<readonly string[]> {
  const { command, args, env, cwd } = processOf(one, place);
  const began = performance.now();
  const client = await connect(stdio(command, args, { env, cwd }));
  const problems: string[] = [];
  try {
    const agreed = client.revision;
    if (agreed !== one.revision) problems.push(`agreed on ${agreed}, expected ${one.revision}`);
    const offers = await offersOf(client);
    const result = await client.callTool(one.tool, one.arguments, { timeoutMs: 30_000 });
    const text = textOf(result.content);
    if ((result.isError === true) !== (one.fails === true) || !one.expected.test(text))
      problems.push(`${one.tool} gave ${JSON.stringify(text.slice(0, 200))}`);
    const ms = (performance.now() - began).toFixed(0);
    rows.push([one.name, one.version, `${client.verdict.era} ${agreed}`, ...offers, one.tool, ms]);
  } finally {
    await client.close();
  }
  if (!(await isGone(args[0] ?? ""))) problems.push("its process outlived its client");
  return problems;
}

/** How many there are of each kind that the server declares. */
async function offersOf(client: Client): Promise<string[]> {
  const { tools, resources, prompts } = client.serverCapabilities;
  return [
    await count(tools, () => client.tools()),
    await count(resources, () => client.resources()),
    // Many servers declare resources and do not know the method for templates.
    await count(resources, () => client.resourceTemplates()),
    await count(prompts, () => client.prompts()),
  ];
}

async function count(capability: unknown, list: () => Listing<unknown>): Promise<string> {
  if (capability === undefined) return "–";
  try {
    return String((await list().all()).length);
  } catch (error) {
    if (isProtocolError(error) && error.code === "method-not-found") return "–";
    throw error;
  }
}

async function driveAll(servers: readonly Counterpart[]): Promise<readonly string[]> {
  const began = performance.now();
  const path = join(place.folder, "mcp.json");
  const named = servers.map((one) => [folderOf(one.name), processOf(one, place)] as const);
  writeFileSync(path, JSON.stringify({ mcpServers: Object.fromEntries(named) }));
  const connected = await connectAll(await readServersConfig(path), { maxWaitMs: 120_000 });
  try {
    const problems = [...connected.failures].map(([name, error]) => `${name}: ${error.message}`);
    const tools = await connected.tools().all();
    const distinct = new Set(tools.map(({ name }) => name)).size;
    if (distinct !== tools.length) problems.push(`${tools.length - distinct} names come twice`);
    const full = `${folderOf("@modelcontextprotocol/server-everything")}__echo`;
    if (!textOf((await connected.callTool(full, { message: "routed" })).content).includes("routed"))
      problems.push(`${full} did not echo`);
    const ms = (performance.now() - began).toFixed(0);
    rows.push([`${named.length} at once`, "", "each as above", String(tools.length), "", "", "", "echo", ms]);
    return problems;
  } finally {
    await connected.close();
  }
}

function textOf(content: readonly unknown[]): string {
  return content
    .map((block) => (typeof block === "object" && block !== null && "text" in block ? String(block.text) : ""))
    .join(" ");
}

/** True once no process has this on its command line; waits up to 3 s. Windows has no `ps`, and is not asked. */
async function isGone(mark: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  for (let tries = 0; tries < 30; tries++) {
    if (!spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout.includes(mark)) return true;
    await setTimeout(100);
  }
  return false;
}

function onPath(command: string): string | undefined {
  const { status, stdout } = spawnSync(process.platform === "win32" ? "where" : "which", [command], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}
