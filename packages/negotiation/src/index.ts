export { inputRequired } from "./era.js";
export type * from "./era.js";
export { openClient } from "./open-client.js";
export { eraMemory } from "./dual-era/era-memory.js";
export type { EraMemory } from "./dual-era/era-memory.js";
