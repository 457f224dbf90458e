/** The one error for two sides that share no revision, however they found out. */
import { ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { UNSUPPORTED_PROTOCOL_VERSION } from "@mcpwire/protocol";

/**
 * A `ProtocolError` with the code `no-common-revision`; `data` holds `ours` and, where the server named any, `supported`.
 * `asked` is the request that the server answered.
 */
export function noCommonRevision(
  ours: readonly string[],
  theirs: readonly string[] | undefined,
  asked: string,
  message?: string,
): ProtocolError {
  const data: JSONObject = theirs === undefined ? { ours } : { ours, supported: theirs };
  const said = theirs === undefined || theirs.length === 0 ? "none that it names" : theirs.join(", ");
  return new ProtocolError(
    UNSUPPORTED_PROTOCOL_VERSION,
    message ??
      `No revision in common: this client may speak ${ours.join(", ")}; the server, asked with ${asked}, supports ${said}`,
    { code: "no-common-revision", data },
  );
}
