/** Our client over HTTP, with servers that are none of ours, each a process of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "@mcpwire/client";
import type { Report } from "@mcpwire/jsonrpc";
import { http } from "@mcpwire/streamable-http";
import { httpSse } from "@mcpwire/streamable-http/http-sse";
import { afterAll, describe, expect, it } from "vitest";

const peers = fileURLToPath(new URL("peers/", import.meta.url));
const everything = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist",
  "index.js",
);
const children: ChildProcess[] = [];

afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    }),
  );
});

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  children.push(child);
  return child;
}

/** Starts a server that prints its URL. */
async function peer(script: string, ...args: readonly string[]): Promise<string> {
  const child = start([join(peers, script), ...args]);
  const [line] = await once(child.stdout ?? child, "data");
  return String(line).trim();
}

/** Starts server-everything, which says on which port it listens once it does. */
async function startEverything(mode: "streamableHttp" | "sse"): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  await once(probe, "close");
  const child = start([everything, mode], { PORT: String(port) });
  child.stdout?.resume();
  let said = "";
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk) => {
      said += String(chunk);
      if (said.includes(String(port))) resolve();
    });
  });
  return `http://127.0.0.1:${port}`;
}

const textOf = (content: readonly unknown[]) =>
  content.map((block) => (typeof block === "object" && block !== null && "text" in block ? block.text : "")).join(" ");

describe("our client over HTTP", () => {
  it.each([
    ["official SDK v1, streaming", "server-http-v1.mjs", [], "2025-11-25", 2],
    ["official SDK v1, JSON", "server-http-v1.mjs", ["--json"], "2025-11-25", 2],
    ["official SDK v2", "server-http-v2.mjs", [], "2026-07-28", 1],
  ] as const)("agrees with the %s, lists, calls, hears progress, and sees a failure as isError", async (...row) => {
    const [name, script, args, revision, roundTrips] = row;
    const reports: Report[] = [];
    const client = await connect(http(await peer(script, ...args)), { report: (report) => void reports.push(report) });
    expect(client.revision).toBe(revision);
    expect(client.roundTrips).toBe(roundTrips);
    expect((await client.tools().all()).map((tool) => tool.name)).toContain("read_note");
    const note = await client.callTool("read_note", { source_id: "control_flow" });
    expect(textOf(note.content)).toContain("Control flow");
    expect(await client.callTool("read_note", { source_id: "missing" })).toMatchObject({ isError: true });
    const progress: number[] = [];
    await client.callTool("count", {}, { onProgress: (p) => void progress.push(p.progress) });
    // A server that answers with JSON has no way to say more.
    expect(progress).toEqual(name.endsWith("JSON") ? [] : [1, 2, 3]);
    await client.close();
    expect(reports).toEqual([]);
  });

  it("answers what an official v1 server asks on its standalone stream", async () => {
    const client = await connect(http(await peer("server-http-v1.mjs")), {
      roots: [{ uri: "file:///work", name: "work" }],
    });
    expect(textOf((await client.callTool("ask_roots", {})).content)).toBe("file:///work");
    await client.close();
  });

  it("opens another session when an official v1 server has forgotten its own: one handshake for all, nothing lost", async () => {
    const url = await peer("server-http-v1.mjs");
    const reports: Report[] = [];
    const client = await connect(http(url), { report: (report) => void reports.push(report) });
    await client.callTool("read_note", { source_id: "control_flow" });
    await fetch(new URL("/forget", url), { method: "POST" });
    const calls = Array.from({ length: 5 }, () => client.callTool("read_note", { source_id: "control_flow" }));
    for (const call of await Promise.all(calls)) expect(textOf(call.content)).toContain("Control flow");
    expect(reports.filter(({ code }) => code === "session-renewed")).toHaveLength(1);
    await client.close();
  });

  it("opens again after it was closed, from the same transport", async () => {
    const transport = http(await peer("server-http-v2.mjs"));
    for (let times = 0; times < 2; times++) {
      const client = await connect(transport);
      expect(await client.callTool("read_note", { source_id: "control_flow" })).toHaveProperty("content");
      await client.close();
    }
  });

  it("uses server-everything over Streamable HTTP: progress, resources, pictures, then the end of the session", async () => {
    const client = await connect(http(`${await startEverything("streamableHttp")}/mcp`));
    expect(client.revision).toBe("2025-11-25");
    expect((await client.tools().all()).length).toBeGreaterThan(5);
    expect(textOf((await client.callTool("echo", { message: "hello" })).content)).toContain("hello");
    const progress: number[] = [];
    const long = { duration: 0.2, steps: 4 };
    await client.callTool("trigger-long-running-operation", long, {
      onProgress: (p) => void progress.push(p.progress),
    });
    expect(progress).toEqual([1, 2, 3, 4]);
    await client.close();
  });

  it("uses server-everything over HTTP+SSE, found by the fallback rule and addressed directly", async () => {
    const url = `${await startEverything("sse")}/sse`;
    for (const transport of [http(url), httpSse(url)]) {
      const client = await connect(transport);
      expect(client.verdict.era).toBe("legacy");
      expect(textOf((await client.callTool("echo", { message: "hello" })).content)).toContain("hello");
      await client.close();
    }
  });
});
