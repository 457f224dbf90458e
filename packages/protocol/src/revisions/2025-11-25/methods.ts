/**
 * Every method of 2025-11-25.
 * New are `notifications/elicitation/complete` [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation]
 * and the experimental tasks, which either side may serve. [2025-11-25 basic/utilities/tasks#protocol-messages]
 */
import { methodsSince } from "../../method-table.js";
import { methods as predecessor } from "../2025-06-18/methods.js";

export const methods = methodsSince(predecessor, {
  added: {
    "tasks/get": { kind: "request", from: "both", needs: ["tasks"], repeatable: true },
    "tasks/result": { kind: "request", from: "both", needs: ["tasks"], repeatable: true },
    "tasks/list": { kind: "request", from: "both", needs: ["tasks", "list"], repeatable: true },
    "tasks/cancel": { kind: "request", from: "both", needs: ["tasks", "cancel"] },
    "notifications/elicitation/complete": { kind: "notification", from: "server", needs: ["elicitation", "url"] },
    "notifications/tasks/status": { kind: "notification", from: "both", declares: ["tasks"] },
  },
});
