/**
 * The error codes that MCP itself defines, and constructors that give each its name and its `data`.
 * [2026-07-28 basic/index#error-codes]
 *
 * JSON-RPC's own codes are in `@mcpwire/jsonrpc`. What HTTP status goes with a code is the transport's business.
 */
import { INVALID_PARAMS, ProtocolError, isObject } from "@mcpwire/jsonrpc";
import type { JSONObject, JSONRPCErrorObject } from "@mcpwire/jsonrpc";

import type { ClientCapabilities } from "./model/capabilities.js";
import { ownValue } from "./own-value.js";

/** Headers do not match the body, or a required one is missing or malformed. [2026-07-28 basic/transports/streamable-http#server-validation] */
export const HEADER_MISMATCH = -32020;
/** The request needs a capability that the client did not declare. [2026-07-28 basic/index#meta] */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;
/** The server does not serve the requested revision. [2026-07-28 basic/versioning#protocol-version-negotiation] */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;
/** No such resource, up to 2025-11-25; newer revisions answer -32602 instead. [2025-11-25 server/resources#error-handling] */
export const RESOURCE_NOT_FOUND = -32002;
/** A URL must be visited before the request can succeed, 2025-11-25 only. [2025-11-25 client/elicitation#url-elicitation-required-error] */
export const URL_ELICITATION_REQUIRED = -32042;

const names = new Map<number, string>([
  [HEADER_MISMATCH, "header-mismatch"],
  [MISSING_REQUIRED_CLIENT_CAPABILITY, "missing-required-client-capability"],
  [UNSUPPORTED_PROTOCOL_VERSION, "unsupported-protocol-version"],
  [RESOURCE_NOT_FOUND, "resource-not-found"],
  [URL_ELICITATION_REQUIRED, "url-elicitation-required"],
]);

/**
 * The error of a peer's response as a `ProtocolError`. MCP's codes get their stable name (`header-mismatch`,
 * `missing-required-client-capability`, `unsupported-protocol-version`, `resource-not-found`, `url-elicitation-required`),
 * JSON-RPC's keep theirs, any other is `rpc-error`. `data` is taken as it came, unchecked.
 */
export function protocolErrorOf(error: JSONRPCErrorObject): ProtocolError {
  return named(error.code, error.message, error.data);
}

/** -32020. The message says which header, what was expected and what was found; there is no `data`. */
export function headerMismatch(reason: string): ProtocolError {
  return named(HEADER_MISMATCH, `Header mismatch: ${reason}`);
}

/** -32021. `requiredCapabilities` holds what is missing, shaped as in a declaration: `{ elicitation: { url: {} } }`. */
export function missingRequiredClientCapability(
  requiredCapabilities: ClientCapabilities,
  message = `The client did not declare a required capability: ${Object.keys(requiredCapabilities).join(", ")}`,
): ProtocolError {
  return named(MISSING_REQUIRED_CLIENT_CAPABILITY, message, { requiredCapabilities });
}

/** -32022. `supported` lists every revision that the server serves, newest first; `requested` is what the client asked for. */
export function unsupportedProtocolVersion(requested: string, supported: readonly string[]): ProtocolError {
  const message = `Unsupported protocol version ${shown(requested)}; supported: ${supported.join(", ")}`;
  return named(UNSUPPORTED_PROTOCOL_VERSION, message, { supported: [...supported], requested });
}

/** No such resource. `rpcCode` is the revision's: `revision.traits.resourceNotFound`. Default -32602, as the newest has it. */
export function resourceNotFound(uri: string, rpcCode: number = INVALID_PARAMS): ProtocolError {
  return new ProtocolError(rpcCode, `Resource not found: ${shown(uri)}`, {
    code: "resource-not-found",
    data: { uri },
  });
}

/**
 * -32042, for 2025-11-25 peers alone. Each elicitation is the params of a URL mode request: `mode: "url"`, `elicitationId`, `url`,
 * `message`.
 */
export function urlElicitationRequired(
  elicitations: readonly JSONObject[],
  message = "This request needs an interaction at a URL first",
): ProtocolError {
  return named(URL_ELICITATION_REQUIRED, message, { elicitations: [...elicitations] });
}

/**
 * True for a code that only a modern server sends, so that a client which sees it does not fall back to `initialize`.
 * [2026-07-28 basic/transports/stdio#backward-compatibility]
 *
 * -32601 is not among them: legacy servers send it as well, and only an HTTP status tells the two apart.
 */
export function isRecognizedModernError(rpcCode: number): boolean {
  return (
    rpcCode === HEADER_MISMATCH ||
    rpcCode === MISSING_REQUIRED_CLIENT_CAPABILITY ||
    rpcCode === UNSUPPORTED_PROTOCOL_VERSION
  );
}

/** True for either way of saying that a resource does not exist: -32002, or -32602 whose `data.uri` names it. */
export function isResourceNotFound(error: { readonly rpcCode: number; readonly data?: unknown }): boolean {
  if (error.rpcCode === RESOURCE_NOT_FOUND) return true;
  return error.rpcCode === INVALID_PARAMS && isObject(error.data) && typeof ownValue(error.data, "uri") === "string";
}

/** The revisions that an error's `data.supported` lists; undefined where it has no such list. Members that are no strings are skipped. */
export function supportedVersionsOf(data: unknown): readonly string[] | undefined {
  const supported = isObject(data) ? ownValue(data, "supported") : undefined;
  return Array.isArray(supported) ? supported.filter((version) => typeof version === "string") : undefined;
}

function named(rpcCode: number, message: string, data?: unknown): ProtocolError {
  const code = names.get(rpcCode);
  return new ProtocolError(rpcCode, message, code === undefined ? { data } : { code, data });
}

/** A peer's text inside a message of ours: quoted, and short enough for a log line. */
function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
