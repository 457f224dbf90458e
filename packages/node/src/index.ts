export { stdio } from "./child-process.js";
export type { ProcessExit, StdioOptions } from "./child-process.js";
export { serveStdio, startStdio } from "./process-stdio.js";
export type { ServeStdioOptions } from "./process-stdio.js";
export { serveSocket, socketClient } from "./socket.js";
export type { SocketAddress, SocketClientOptions, SocketServer } from "./socket.js";
export { inheritedNames } from "./child-environment.js";
export type { Environment } from "./child-environment.js";
export type { LineServer, LineServerOptions } from "./line-server.js";
