import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { listen, mode } from "./listen.mjs";
import { sessionHandler } from "./official-http.mjs";
import { build } from "./official-v2-server.mjs";

const withoutSession = mode === "stateless" || mode === "modern";
listen(
  withoutSession ? toNodeHandler(createMcpHandler(build)) : sessionHandler(NodeStreamableHTTPServerTransport, build),
);
