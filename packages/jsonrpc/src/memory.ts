export { memory, memoryPair } from "./memory-transport.js";
export type { MemoryOptions, MemoryPairOptions, MemoryPipe } from "./memory-transport.js";
