/** Code around every call: a rate limit for each caller, an audit trail, times, and spans that continue a caller's trace. */
import { connect } from "@mcpwire/client";
import { ProtocolError } from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { createServer } from "@mcpwire/server";
import type { MethodMiddleware, Middleware } from "@mcpwire/server";
import { z } from "zod";

/** At most so many calls within so many milliseconds, for each caller alone; more are refused with an error of its own. */
function rateLimit(most: number, withinMs: number): MethodMiddleware<"tools/call"> {
  const windows = new WeakMap<object, { start: number; calls: number }>();
  const anonymous = {};
  return (exchange, next) => {
    const { auth } = exchange.context;
    // What names a caller (`auth`) is the host's: here anything that is no object shares one window.
    const key = typeof auth === "object" && auth !== null ? auth : anonymous;
    const now = Date.now();
    let window = windows.get(key);
    if (window === undefined || now - window.start >= withinMs) windows.set(key, (window = { start: now, calls: 0 }));
    if (++window.calls > most)
      throw new ProtocolError(-32000, "Too many calls; try again later", { data: { withinMs } });
    return next();
  };
}

/** Who called what, and how it ended. Arguments stay out: they may be secrets. */
function audit(write: (line: string) => void): MethodMiddleware<"tools/call"> {
  return async ({ params, context }, next) => {
    const who = context.clientInfo?.name ?? "somebody";
    try {
      const outcome = await next();
      write(`audit: ${who} called ${params.name}: ${"isError" in outcome && outcome["isError"] ? "failed" : "done"}`);
      return outcome;
    } catch (error) {
      write(`audit: ${who} called ${params.name}: refused`);
      throw error;
    }
  };
}

/** How long everything takes, notifications too. */
function timing(write: (line: string) => void): Middleware {
  return async ({ method }, next) => {
    const began = performance.now();
    try {
      return await next();
    } finally {
      write(`timing: ${method} took ${(performance.now() - began).toFixed(1)} ms`);
    }
  };
}

/** A span for each request, below the span that the caller names. [2026-07-28 basic/index#meta] */
function spans(write: (line: string) => void): Middleware {
  return async (exchange, next) => {
    if (exchange.kind === "notification") return next();
    const { traceparent } = exchange.context.meta;
    const parent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(traceparent));
    const trace = parent?.[1] ?? hex(16);
    const span = hex(8);
    try {
      return await next();
    } finally {
      write(`span: ${exchange.method} trace=${trace} span=${span} parent=${parent?.[2] ?? "none"}`);
    }
  };
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

const print = (line: string): void => console.log(line);
const server = createServer({ name: "greeter", version: "1.0.0" });
// The first one is the outermost: its times hold what the others take.
server.use(timing(print));
server.use(spans(print));
server.use("tools/call", audit(print));
server.use("tools/call", rateLimit(2, 60_000));
server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

const client = await connect(memory(server), { info: { name: "visitor", version: "1.0.0" } });
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
await client.request("tools/call", { name: "greet", arguments: { name: "Ada" }, _meta: { traceparent } });
await client.callTool("greet", { name: "Bob" });
await client.callTool("greet", { name: "Eve" }).catch((error: unknown) => print(String(error)));
await client.close();
