// The client's end.
export { http } from "./client/http.js";
export type { AnsweredHead, AuthorizedRequest, HttpAuth, RequestAuthorizer, TokenSource } from "./client/auth.js";
export type { ChallengeHead, FetchFunction, HttpOptions, RequestPurpose } from "./client/options.js";

// The server's end.
export { createFetchHandler } from "./web/server.js";
export type { FetchHandler, FetchHandlerOptions } from "./web/server.js";
export type { EndpointOptions } from "./core/create-endpoint.js";
export type { Authorization, Challenge, HostPorts, MaybeLater, RequestHead } from "./core/http-port.js";
export { defaultHttpLimits } from "./core/limits.js";
export type { HttpLimits } from "./core/limits.js";
export type { ResponseMode } from "./core/services.js";
export { guardRequest, isLoopbackName } from "./core/host-guard.js";
export type { GuardRules } from "./core/host-guard.js";
export { MemoryEventLog } from "./core/legacy/event-log.js";
export type { EventLog, LoggedEvent, MemoryEventLogOptions, Replay, StreamKey } from "./core/legacy/event-log.js";
export { MemorySessionRegistry } from "./core/legacy/session-registry.js";
export type { MemorySessionRegistryOptions, SessionRecord, SessionRegistry } from "./core/legacy/session-registry.js";
