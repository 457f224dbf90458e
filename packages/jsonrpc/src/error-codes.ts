/** The codes that JSON-RPC 2.0 itself defines. [2026-07-28 basic/index#error-codes] */

/** The bytes were not JSON. */
export const PARSE_ERROR = -32700;
/** JSON, but not a request. */
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
