import { UsageError } from "@mcpwire/jsonrpc";
import type { HeaderParameter, JSONObject } from "@mcpwire/jsonrpc";
import { headerParametersOf } from "@mcpwire/protocol";

/**
 * The parameters that a tool's schema wants mirrored in headers. A tool whose annotations break a rule would be dropped by every
 * client that reads them, so it is refused here. [2026-07-28 server/tools#x-mcp-header]
 */
export function headersOf(inputSchema: JSONObject, subject: string): readonly HeaderParameter[] {
  const read = headerParametersOf(inputSchema);
  if ("problem" in read) throw new UsageError("bad-header-parameter", `${subject}: ${read.problem}`);
  return read.parameters;
}
