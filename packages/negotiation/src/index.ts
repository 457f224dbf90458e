// For users: connections, verdicts, servers, notices between processes.
export { openClient } from "./open-client.js";
export { createServerEra } from "./create-server-era.js";
export { createNotificationBus } from "./notification-bus.js";
export { eraMemory } from "./dual-era/era-memory.js";
export type { EraMemory } from "./dual-era/era-memory.js";
export { inputRequired } from "./era.js";
export type {
  AnswerContext,
  CacheHints,
  ChangeNotice,
  ClientContext,
  ClientEra,
  ClientHost,
  ConnectOptions,
  CreateServerEra,
  HandlerOutcome,
  InputRequest,
  InputRequired,
  NotificationBus,
  OpenClient,
  Progress,
  RequestContext,
  RequestOptions,
  ServerEra,
  ServerHost,
  ServerOptions,
  Verdict,
  Watch,
  WatchEvents,
  WatchFilter,
} from "./era.js";
