/**
 * Messages in, lines out: the sending half of MCP's stdio framing. [2026-07-28 basic/transports/stdio#top]
 *
 * `JSON.stringify` does the work: it escapes every line break inside a string, writes lone surrogates as escapes, so that the
 * line is always valid UTF-8, and never begins with a byte order mark.
 */
import type { JSONRPCMessage } from "@mcpwire/jsonrpc";

/**
 * One message, or several as one batch, as exactly one line with its ending.
 *
 * @throws TypeError for a message that JSON cannot hold: a cycle, a BigInt, or a `toJSON` of the caller's that throws.
 */
export function encodeLine(message: JSONRPCMessage | readonly JSONRPCMessage[]): string {
  return `${JSON.stringify(message)}\n`;
}
