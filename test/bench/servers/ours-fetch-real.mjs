// The fetch handler on Node with real Request and Response objects, in the simplest way that there is.
import { createFetchHandler } from "@mcpwire/streamable-http";
import { Readable } from "node:stream";
import { listen, mode } from "./listen.mjs";
import { endpointOptions, server } from "./ours-server.mjs";

const handle = createFetchHandler(server, { isLoopback: true, ...endpointOptions(mode) });

listen(async (req, res) => {
  const { method, headers } = req;
  const body = method === "GET" ? undefined : Readable.toWeb(req);
  const request = new Request(`http://${headers.host}${req.url}`, { method, headers, body, duplex: "half" });
  const response = await handle(request);
  res.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) res.write(chunk);
  res.end();
});
