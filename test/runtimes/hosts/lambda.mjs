// The smoke server as a function of Lambda.
import { createFetchHandler } from "@mcpwire/streamable-http";
import { toLambdaHandler } from "../examples/lambda.js";
import { smokeServer } from "../smoke/server.mjs";

export const handler = toLambdaHandler(createFetchHandler(smokeServer(), { sessions: false, responses: "json" }));
