export { inputRequired } from "./era.js";
export type * from "./era.js";
