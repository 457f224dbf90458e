/** Every method of 2025-03-26. Completion has a capability of its own now. [2025-03-26 server/utilities/completion#capabilities] */
import { methodsSince } from "../../method-table.js";
import { methods as predecessor } from "../2024-11-05/methods.js";

export const methods = methodsSince(predecessor, {
  changed: { "completion/complete": { needs: ["completions"] } },
});
