/** The suite's own little protocol: four methods' worth of words, so that it needs none of MCP's. */
import { notification } from "../message.js";
import type { JSONRPCNotification, RequestId } from "../message.js";
import { isRequestId } from "../message.js";
import type { Correlation } from "../transport.js";

export const correlation: Correlation = {
  exchangeOf(n) {
    const id = n.params?.["exchange"];
    return isRequestId(id) ? id : undefined;
  },
  cancelledBy(n) {
    const id = n.method === "test/cancelled" ? n.params?.["id"] : undefined;
    return isRequestId(id) ? { id } : undefined;
  },
  isHandshake: (q) => q.method === "test/handshake",
};

/** A notification that belongs to an exchange. */
export function note(exchange: RequestId, index: number, padding = ""): JSONRPCNotification {
  return notification("test/note", { exchange, index, padding });
}

export function cancelled(id: RequestId): JSONRPCNotification {
  return notification("test/cancelled", { id });
}
