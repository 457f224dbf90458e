import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { listen, mode } from "./listen.mjs";
import { sessionHandler } from "./official-http.mjs";
import { build } from "./official-v2-server.mjs";

// The largest messages are beyond its default of 4 MiB.
const maxRequestBodySize = Number(process.env.BENCH_BODY ?? 4 * 1024 * 1024);
const withoutSession = mode === "stateless" || mode === "modern";
listen(
  withoutSession
    ? toNodeHandler(createMcpHandler(build, { maxRequestBodySize }), { maxRequestBodySize })
    : sessionHandler(NodeStreamableHTTPServerTransport, build),
);
