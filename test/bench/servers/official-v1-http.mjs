import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { listen, mode } from "./listen.mjs";
import { sessionHandler } from "./official-http.mjs";
import { build } from "./official-v1-server.mjs";

async function stateless(req, res) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  const server = build();
  res.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(req, res);
}

listen(mode === "stateless" ? stateless : sessionHandler(StreamableHTTPServerTransport, build));
