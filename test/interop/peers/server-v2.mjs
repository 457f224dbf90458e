// The tutorial server on the official SDK, version 2, over stdio.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readNote, readNoteHandler } from "./read-note.mjs";

serveStdio(() => {
  const server = new McpServer({ name: "official-v2", version: "1.0.0" });
  server.registerTool(readNote.name, readNote, readNoteHandler);
  return server;
});
