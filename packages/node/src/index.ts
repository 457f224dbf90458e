export { inheritedNames, serveStdio, startStdio, stdio } from "./stdio.js";
export type {
  Environment,
  LineServer,
  LineServerOptions,
  ProcessExit,
  ServeStdioOptions,
  StdioOptions,
} from "./stdio.js";
export { serveSocket, socketClient } from "./socket.js";
export type { SocketAddress, SocketClientOptions, SocketServer } from "./socket.js";
export { readServersConfig, serversFrom } from "./config.js";
export type { ServersConfigOptions } from "./config.js";
export { httpSseHandler, nodeHandler, serveHttp } from "./http-listener.js";
export type {
  HttpListener,
  HttpSseNodeOptions,
  NodeHandler,
  NodeHandlerOptions,
  ServeHttpOptions,
} from "./http-listener.js";
export { toNodeHandler } from "./http-fetch-adapter.js";
export { loopbackRedirect } from "./loopback-redirect.js";
export type { LoopbackRedirectOptions } from "./loopback-redirect.js";
export { publicFetch } from "./public-fetch.js";
export type { PublicFetchOptions, ResolveName } from "./public-fetch.js";
export { credentialFile } from "./credential-file.js";
export type { CredentialFileOptions } from "./credential-file.js";
