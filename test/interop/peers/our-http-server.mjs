// Our server over HTTP, for every revision: the tutorial tool, and two that take their time. Prints its URL.
import { setTimeout } from "node:timers/promises";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { z } from "zod";
import { readNote, readNoteHandler } from "./read-note.mjs";

const server = createServer({ name: "notes", version: "1.0.0" });

server.tool(
  readNote.name,
  { description: readNote.description, input: z.object({ source_id: z.string().min(1).max(64) }) },
  readNoteHandler,
);

server.tool(
  "count",
  { description: "Counts, and says so", input: z.object({ to: z.number().int(), everyMs: z.number() }) },
  async ({ to, everyMs }, ctx) => {
    for (let i = 1; i <= to; i++) {
      await setTimeout(everyMs);
      await ctx.progress(i, to);
    }
    return `counted to ${to}`;
  },
);

let last = "never called";
server.tool("wait", { description: "Waits until it is abandoned" }, async (_, ctx) => {
  last = "waits";
  await ctx.progress(1);
  await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
  last = `abandoned: ${ctx.aborted?.code}`;
  return "";
});
server.tool("how_did_the_wait_end", { description: "Says what became of the last wait" }, () => last);

const listener = await serveHttp(server, { retryMs: 50 });
console.log(listener.url);
