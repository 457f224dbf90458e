/**
 * Every method of 2024-11-05.
 * Completion needs no capability yet: it has none of its own. [2024-11-05 server/utilities/completion#protocol-messages]
 */
import type { MethodEntry, MethodTable } from "../../revision.js";

export const methods: MethodTable = new Map<string, MethodEntry>([
  ["initialize", { kind: "request", from: "client" }],
  ["ping", { kind: "request", from: "both" }],
  ["tools/list", { kind: "request", from: "client", needs: ["tools"], repeatable: true }],
  ["tools/call", { kind: "request", from: "client", needs: ["tools"] }],
  ["resources/list", { kind: "request", from: "client", needs: ["resources"], repeatable: true }],
  ["resources/templates/list", { kind: "request", from: "client", needs: ["resources"], repeatable: true }],
  ["resources/read", { kind: "request", from: "client", needs: ["resources"], repeatable: true }],
  ["resources/subscribe", { kind: "request", from: "client", needs: ["resources", "subscribe"] }],
  ["resources/unsubscribe", { kind: "request", from: "client", needs: ["resources", "subscribe"] }],
  ["prompts/list", { kind: "request", from: "client", needs: ["prompts"], repeatable: true }],
  ["prompts/get", { kind: "request", from: "client", needs: ["prompts"] }],
  ["completion/complete", { kind: "request", from: "client" }],
  ["logging/setLevel", { kind: "request", from: "client", needs: ["logging"] }],
  ["sampling/createMessage", { kind: "request", from: "server", needs: ["sampling"] }],
  ["roots/list", { kind: "request", from: "server", needs: ["roots"] }],
  ["notifications/initialized", { kind: "notification", from: "client" }],
  ["notifications/cancelled", { kind: "notification", from: "both" }],
  ["notifications/progress", { kind: "notification", from: "both" }],
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
  ["notifications/roots/list_changed", { kind: "notification", from: "client", declares: ["roots", "listChanged"] }],
]);
