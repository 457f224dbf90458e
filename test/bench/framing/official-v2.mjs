import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { reader } from "./official.mjs";

export const create = (onMessage) => reader(StdioServerTransport, onMessage);
