import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { reader } from "./official.mjs";

export const create = (onMessage) => reader(StdioServerTransport, onMessage);
