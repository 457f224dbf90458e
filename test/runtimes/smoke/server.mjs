// The server that every runtime serves: one tool for each thing that a host may get wrong.
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** `revisions`: default every one. `cut` breaks the connections of the calls that run, where a host can. */
export function smokeServer({ revisions, cut } = {}) {
  let aborted = 0;
  const server = createServer({
    name: "smoke",
    version: "1.0.0",
    ...(revisions && { revisions }),
    // A fault of a handler is told to nobody else.
    report: ({ code, message, data }) => code === "handler-error" && console.error(message, data),
  });

  server.tool("size", { input: z.object({ text: z.string() }) }, ({ text }) => String(text.length));

  server.tool("steps", { input: z.object({ count: z.number().int() }) }, async ({ count }, ctx) => {
    for (let step = 1; step <= count; step += 1) {
      await ctx.progress(step, count);
      await pause(10);
    }
    return "done";
  });

  // Says something, and then waits to hear that it arrived: a host that collects a stream never gets there.
  const opened = new Set();
  server.tool("gate", { input: z.object({ key: z.string() }) }, async ({ key }, ctx) => {
    await ctx.progress(1);
    for (let waits = 0; waits < 250 && !opened.has(key); waits += 1) await pause(20);
    const isOpen = opened.delete(key);
    await ctx.progress(2);
    return isOpen ? "open" : "nobody came";
  });
  server.tool("open", { input: z.object({ key: z.string() }) }, ({ key }) => {
    opened.add(key);
    return "done";
  });

  server.tool("wait", {}, async (_args, ctx) => {
    const { signal } = ctx;
    signal.addEventListener("abort", () => (aborted += 1));
    await ctx.progress(1);
    // Longer than a host may take that notices at the next comment.
    for (let waits = 0; waits < 750 && !signal.aborted; waits += 1) await pause(20);
    return "waited";
  });
  server.tool("aborted", {}, () => String(aborted));

  server.tool("quiet", { input: z.object({ ms: z.number() }) }, async ({ ms }) => {
    await pause(ms);
    return "still here";
  });

  server.tool("detach", {}, async (_args, ctx) => {
    await ctx.progress(1);
    await pause(40);
    ctx.detach?.(50);
    await pause(150);
    await ctx.progress(2);
    return "resumed";
  });

  server.tool("cut", {}, async (_args, ctx) => {
    await ctx.progress(1);
    await pause(60);
    cut?.();
    await pause(60);
    await ctx.progress(2);
    return "resumed";
  });

  server.tool("change", {}, () => {
    server.notify.toolsChanged();
    return "changed";
  });

  server.tool(
    "strict",
    {
      input: {
        type: "object",
        properties: { code: { type: "string", pattern: "^[A-Z]{3}$" } },
        required: ["code"],
        additionalProperties: false,
      },
      output: { type: "object", properties: { code: { $ref: "#/$defs/code" } }, $defs: { code: { minLength: 3 } } },
    },
    ({ code }) => ({ code }),
  );

  return server;
}
