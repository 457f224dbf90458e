export { loggingLevels } from "./model/capabilities.js";
export type {
  ClientCapabilities,
  Icon,
  Implementation,
  LoggingLevel,
  ServerCapabilities,
} from "./model/capabilities.js";
export { wireRules } from "./revision.js";
export type { Codec, Era, MethodEntry, MethodTable, Revision, Side, Traits } from "./revision.js";
