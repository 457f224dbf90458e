/**
 * Every method of 2026-07-28.
 * The handshake, `ping`, `logging/setLevel`, subscriptions by request, and every request from a server are gone; what a server
 * wants to know travels as a request for input. [2026-07-28 changelog#major-changes]
 */
import type { MethodEntry, MethodTable } from "../../revision.js";

export const methods: MethodTable = new Map<string, MethodEntry>([
  ["server/discover", { kind: "request", from: "client", cacheable: true, repeatable: true }],
  ["tools/list", { kind: "request", from: "client", needs: ["tools"], cacheable: true, repeatable: true }],
  ["tools/call", { kind: "request", from: "client", needs: ["tools"], subject: "name", asksInput: true }],
  ["resources/list", { kind: "request", from: "client", needs: ["resources"], cacheable: true, repeatable: true }],
  [
    "resources/templates/list",
    { kind: "request", from: "client", needs: ["resources"], cacheable: true, repeatable: true },
  ],
  [
    "resources/read",
    {
      kind: "request",
      from: "client",
      needs: ["resources"],
      subject: "uri",
      cacheable: true,
      asksInput: true,
      repeatable: true,
    },
  ],
  ["prompts/list", { kind: "request", from: "client", needs: ["prompts"], cacheable: true, repeatable: true }],
  ["prompts/get", { kind: "request", from: "client", needs: ["prompts"], subject: "name", asksInput: true }],
  ["completion/complete", { kind: "request", from: "client", needs: ["completions"] }],
  ["subscriptions/listen", { kind: "request", from: "client" }],
  ["sampling/createMessage", { kind: "request", from: "server", needs: ["sampling"], asInput: true }],
  ["roots/list", { kind: "request", from: "server", needs: ["roots"], asInput: true }],
  ["elicitation/create", { kind: "request", from: "server", needs: ["elicitation"], asInput: true }],
  ["notifications/cancelled", { kind: "notification", from: "both" }],
  ["notifications/progress", { kind: "notification", from: "server" }],
  ["notifications/message", { kind: "notification", from: "server", declares: ["logging"] }],
  ["notifications/tools/list_changed", { kind: "notification", from: "server", declares: ["tools", "listChanged"] }],
  [
    "notifications/prompts/list_changed",
    { kind: "notification", from: "server", declares: ["prompts", "listChanged"] },
  ],
  [
    "notifications/resources/list_changed",
    { kind: "notification", from: "server", declares: ["resources", "listChanged"] },
  ],
  ["notifications/resources/updated", { kind: "notification", from: "server", declares: ["resources", "subscribe"] }],
  ["notifications/subscriptions/acknowledged", { kind: "notification", from: "server" }],
]);
