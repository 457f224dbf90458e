/**
 * Our endpoint behind a real nginx that nobody has told about event streams: progress arrives as it is sent, idle streams outlive the
 * proxy's timeout, and a restart in mid-call loses nothing where streams can be resumed. Two rows are the other way round, and show
 * that this nginx does buffer and does time out. Prints a table; exits with 1 when a row failed.
 */
import { setTimeout } from "node:timers/promises";
import { connect } from "@mcpwire/client";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { http } from "@mcpwire/streamable-http";
import { z } from "zod";
import { Nginx, proxyTimeoutMs } from "./real-nginx.js";

const modern = "2026-07-28";
const resumable = "2025-11-25";

const server = createServer({ name: "behind-nginx", version: "1.0.0" });
server.tool("count", { input: z.object({ to: z.number(), everyMs: z.number() }) }, async ({ to, everyMs }, ctx) => {
  for (let i = 1; i <= to; i++) {
    await setTimeout(everyMs);
    await ctx.progress(i, to);
  }
  return `counted to ${to}`;
});

const listener = await serveHttp(server, { retryMs: 100 });
/** Too quiet for the proxy. */
const quiet = await serveHttp(server, { keepAliveMs: 60_000 });
const nginx = await Nginx.before({
  "/mcp": { url: listener.url },
  "/quiet": { url: quiet.url },
  "/buffering": { url: listener.url, directives: "proxy_ignore_headers X-Accel-Buffering;" },
});

let passed = 0;
let failed = 0;
console.log(`${nginx.version} in front, its buffering on, its timeout ${proxyTimeoutMs / 1000} s\n`);

try {
  for (const revision of [modern, resumable]) {
    await row(`progress arrives as it is sent, ${revision}`, () => progressThrough("/mcp", revision, 60));
  }
  await row("the same where nginx is told to buffer all the same: it comes late", async () => {
    const seen = await progressThrough("/buffering", modern, 0);
    if (!seen.startsWith("0 of"))
      throw new Error(`this nginx does not buffer, so the rows above show nothing: ${seen}`);
    return seen;
  });
  await Promise.all([
    row(`an idle listen stream outlives the timeout, ${modern}`, () => idleThrough("/mcp", modern, 1)),
    row(`an idle GET stream outlives the timeout, ${resumable}`, () => idleThrough("/mcp", resumable, 1)),
    row("the same without keep-alive: it is cut, and opened again", () => idleThrough("/quiet", modern, 2)),
  ]);
  await row(`a restart in mid-call loses nothing, ${resumable}`, restartResumed);
  await row(`a restart in mid-call is a typed loss, ${modern}`, restartLost);
} finally {
  await nginx.close();
  await listener.close();
  await quiet.close();
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function row(title: string, run: () => Promise<string>): Promise<void> {
  const began = performance.now();
  try {
    const seen = await run();
    passed++;
    console.log(`  ok      ${title}: ${seen} (${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    failed++;
    console.log(`  FAILED  ${title}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Rejects unless each of eight events, sent 100 ms apart, comes at least `apartMs` behind the one before. */
async function progressThrough(path: string, revision: string, apartMs: number): Promise<string> {
  const client = await connect(http(nginx.at(path)), { revisions: [revision] });
  const arrived: number[] = [];
  const onProgress = (): void => void arrived.push(performance.now());
  await client.callTool("count", { to: 8, everyMs: 100 }, { onProgress });
  await client.close();
  const gaps = arrived.slice(1).map((at, i) => at - (arrived[i] ?? 0));
  const apart = gaps.filter((gap) => gap >= 60).length;
  const seen = `${apart} of ${gaps.length} events came apart`;
  if (arrived.length !== 8) throw new Error(`${arrived.length} of 8 events arrived`);
  if (gaps.some((gap) => gap < apartMs)) throw new Error(`${seen}: ${gaps.map(Math.round).join(", ")} ms`);
  return seen;
}

/** Watches, says nothing for longer than the proxy waits, then changes something; `streams` is how many were opened for it. */
async function idleThrough(path: string, revision: string, streams: number): Promise<string> {
  let opened = 0;
  const counting: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (init?.method === "GET" || headers.get("mcp-method") === "subscriptions/listen") opened++;
    return fetch(input, init);
  };
  const client = await connect(http(nginx.at(path), { fetch: (url, init) => counting(url, init) }), {
    revisions: [revision],
  });
  const watch = await client.subscribe({ tools: true });
  const changes = watch[Symbol.asyncIterator]();
  await setTimeout(proxyTimeoutMs + 3000);
  server.notify.toolsChanged();
  const { value } = await changes.next();
  await client.close();
  if (value?.type !== "tools") throw new Error(`the change arrived as ${JSON.stringify(value)}`);
  if (opened !== streams) throw new Error(`${opened} streams were opened, not ${streams}`);
  return `${opened} stream(s), and the change arrived`;
}

async function restart(): Promise<void> {
  await nginx.stop();
  await setTimeout(300);
  await nginx.start();
}

async function restartResumed(): Promise<string> {
  const client = await connect(http(nginx.at("/mcp"), { reconnectDelayMs: 100 }), { revisions: [resumable] });
  const seen: number[] = [];
  let restarted: Promise<void> | undefined;
  const onProgress = ({ progress }: { readonly progress: number }): void => {
    seen.push(progress);
    if (progress === 5) restarted = restart();
  };
  const { content } = await client.callTool("count", { to: 20, everyMs: 60 }, { onProgress });
  await restarted;
  await client.close();
  const wanted = Array.from({ length: 20 }, (_, i) => i + 1);
  if (seen.join() !== wanted.join()) throw new Error(`progress arrived as ${seen.join(", ")}`);
  if (!JSON.stringify(content).includes("counted to 20")) throw new Error(`the result was ${JSON.stringify(content)}`);
  return "20 of 20 events once, and the result";
}

async function restartLost(): Promise<string> {
  const client = await connect(http(nginx.at("/mcp")), { revisions: [modern] });
  let restarted: Promise<void> | undefined;
  const onProgress = ({ progress }: { readonly progress: number }): void => {
    if (progress === 5) restarted = restart();
  };
  const outcome = await client.callTool("count", { to: 20, everyMs: 60 }, { onProgress }).then(
    () => "answered",
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
  );
  await restarted;
  await client.callTool("count", { to: 1, everyMs: 1 });
  await client.close();
  if (outcome !== "lost") throw new Error(`the caller saw ${outcome}`);
  return "lost, and the next call is answered";
}
