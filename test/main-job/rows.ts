/** One row each: our client against a server, and a client against our server. Shared by the main job and the interop tests. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { connect } from "@mcpwire/client";
import type { ClientTransport } from "@mcpwire/jsonrpc";
import { stdio } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import { ourServer } from "./targets.js";
import type { ClientTarget, Expectations, ServerTarget } from "./targets.js";

export interface Row {
  readonly peer: string;
  readonly agreed: string;
  readonly roundTrips: number | undefined;
  readonly tools: number | undefined;
  readonly call: string;
  readonly failure: string;
  readonly ms: number;
  /** What is wrong with this row; empty when it passed. */
  readonly problems: readonly string[];
}

export function ourClientAgainst(target: ServerTarget): Promise<Row> {
  const { command, args, env } = target;
  return ourClientOver(stdio(command, args, env === undefined ? {} : { env }), target);
}

export function ourClientAt(url: string, target: Expectations): Promise<Row> {
  return ourClientOver(http(url), target);
}

/** Connects, lists, calls a tool that works and one that fails, and closes. Rejects only where there is nothing to show. */
async function ourClientOver(transport: ClientTransport, target: Expectations): Promise<Row> {
  const began = performance.now();
  const client = await connect(transport);
  try {
    const tools = await client.tools().all();
    const done = await client.callTool(...target.call);
    const failed = await client.callTool(...target.failure);
    const text = textOf(done.content);
    return {
      peer: target.name,
      agreed: `${client.verdict.era} ${client.revision}`,
      roundTrips: client.roundTrips,
      tools: tools.length,
      call: text,
      failure: failed.isError === true ? textOf(failed.content) : "no isError",
      ms: performance.now() - began,
      problems: [
        ...(client.revision === target.revision ? [] : [`agreed on ${client.revision}, expected ${target.revision}`]),
        ...(tools.some((tool) => tool.name === target.call[0]) ? [] : [`did not list ${target.call[0]}`]),
        ...(done.isError !== true && text.includes(target.expected)
          ? []
          : [`${target.call[0]} gave ${JSON.stringify(text)}`]),
        ...(failed.isError === true ? [] : [`${target.failure[0]} did not fail as it should`]),
      ],
    };
  } finally {
    await client.close();
  }
}

/** Runs a client program against our stdio server, which must end with it. */
export async function theirClientAgainstOurs(target: ClientTarget): Promise<Row> {
  const mark = `--mark-${randomUUID()}`;
  const row = await theirClientOver([process.execPath, ourServer, mark], target);
  return (await isReleased(mark)) ? row : { ...row, problems: [...row.problems, "our server outlived its client"] };
}

export function theirClientAt(url: string, target: ClientTarget): Promise<Row> {
  return theirClientOver([url], target);
}

/** Runs a client program with these arguments; it prints what it saw as one JSON line. */
async function theirClientOver(server: readonly string[], target: ClientTarget): Promise<Row> {
  const began = performance.now();
  const seen = JSON.parse(await run(target.command, [...target.args, ...server])) as Seen; // our own script wrote it
  const text = textOf(seen.found.content);
  return {
    peer: target.name,
    agreed: seen.revision,
    roundTrips: undefined,
    tools: seen.tools.length,
    call: text,
    failure: seen.missing.isError === true ? textOf(seen.missing.content) : "no isError",
    ms: performance.now() - began,
    problems: [
      ...(seen.revision === target.revision ? [] : [`agreed on ${seen.revision}, expected ${target.revision}`]),
      ...(seen.tools.includes("read_note") ? [] : ["did not list read_note"]),
      ...(text.includes("Control flow") ? [] : [`read_note gave ${JSON.stringify(text)}`]),
      ...(seen.missing.isError === true ? [] : ["the missing note did not fail as it should"]),
    ],
  };
}

interface Seen {
  readonly revision: string;
  readonly tools: readonly string[];
  readonly found: Outcome;
  readonly missing: Outcome;
}

interface Outcome {
  readonly isError?: boolean;
  readonly content: readonly unknown[];
}

function textOf(content: readonly unknown[]): string {
  return content
    .map((block) => (typeof block === "object" && block !== null && "text" in block ? String(block.text) : ""))
    .join(" ")
    .trim();
}

/** True once no process carries the mark on its command line; waits up to 2 s for it. Windows has no `ps`, and is not asked. */
async function isReleased(mark: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  for (let tries = 0; tries < 20; tries++) {
    const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
    if (!stdout.includes(mark)) return true;
    await setTimeout(100);
  }
  return false;
}

/** Runs a program for at most 30 s; resolves with the last line of its output. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 30_000, windowsHide: true });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(out.trim().split("\n").at(-1) ?? "");
      else
        reject(
          new Error(`${args.join(" ")} ended with ${signal ?? code}: ${err.trim().split("\n").slice(-3).join(" | ")}`),
        );
    });
  });
}
