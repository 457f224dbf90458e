/** The server that the transcripts talk to: small enough to know by heart. Schemas are JSON Schema, so that they appear as they stand. */
import { createServer } from "@mcpwire/server";
import type { Server, ServerOptions } from "@mcpwire/server";

const sourceId = {
  type: "object",
  properties: { source_id: { type: "string", maxLength: 64 } },
  required: ["source_id"],
} as const;

export function transcriptServer(options: Pick<ServerOptions, "revisions"> = {}): Server {
  const server = createServer({ name: "notes", version: "1.0.0", instructions: "Read before you write.", ...options });

  server.tool("read_note", { description: "Reads a note", input: sourceId }, ({ source_id }, ctx) =>
    source_id === "control_flow" ? "if, while, for" : ctx.fail(`no note called ${source_id}`),
  );

  server.tool(
    "count",
    {
      description: "Counts the notes, slowly",
      output: { type: "object", properties: { notes: { type: "integer" } }, required: ["notes"] },
    },
    async (_, ctx) => {
      await ctx.progress(1, 2, "looking");
      await ctx.progress(2, 2);
      return { notes: 1 };
    },
  );

  server.tool("wait", { description: "Waits until it is cancelled" }, (_, ctx) => {
    const { signal } = ctx;
    return new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("too late to be heard")));
  });

  server.tool(
    "delete_note",
    { description: "Deletes a note, if the user agrees", input: sourceId },
    async ({ source_id }, ctx) => {
      await ctx.once("asked-at", () => "noon");
      const answer = await ctx.elicit("sure", {
        message: `Delete ${source_id}?`,
        schema: { type: "object", properties: { really: { type: "boolean" } }, required: ["really"] },
      });
      return answer.action === "accept" && answer.content.really ? `deleted ${source_id}` : `kept ${source_id}`;
    },
  );

  server.tool("touch_note", { description: "Changes the note" }, () => {
    server.notify.resourceUpdated("note://control_flow");
    return "touched";
  });

  server.resource("note://control_flow", { name: "Control flow", mimeType: "text/plain" }, () => "if, while, for");
  return server;
}
