// A client of @ai-sdk/mcp, from the folder named first, against the server on the rest of the command line, a program or a URL;
// prints what it saw as one JSON line.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, command, ...args] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { createMCPClient } = await load("@ai-sdk/mcp");
const { Experimental_StdioMCPTransport: Stdio } = await load("@ai-sdk/mcp/mcp-stdio");
const transport = command.startsWith("http:") ? { type: "http", url: command } : new Stdio({ command, args });
const client = await createMCPClient({ transport });
const tools = await client.tools();
const call = (source_id) => tools.read_note.execute({ source_id }, { toolCallId: source_id, messages: [] });
const [found, missing] = [await call("control_flow"), await call("missing")];
await client.close();
console.log(JSON.stringify({ tools: Object.keys(tools), found, missing }));
