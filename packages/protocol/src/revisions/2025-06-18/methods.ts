/** Every method of 2025-06-18. `elicitation/create` is new. [2025-06-18 client/elicitation#protocol-messages] */
import { methodsSince } from "../../method-table.js";
import { methods as predecessor } from "../2025-03-26/methods.js";

export const methods = methodsSince(predecessor, {
  added: { "elicitation/create": { kind: "request", from: "server", needs: ["elicitation"] } },
});
