/**
 * The HTTP headers that MCP defines, as the spec spells them, and the lists that CORS needs. Names compare case-insensitively;
 * values do not. [2026-07-28 basic/transports/streamable-http#case-sensitivity]
 */

/** The revision of a request, since 2025-06-18. [2026-07-28 basic/transports/streamable-http#protocol-version-header] */
export const PROTOCOL_VERSION_HEADER = "MCP-Protocol-Version";
/** Mirrors `method`; modern. [2026-07-28 basic/transports/streamable-http#standard-request-headers] */
export const METHOD_HEADER = "Mcp-Method";
/** Mirrors `params.name` or `params.uri`; modern. [2026-07-28 basic/transports/streamable-http#standard-request-headers] */
export const NAME_HEADER = "Mcp-Name";
/** What precedes the name of a mirrored parameter; modern. [2026-07-28 basic/transports/streamable-http#custom-headers-from-tool-parameters] */
export const PARAM_HEADER_PREFIX = "Mcp-Param-";
/** Names a session; legacy. [2025-11-25 basic/transports#session-management] */
export const SESSION_ID_HEADER = "Mcp-Session-Id";
/** Where a resumed stream goes on; legacy. [2025-11-25 basic/transports#resumability-and-redelivery] */
export const LAST_EVENT_ID_HEADER = "Last-Event-ID";
/** `no` keeps a reverse proxy from buffering a stream. [2026-07-28 basic/transports/streamable-http#receiving-messages] */
export const ACCEL_BUFFERING_HEADER = "X-Accel-Buffering";

/**
 * The param that says what a request is about, by method: what `Mcp-Name` mirrors. Not in the tables of methods, because HTTP alone asks
 * for it, and a client of HTTP needs nothing else of them. [2026-07-28 basic/transports/streamable-http#standard-request-headers]
 */
const subjects: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** The param that `Mcp-Name` mirrors; undefined for a method whose requests have no such header. */
export function subjectOf(method: string): "name" | "uri" | undefined {
  return subjects.get(method);
}

/**
 * Headers that a browser client sends, for `Access-Control-Allow-Headers`. `Mcp-Param-…` has no fixed list: answer a preflight with
 * those it asks for that pass `isAllowedRequestHeader`, because a wildcard is void where credentials are sent.
 */
export const corsRequestHeaders: readonly string[] = [
  "Content-Type",
  "Accept",
  "Authorization",
  PROTOCOL_VERSION_HEADER,
  METHOD_HEADER,
  NAME_HEADER,
  SESSION_ID_HEADER,
  LAST_EVENT_ID_HEADER,
];

/** Headers that a browser client must be able to read, for `Access-Control-Expose-Headers` on real responses too. */
export const corsResponseHeaders: readonly string[] = [
  SESSION_ID_HEADER,
  PROTOCOL_VERSION_HEADER,
  "WWW-Authenticate",
  "Retry-After",
];

const allowed: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ corsRequestHeaders.map((name) => name.toLowerCase()),
);
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** True for a field name by RFC 9110: one or more token characters, all of them ASCII. */
export function isFieldName(name: string): boolean {
  return token.test(name);
}

/** True for a header that a browser client of ours may send: one of `corsRequestHeaders`, or a mirrored parameter. */
export function isAllowedRequestHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (allowed.has(lower)) return true;
  return (
    lower.length > PARAM_HEADER_PREFIX.length &&
    lower.startsWith(PARAM_HEADER_PREFIX.toLowerCase()) &&
    isFieldName(name)
  );
}
