/** What a transport's error says beside its code. */
import type { TransportError } from "@mcpwire/jsonrpc";

/** The HTTP status that an `http-status` or `unauthorized` error carries. */
export function httpStatusOf(error: TransportError): number | undefined {
  const { data } = error;
  if (typeof data !== "object" || data === null || !("status" in data)) return undefined;
  return typeof data.status === "number" ? data.status : undefined;
}
