/** A capability that a client lacks, in the words of the revisions that have no code for it. */
import { INVALID_PARAMS, ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import type { ClientCapabilities } from "@mcpwire/protocol";

/** The legacy form of -32021, a code that these revisions do not have. */
export function missingOnLegacy(requiredCapabilities: JSONObject | ClientCapabilities): ProtocolError {
  const message = `The client did not declare a required capability: ${Object.keys(requiredCapabilities).join(", ")}`;
  return new ProtocolError(INVALID_PARAMS, message, { data: { requiredCapabilities } });
}
