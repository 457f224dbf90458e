/** For hosts without Fetch: the endpoint itself, and what a driver needs. */
export { HttpEndpoint, createEndpoint } from "./create-endpoint.js";
export type { EndpointOptions } from "./create-endpoint.js";
export { Turn, hostDriver } from "./turn.js";
export type { BodyProblem, Entry, EntryOptions, Served } from "./turn.js";
export type { Authorization, Challenge, HostPorts, HttpPort, MaybeLater, RequestHead } from "./http-port.js";
export { defaultHttpLimits } from "./limits.js";
export type { HttpLimits } from "./limits.js";
export type { ResponseMode } from "./services.js";
export { guardRequest, isLoopbackName } from "./host-guard.js";
export type { GuardRules, RequestGuard } from "./host-guard.js";
export { MemoryEventLog } from "./legacy/event-log.js";
export type { EventLog, LoggedEvent, MemoryEventLogOptions, Replay, StreamKey } from "./legacy/event-log.js";
export { MemorySessionRegistry } from "./legacy/session-registry.js";
export type { MemorySessionRegistryOptions, SessionRecord, SessionRegistry } from "./legacy/session-registry.js";

// For drivers: what streams share.
export { StreamQueue } from "../sse/stream-queue.js";
export type { StreamSink } from "../sse/stream-queue.js";
export { encodeEvent, encodeNamedEvent, encodePriming, encodeRetry, KEEP_ALIVE } from "../sse/encoder.js";
export { formatEventId, parseEventId } from "../sse/event-id.js";
export type { EventCursor } from "../sse/event-id.js";
