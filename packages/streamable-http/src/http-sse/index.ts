// The client's end.
export { httpSse } from "./client.js";
export type { HttpSseOptions } from "./client.js";

// The server's end.
export { createHttpSseHandler } from "./fetch-handler.js";
export type { HttpSseHandlerOptions } from "./fetch-handler.js";
export { createHttpSseEndpoint } from "./server.js";
export type { HttpSseEndpoint, HttpSseEndpointOptions } from "./server.js";
