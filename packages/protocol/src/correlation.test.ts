import { describe, expect, it } from "vitest";

import { notification, request } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";

import { mcpCorrelation } from "./correlation.js";

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

describe("the exchange that a notification belongs to", () => {
  it.each<[string, string, JSONObject | undefined, unknown]>([
    ["progress by its token", "notifications/progress", { progressToken: 7, progress: 1 }, 7],
    ["progress of request 0", "notifications/progress", { progressToken: 0 }, 0],
    ["progress of the empty id", "notifications/progress", { progressToken: "" }, ""],
    ["a string token, which is another id than the number", "notifications/progress", { progressToken: "7" }, "7"],
    ["progress without a token", "notifications/progress", {}, undefined],
    ["progress whose token is no id", "notifications/progress", { progressToken: 1.5 }, undefined],
    [
      "progress whose token only the prototype has",
      "notifications/progress",
      Object.create({ progressToken: 1 }),
      undefined,
    ],
    // 2026-07-28/basic/patterns/subscriptions#receiving-notifications/1
    ["a change by its subscription", "notifications/tools/list_changed", { _meta: { [subscriptionId]: 0 } }, 0],
    ["an acknowledgement", "notifications/subscriptions/acknowledged", { _meta: { [subscriptionId]: "s" } }, "s"],
    ["a tagged cancellation", "notifications/cancelled", { requestId: 1, _meta: { [subscriptionId]: 1 } }, 1],
    ["a change outside of any subscription", "notifications/tools/list_changed", undefined, undefined],
    ["a null subscription", "notifications/resources/updated", { _meta: { [subscriptionId]: null } }, undefined],
    ["a log message", "notifications/message", { level: "info", data: 1 }, undefined],
    ["a progress token on another method", "notifications/message", { progressToken: 7 }, undefined],
  ])("%s", (_title, method, params, id) => {
    expect(mcpCorrelation.exchangeOf(notification(method, params))).toBe(id);
  });
});

// Malformed cancellations are ignored: 2026-07-28/basic/patterns/cancellation#error-handling/1
describe("the request that a notification cancels", () => {
  const cancel = (params?: JSONObject) => mcpCorrelation.cancelledBy(notification("notifications/cancelled", params));

  it.each<[string, JSONObject, object]>([
    ["by number", { requestId: 5 }, { id: 5 }],
    ["request 0", { requestId: 0 }, { id: 0 }],
    ["the empty id", { requestId: "" }, { id: "" }],
    ["with a reason", { requestId: "a", reason: "late" }, { id: "a", reason: "late" }],
    ["with an empty reason", { requestId: "a", reason: "" }, { id: "a", reason: "" }],
    ["with members nobody knows", { requestId: 1, extra: 1 }, { id: 1 }],
  ])("%s", (_title, params, cancelled) => {
    expect(cancel(params)).toEqual(cancelled);
  });

  it.each<[string, JSONObject | undefined]>([
    ["no params", undefined],
    ["no id", {}],
    ["a null id", { requestId: null }],
    ["a fraction", { requestId: 1.5 }],
    ["an unsafe integer", { requestId: 2 ** 53 }],
    ["an id that only the prototype has", Object.create({ requestId: 1 })],
    ["a reason that is no text", { requestId: 1, reason: { text: "x" } }],
  ])("ignores a cancellation with %s", (_title, params) => {
    expect(cancel(params)).toBeUndefined();
  });

  it("ignores other methods", () => {
    expect(mcpCorrelation.cancelledBy(notification("cancelled", { requestId: 1 }))).toBeUndefined();
  });
});

it("knows initialize, and only it, as the handshake", () => {
  expect(mcpCorrelation.isHandshake(request(0, "initialize"))).toBe(true);
  expect(mcpCorrelation.isHandshake(request(0, "Initialize"))).toBe(false);
  expect(mcpCorrelation.isHandshake(request(0, "server/discover"))).toBe(false);
});
