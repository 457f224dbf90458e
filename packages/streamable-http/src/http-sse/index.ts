// The client's end.
export { httpSse } from "./client.js";
export type { HttpSseOptions } from "./client.js";
