/**
 * Clients that people use, from the npm registry, against our server, over stdio and over HTTP: each lists and calls. The server
 * writes down who asked what at which revision. Prints a table, and exits with 1 when a row failed.
 */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";
import { markdown } from "../bench/table.js";
import { installed } from "./counterparts/packages.js";

const server = fileURLToPath(new URL("./counterparts/recording-server.mjs", import.meta.url));
const sdkClient = fileURLToPath(new URL("./counterparts/client-sdk.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mcpwire-clients-"));
const log = join(folder, "requests.jsonl");
const env = { ...process.env, HOME: folder };
const program = [process.execPath, server, log];

const inspector = installed("@modelcontextprotocol/inspector", "0.15.0");
const inspectorCli = join(inspector.folder, "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js");
const mcpc = installed("@apify/mcpc", "0.2.6", "mcpc");
const remote = installed("mcp-remote", "0.15.1", "mcp-remote");
const sdk = installed("@ai-sdk/mcp", "1.0.102");

const rows: string[][] = [];
let failed = 0;

const { url, child } = await listen();
try {
  await row("Inspector 0.15.0, command line", "stdio", () => inspect(program));
  await row("Inspector 0.15.0, command line", "HTTP", () => inspect([url, "--transport", "http"]));
  await row("mcpc 0.2.6", "stdio", () => {
    const path = join(folder, "mcp.json");
    const [command, ...args] = program;
    writeFileSync(path, JSON.stringify({ mcpServers: { notes: { command, args } } }));
    return useMcpc(`${path}:notes`, "@stdio");
  });
  await row("mcpc 0.2.6", "HTTP", () => useMcpc(url, "@http"));
  await row("@ai-sdk/mcp 1.0.102", "stdio", () => run(sdkClient, [sdk.folder, ...program]));
  await row("@ai-sdk/mcp 1.0.102", "HTTP", () => run(sdkClient, [sdk.folder, url]));
  await row("mcp-remote 0.15.1, driven by mcpwire", "HTTP", () => throughRemote());
} finally {
  child.kill();
  rmSync(folder, { recursive: true, force: true });
}

console.log();
console.log(markdown(["client", "over", "agreed on", "says it is", "asked"], rows));
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** One client: what it printed must hold the note, and our server must have seen it list and call. */
async function row(name: string, over: string, drive: () => string | Promise<string>): Promise<void> {
  writeFileSync(log, "");
  const problems: string[] = [];
  try {
    const printed = await drive();
    if (!printed.includes("Control flow: if, while, for."))
      problems.push(`it printed ${JSON.stringify(printed.slice(-300))}`);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const seen = readFileSync(log, "utf8").trim().split("\n").filter(Boolean).map(readLine);
  const methods = [...new Set(seen.map(({ method }) => method))];
  for (const method of ["tools/list", "tools/call"]) if (!methods.includes(method)) problems.push(`no ${method} came`);
  const said = [...new Set(seen.map(({ client = "–" }) => client))].join(", ");
  rows.push([name, over, [...new Set(seen.map(({ revision }) => revision))].join(", "), said, methods.join(", ")]);
  console.log(`clients: ${name} over ${over} … ${problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`}`);
  if (problems.length > 0) failed++;
}

interface Line {
  readonly method: string;
  readonly revision: string;
  readonly client?: string;
}

function readLine(line: string): Line {
  return JSON.parse(line) as Line; // our own server wrote it
}

function inspect(target: readonly string[]): string {
  const method = (...args: readonly string[]) => run(inspectorCli, ["--cli", ...target, "--method", ...args]);
  return (
    method("tools/list") + method("tools/call", "--tool-name", "read_note", "--tool-arg", "source_id=control_flow")
  );
}

function useMcpc(target: string, session: string): string {
  run(mcpc.entry, ["--json", "connect", target, session]);
  try {
    const listed = run(mcpc.entry, ["--json", session, "tools-list"]);
    return listed + run(mcpc.entry, ["--json", session, "tools-call", "read_note", "source_id:=control_flow"]);
  } finally {
    run(mcpc.entry, [session, "close"]);
  }
}

/** A proxy between stdio and HTTP: our own client is on its near side, our server on its far side. */
async function throughRemote(): Promise<string> {
  const client = await connect(stdio(process.execPath, [remote.entry, url, "--transport", "http-only"], { env }));
  try {
    const tools = await client.tools().all();
    const result = await client.callTool("read_note", { source_id: "control_flow" });
    return JSON.stringify([tools, result]);
  } finally {
    await client.close();
  }
}

/** Runs a program with Node for at most a minute; its stdout. */
function run(file: string, args: readonly string[]): string {
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, [file, ...args], {
    encoding: "utf8",
    env,
    timeout: 60_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${signal ?? status}: ${stderr.trim().slice(-300)}`);
  return stdout;
}

async function listen(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [server, log, "http"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) return { url: line, child };
  throw new Error("our server did not say where it listens");
}
