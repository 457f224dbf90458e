/**
 * The four shapes of a JSON-RPC 2.0 message, spelled as the MCP schema spells them.
 * [2026-07-28 basic/index#messages]
 *
 * A message that reached these types has passed `parse`; the guards below only tell the shapes apart.
 */

export const JSONRPC_VERSION = "2.0";

/** A request id: any string, or a safe integer. `1` and `"1"` are different ids; `0` and `""` are real ones. */
export type RequestId = string | number;

/** An object with unknown members: `params`, `result`, `_meta`. */
export interface JSONObject {
  readonly [key: string]: unknown;
}

export interface JSONRPCRequest {
  readonly jsonrpc: typeof JSONRPC_VERSION;
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JSONObject;
}

export interface JSONRPCNotification {
  readonly jsonrpc: typeof JSONRPC_VERSION;
  readonly method: string;
  readonly params?: JSONObject;
}

export interface JSONRPCResultResponse {
  readonly jsonrpc: typeof JSONRPC_VERSION;
  readonly id: RequestId;
  readonly result: JSONObject;
}

/** The `error` member of an error response. */
export interface JSONRPCErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error response. `id` is absent (or `null`, from older peers) when the request's id could not be read. */
export interface JSONRPCErrorResponse {
  readonly jsonrpc: typeof JSONRPC_VERSION;
  readonly id?: RequestId | null;
  readonly error: JSONRPCErrorObject;
}

export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

export function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message);
}

export function isResponse(message: JSONRPCMessage): message is JSONRPCResponse {
  return !("method" in message);
}

export function isResultResponse(message: JSONRPCMessage): message is JSONRPCResultResponse {
  return "result" in message;
}

export function isErrorResponse(message: JSONRPCMessage): message is JSONRPCErrorResponse {
  return "error" in message;
}

/** True for what may serve as a request id: a string, or an integer that a double holds exactly. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function request(id: RequestId, method: string, params?: JSONObject): JSONRPCRequest {
  return params === undefined
    ? { jsonrpc: JSONRPC_VERSION, id, method }
    : { jsonrpc: JSONRPC_VERSION, id, method, params };
}

export function notification(method: string, params?: JSONObject): JSONRPCNotification {
  return params === undefined ? { jsonrpc: JSONRPC_VERSION, method } : { jsonrpc: JSONRPC_VERSION, method, params };
}

export function resultResponse(id: RequestId, result: JSONObject): JSONRPCResultResponse {
  return { jsonrpc: JSONRPC_VERSION, id, result };
}

/** An error response; `id` undefined means that the request's id was unreadable, and no `id` is sent. */
export function errorResponse(
  id: RequestId | null | undefined,
  code: number,
  message: string,
  data?: unknown,
): JSONRPCErrorResponse {
  const error: JSONRPCErrorObject = data === undefined ? { code, message } : { code, message, data };
  return id === undefined ? { jsonrpc: JSONRPC_VERSION, error } : { jsonrpc: JSONRPC_VERSION, id, error };
}
