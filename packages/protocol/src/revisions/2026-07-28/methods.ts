/**
 * Every method of 2026-07-28.
 * The handshake, `ping`, `logging/setLevel`, subscriptions by request, tasks, and every request from a server are gone; what a
 * server wants to know travels as a request for input. [2026-07-28 changelog#major-changes]
 */
import { methodsSince } from "../../method-table.js";
import { methods as predecessor } from "../2025-11-25/methods.js";

export const methods = methodsSince(predecessor, {
  gone: [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "tasks/get",
    "tasks/result",
    "tasks/list",
    "tasks/cancel",
    "notifications/initialized",
    "notifications/roots/list_changed",
    "notifications/elicitation/complete",
    "notifications/tasks/status",
  ],
  changed: {
    "tools/list": { cacheable: true },
    "tools/call": { asksInput: true },
    "resources/list": { cacheable: true },
    "resources/templates/list": { cacheable: true },
    "resources/read": { cacheable: true, asksInput: true },
    "prompts/list": { cacheable: true },
    "prompts/get": { asksInput: true },
    "sampling/createMessage": { asInput: true },
    "roots/list": { asInput: true },
    "elicitation/create": { asInput: true },
    "notifications/progress": { from: "server" },
  },
  added: {
    "server/discover": { kind: "request", from: "client", cacheable: true, repeatable: true },
    "subscriptions/listen": { kind: "request", from: "client" },
    "notifications/subscriptions/acknowledged": { kind: "notification", from: "server" },
  },
});
