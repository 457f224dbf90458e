/** The tutorial server: one tool, over stdio, for clients of every revision. */
import { serveStdio } from "@mcpwire/node/stdio";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const notes = new Map([["control_flow", "Control flow: if, while, for."]]);

const server = createServer({ name: "notes", version: "1.0.0" });

server.tool(
  "read_note",
  {
    description: "Read a teaching note",
    input: z.object({ source_id: z.string().min(1).max(64) }),
  },
  ({ source_id }, ctx) => notes.get(source_id) ?? ctx.fail(`no note called ${source_id}`),
);

await serveStdio(server);
