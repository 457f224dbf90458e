/** Tools for whoever drives this server from outside: load, time, failures, questions, and what a handler sees. */
import { setTimeout as after } from "node:timers/promises";
import { connect } from "@mcpwire/client";
import type { ClientTransport } from "@mcpwire/jsonrpc";
import type { Server } from "@mcpwire/server";
import { z } from "zod";
import type { Changes } from "./changes.js";

export interface HarnessOptions {
  readonly changes: Changes;
  /** Opens another server by its URL. */
  readonly reach: (url: string) => ClientTransport;
  /** Offers `crash`, which ends the process. */
  readonly mayCrash: boolean;
}

export function addHarnessTools(server: Server, { changes, reach, mayCrash }: HarnessOptions): void {
  server.tool("echo", { description: "Returns its text", input: z.object({ text: z.string() }) }, ({ text }) => text);

  server.tool(
    "sleep",
    {
      description: "Waits; ends early when cancelled",
      input: z.object({
        ms: z
          .number()
          .min(0)
          .max(2 ** 31 - 1),
      }),
    },
    async ({ ms }, ctx) => {
      await after(ms, undefined, { signal: ctx.signal });
      return `slept ${ms} ms`;
    },
  );

  server.tool(
    "stream",
    {
      description: "Reports progress n times",
      input: z.object({ n: z.int().min(0), everyMs: z.number().min(0).optional() }),
    },
    async ({ n, everyMs }, ctx) => {
      for (let i = 1; i <= n && ctx.aborted === undefined; i++) {
        await ctx.progress(i, n);
        if (everyMs !== undefined) await after(everyMs);
      }
      return `done ${n}`;
    },
  );

  server.tool(
    "big",
    {
      description: "Returns a text of that many bytes",
      input: z.object({
        bytes: z
          .int()
          .min(0)
          .max(2 ** 29),
      }),
    },
    ({ bytes }) => "x".repeat(bytes),
  );

  server.tool(
    "throw",
    {
      description: "Throws what is no error, or one",
      input: z.object({ what: z.enum(["undefined", "null", "string", "error"]) }),
    },
    ({ what }) => {
      // oxlint-disable-next-line no-throw-literal -- what a careless handler may do
      throw { undefined, null: null, string: "a string", error: new Error("an error of the handler") }[what];
    },
  );

  server.tool("nothing", { description: "Returns nothing" }, () => undefined);

  server.tool("whoami", { description: "Says who asks, and how" }, (_, ctx) => {
    const { era, name } = ctx.request.revision;
    return JSON.stringify({ caller: ctx.auth ?? null, era, revision: name });
  });

  server.tool(
    "onward",
    { description: "Calls the tool it of another server", input: z.object({ url: z.string() }) },
    async ({ url }, ctx) => {
      const client = await connect(reach(url));
      try {
        return await client.callTool("it", undefined, { signal: ctx.signal });
      } finally {
        await client.close();
      }
    },
  );

  const kind = z.enum(["elicitation", "sampling", "roots"]);
  server.tool(
    "ask",
    { description: "Asks the client, and returns its answers", input: z.object({ kinds: z.array(kind) }) },
    async ({ kinds }, ctx) => {
      const ask = {
        elicitation: () =>
          ctx.elicit("elicitation", { message: "What is your name?", schema: z.object({ name: z.string() }) }),
        sampling: () =>
          ctx.sample("sampling", {
            messages: [{ role: "user", content: { type: "text", text: "Say something." } }],
            maxTokens: 100,
          }),
        roots: async () => ({ roots: await ctx.roots("roots") }),
      };
      const answers = await Promise.all([...new Set(kinds)].map(async (key) => [key, await ask[key]()] as const));
      return JSON.stringify(Object.fromEntries(answers));
    },
  );

  server.tool(
    "change",
    {
      description: "Changes a list, or a resource",
      input: z.object({ what: z.enum(["tools", "prompts", "resources", "watched"]) }),
    },
    ({ what }) => {
      changes.change(what);
      return `changed ${what}`;
    },
  );

  if (mayCrash) server.tool("crash", { description: "Ends the process" }, () => process.exit(3));
}
