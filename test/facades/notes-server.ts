/** One server definition that the facade tests share. */
import { createServer } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";
import { z } from "zod";

export function notesServer(options: Partial<Parameters<typeof createServer>[0]> = {}): Server {
  const server = createServer({ name: "notes", version: "1.0.0", instructions: "Read before you write.", ...options });

  server.tool(
    "sum",
    { description: "Adds", input: z.object({ a: z.number(), b: z.number() }), output: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ sum: a + b }),
  );
  server.tool(
    "steps",
    { description: "Reports progress", input: z.object({ n: z.number().int() }) },
    async ({ n }, ctx) => {
      for (let i = 1; i <= n; i++) await ctx.progress(i, n, `step ${i}`);
      return `done ${n}`;
    },
  );
  server.tool("wait", { description: "Waits until it is cancelled" }, (_, ctx) => {
    const { signal } = ctx;
    return new Promise<string>((resolve) =>
      signal.addEventListener("abort", () => resolve("cancelled"), { once: true }),
    );
  });
  server.tool("greet", { description: "Asks for a name" }, async (_, ctx) => {
    const answer = await ctx.elicit("name", {
      message: "What is your name?",
      schema: z.object({ name: z.string(), polite: z.boolean().default(true) }),
    });
    return answer.action === "accept"
      ? `hello ${answer.content.name}, ${String(answer.content.polite)}`
      : answer.action;
  });
  server.tool("chatter", { description: "Logs" }, (_, ctx) => {
    void ctx.log("debug", "quiet");
    void ctx.log("error", { what: "loud" }, "chatter");
    return "logged";
  });
  server.resource("test://note", { name: "note", mimeType: "text/plain" }, () => "a note");
  server.resource("test://notes/{id}", { name: "notes" }, ({ id }) => `note ${id}`);
  server.prompt(
    "explain",
    { description: "Explains", args: z.object({ topic: z.string() }) },
    ({ topic }) => `Explain ${topic}`,
  );
  return server;
}

export const everyRevision = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
