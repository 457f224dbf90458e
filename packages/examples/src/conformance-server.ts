/**
 * The fixture server: HTTP on 127.0.0.1 at `PORT`, path `/mcp`, or with `--stdio` over this process's own streams. Ends with exit
 * code 0 on SIGTERM, once every watch has its result and every request its answer, and with 2 for a wrong option.
 */
import { serveStdio } from "@mcpwire/node";
import { revisions } from "@mcpwire/protocol";
import { http } from "@mcpwire/streamable-http";
import { conformanceServer } from "./conformance/definition.js";
import { serveOverHttp } from "./conformance/serve-http.js";
import { readOptions } from "./conformance/server-options.js";
import type { ServerProgramOptions } from "./conformance/server-options.js";

const options = optionsOrExit();
const served = revisions.filter((revision) => options[revision.era]).map((revision) => revision.name);
if (served.length === 0) refuse("--legacy off and --modern off leave nothing to serve");

const server = conformanceServer({
  revisions: served,
  listChanged: options.listChanged,
  reach: (url) => http(url),
  mayCrash: options.isStdio,
  report: ({ code, message, data }) => console.error(`${code}: ${message}`, data ?? ""),
});
const limits = options.maxMessageBytes === undefined ? {} : { maxMessageBytes: options.maxMessageBytes };

if (options.isStdio) {
  await serveStdio(server, { limits, signals: true, closeMs: 3000 });
  // A handler that still waits for something of its own would keep the process alive.
  process.exit(0);
}

const listener = await serveOverHttp(server, Number(process.env["PORT"] ?? 0), options);
console.log(JSON.stringify({ listening: listener.url }));
process.once("SIGTERM", () => {
  void Promise.all([server.close(), listener.close()]).then(() => process.exit(0));
});

function optionsOrExit(): ServerProgramOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}
