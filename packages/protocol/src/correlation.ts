/**
 * How MCP's notifications name the exchange that they belong to: the vocabulary behind jsonrpc's `Correlation` port.
 *
 * It rests on one convention of ours: the request id serves as the progress token, as the spec already makes it the subscription
 * id, so that one map of ids demultiplexes a shared channel. [2026-07-28 basic/patterns/subscriptions#receiving-notifications]
 */
import { isRequestId } from "@mcpwire/jsonrpc";
import type { Correlation } from "@mcpwire/jsonrpc";

import { ownValue } from "./own-value.js";
import { subscriptionIdOf } from "./request-metadata.js";

/**
 * MCP's vocabulary. `exchangeOf` reads the progress token of `notifications/progress`, and the subscription id of any other
 * notification; `cancelledBy` understands well-formed cancellations only; `initialize` is the handshake.
 */
export const mcpCorrelation: Correlation = {
  exchangeOf(n) {
    if (n.params === undefined) return undefined;
    if (n.method === "notifications/progress") {
      const token = ownValue(n.params, "progressToken");
      return isRequestId(token) ? token : undefined;
    }
    return subscriptionIdOf(n.params);
  },

  // Malformed cancellations are ignored. [2026-07-28 basic/patterns/cancellation#error-handling]
  cancelledBy(n) {
    if (n.method !== "notifications/cancelled" || n.params === undefined) return undefined;
    const id = ownValue(n.params, "requestId");
    if (!isRequestId(id)) return undefined;
    const reason = ownValue(n.params, "reason");
    if (reason === undefined) return { id };
    return typeof reason === "string" ? { id, reason } : undefined;
  },

  isHandshake: (q) => q.method === "initialize",
};
