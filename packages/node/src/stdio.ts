/**
 * The entry `@mcpwire/node/stdio`: what speaks over standard streams, and nothing of HTTP. A process that a host starts is waited
 * for, and this is half as much to load as the main entry, which has all of it as well.
 */
export { stdio } from "./child-process.js";
export type { ProcessExit, StdioOptions } from "./child-process.js";
export { serveStdio, startStdio } from "./process-stdio.js";
export type { ServeStdioOptions } from "./process-stdio.js";
export { inheritedNames } from "./child-environment.js";
export type { Environment } from "./child-environment.js";
export type { LineServer, LineServerOptions } from "./line-server.js";
