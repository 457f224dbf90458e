// The tutorial server on the official SDK, version 1, over stdio.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readNote, readNoteHandler } from "./read-note.mjs";

const server = new McpServer({ name: "official-v1", version: "1.0.0" });
server.registerTool(readNote.name, readNote, readNoteHandler);
await server.connect(new StdioServerTransport());
