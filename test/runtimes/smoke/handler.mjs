// The endpoint that every runtime serves, with nothing but defaults beside what a browser needs.
import { createFetchHandler } from "@mcpwire/streamable-http";
import { smokeServer } from "./server.mjs";

export function smokeHandler(options = {}) {
  return createFetchHandler(smokeServer(), { isLoopback: true, ...options });
}
