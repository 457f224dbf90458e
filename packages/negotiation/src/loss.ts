/** What a transport's error says beside its code. Pure. */
import type { TransportError } from "@mcpwire/jsonrpc";
import { isObject } from "./read-peer.js";

/** The HTTP status that an `http-status` or `unauthorized` error carries. */
export function httpStatusOf({ data }: TransportError): number | undefined {
  return isObject(data) && typeof data.status === "number" ? data.status : undefined;
}

/**
 * True where a link or an exchange ended by accident, and not by anybody's decision: it broke (`lost`), or the process behind it
 * died, of a signal or with an exit code that says so.
 */
export function isAccident({ code, data }: TransportError): boolean {
  if (code === "lost") return true;
  if (code !== "closed" || !isObject(data)) return false;
  return typeof data.signal === "string" || (typeof data.exitCode === "number" && data.exitCode !== 0);
}
