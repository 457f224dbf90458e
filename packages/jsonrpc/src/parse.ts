/**
 * From text or a value to a message: the one place where a peer's bytes become the types of `message.ts`. Never throws; what
 * cannot be a message becomes a failure that says how to answer it. Nothing is copied: unknown members stay where they were, and
 * `__proto__` is the ordinary own member that `JSON.parse` makes of it.
 * [2025-11-25 basic/index#messages] [2025-03-26 basic/index#batching]
 */
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from "./error-codes.js";
import { defaultLimits } from "./limits.js";
import { JSONRPC_VERSION, errorResponse, isObject, isRequestId } from "./message.js";
import type {
  JSONObject,
  JSONRPCErrorResponse,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  RequestId,
} from "./message.js";

export interface ParseOptions {
  /** Nesting that is accepted. Default `defaultLimits.maxDepth`; `Infinity` for values that come from this very program. */
  readonly maxDepth?: number;
  /** False (the default) refuses every array. */
  readonly batches?: false | BatchRules;
}

export interface BatchRules {
  /** Messages in one batch; a longer one is refused as a whole. */
  readonly max: number;
  /** True for a request that must not be part of a batch; a batch that holds one is refused as a whole. */
  readonly isHandshake?: (q: JSONRPCRequest) => boolean;
}

export interface ParsedRequest {
  readonly type: "request";
  readonly message: JSONRPCRequest;
}
export interface ParsedNotification {
  readonly type: "notification";
  readonly message: JSONRPCNotification;
}
export interface ParsedResponse {
  readonly type: "response";
  readonly message: JSONRPCResponse;
}
export type ParsedMessage = ParsedRequest | ParsedNotification | ParsedResponse;

/** A batch that was accepted; each of its items may still be a failure of its own. Never empty. */
export interface ParsedBatch {
  readonly type: "batch";
  readonly items: readonly (ParsedMessage | ParseFailure)[];
}

export interface ParseFailure {
  readonly type: "failure";
  /** The JSON-RPC code: -32700, -32600 or -32602. */
  readonly code: number;
  /** What is wrong, fit to be shown to the peer: it repeats nothing of the message. */
  readonly reason: string;
  /** The id, where there was a readable one. */
  readonly id?: RequestId;
  /**
   * What it was meant to be, as far as one can tell. A broken `notification` or `response` is never answered; `message` is
   * anything else that is JSON.
   */
  readonly about: "text" | "batch" | "request" | "notification" | "response" | "message";
}

export type Parsed = ParsedMessage | ParsedBatch | ParseFailure;

/** Parses a string as JSON text and anything else as a value that is JSON already. Never throws. */
export function parseMessage(input: unknown, options: ParseOptions = {}): Parsed {
  const maxDepth = options.maxDepth ?? defaultLimits.maxDepth;
  let value = input;
  let mayBeDeep = maxDepth !== Infinity;
  if (typeof input === "string") {
    // A level of nesting takes two characters, so a short text needs no walk.
    mayBeDeep = input.length > 2 * maxDepth;
    try {
      value = JSON.parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
    } catch (error) {
      // Engines whose JSON.parse recurses overflow on deep text; that is depth, not syntax.
      return error instanceof RangeError ? tooDeep(undefined) : failure(PARSE_ERROR, "not JSON", "text");
    }
  }
  try {
    if (mayBeDeep && isDeeperThan(value, maxDepth)) return tooDeep(value);
    return Array.isArray(value) ? parseBatch(value, options.batches ?? false) : parseOne(value);
  } catch {
    // Only a value that is no JSON gets here: a getter or a proxy that throws.
    return failure(INVALID_REQUEST, "the message cannot be read", "message");
  }
}

/**
 * The answer to a failure; undefined where none may be sent. An id that was unreadable is left out, or null where the link's
 * revision wants it so (`WireRules.nullIds`).
 */
export function failureResponse(
  f: ParseFailure,
  options: { readonly nullIds?: boolean } = {},
): JSONRPCErrorResponse | undefined {
  if (f.about === "notification" || f.about === "response") return undefined;
  return errorResponse(f.id ?? (options.nullIds === true ? null : undefined), f.code, f.reason);
}

function parseBatch(items: readonly unknown[], rules: false | BatchRules): ParsedBatch | ParseFailure {
  if (rules === false) return failure(INVALID_REQUEST, "a batch is not accepted here", "batch");
  if (items.length === 0) return failure(INVALID_REQUEST, "an empty batch", "batch");
  if (items.length > rules.max) {
    return failure(INVALID_REQUEST, `a batch of more than ${rules.max} messages`, "batch");
  }
  const parsed: (ParsedMessage | ParseFailure)[] = [];
  for (const item of items) {
    const one = parseOne(item);
    // [2025-03-26 basic/lifecycle#initialization]
    if (one.type === "request" && rules.isHandshake?.(one.message) === true) {
      return failure(INVALID_REQUEST, "the handshake must not be part of a batch", "batch", one.message.id);
    }
    parsed.push(one);
  }
  return { type: "batch", items: parsed };
}

function parseOne(value: unknown): ParsedMessage | ParseFailure {
  if (!isObject(value)) return failure(INVALID_REQUEST, "a message must be an object", "message");
  const hasMethod = Object.hasOwn(value, "method");
  const answers = isPresent(value, "result") || isPresent(value, "error");
  const id = isRequestId(value["id"]) ? value["id"] : undefined;
  if (hasMethod) return parseCall(value, id, answers);
  if (answers) return parseResponse(value, id);
  return failure(INVALID_REQUEST, "neither a method nor a result nor an error", "message", id);
}

function parseCall(value: JSONObject, id: RequestId | undefined, answers: boolean): ParsedMessage | ParseFailure {
  const hasId = Object.hasOwn(value, "id");
  if (value["jsonrpc"] !== JSONRPC_VERSION) return failure(INVALID_REQUEST, 'jsonrpc must be "2.0"', "message", id);
  if (typeof value["method"] !== "string") return failure(INVALID_REQUEST, "method must be a string", "message", id);
  // A string method and no id: whatever else is wrong with it, it is a notification and gets no answer.
  const about = hasId ? "request" : "notification";
  // Read as a request by one hop and as a response by the next, it would be two messages.
  if (answers) return failure(INVALID_REQUEST, "a method beside a result or an error", about, id);
  if (hasId && id === undefined) {
    return failure(INVALID_REQUEST, "id must be a string or an integer that a double holds exactly", "request");
  }
  if (isPresent(value, "params") && !isObject(value["params"])) {
    return failure(INVALID_PARAMS, "params must be an object", about, id);
  }
  // Sound: jsonrpc, method, params and id were each checked above.
  return hasId
    ? { type: "request", message: value as unknown as JSONRPCRequest }
    : { type: "notification", message: value as unknown as JSONRPCNotification };
}

function parseResponse(value: JSONObject, id: RequestId | undefined): ParsedMessage | ParseFailure {
  const bad = (reason: string) => failure(INVALID_REQUEST, reason, "response", id);
  if (value["jsonrpc"] !== JSONRPC_VERSION) return bad('jsonrpc must be "2.0"');
  if (isPresent(value, "result")) {
    if (isPresent(value, "error")) return bad("both a result and an error");
    if (id === undefined) return bad("a result needs the id of its request");
    if (!isObject(value["result"])) return bad("result must be an object");
  } else {
    // Older peers say null, newer ones leave it out. [2025-11-25 basic/index#error-responses]
    if (id === undefined && value["id"] !== undefined && value["id"] !== null) return bad("id cannot be read");
    const error = value["error"];
    if (!isObject(error)) return bad("error must be an object");
    if (!Number.isSafeInteger(error["code"])) return bad("error.code must be an integer");
    if (typeof error["message"] !== "string") return bad("error.message must be a string");
  }
  // Sound: jsonrpc, id, and the one of result and error that is there were checked above.
  return { type: "response", message: value as unknown as JSONRPCResponse };
}

/** In a value from this program, undefined is what JSON would leave out. */
function isPresent(value: JSONObject, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined;
}

function failure(code: number, reason: string, about: ParseFailure["about"], id?: RequestId): ParseFailure {
  return id === undefined ? { type: "failure", code, reason, about } : { type: "failure", code, reason, about, id };
}

function tooDeep(value: unknown): ParseFailure {
  const reason = "nested too deeply";
  if (Array.isArray(value)) return failure(INVALID_REQUEST, reason, "batch");
  if (!isObject(value)) return failure(INVALID_REQUEST, reason, "message");
  const id = isRequestId(value["id"]) ? value["id"] : undefined;
  if (typeof value["method"] === "string") {
    return failure(INVALID_REQUEST, reason, Object.hasOwn(value, "id") ? "request" : "notification", id);
  }
  const answers = isPresent(value, "result") || isPresent(value, "error");
  return failure(INVALID_REQUEST, reason, answers ? "response" : "message", id);
}

/** Recursion is safe: it goes `levels` deep and no further. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === "object" && isDeeperThan(item, levels - 1)) return true;
    }
    return false;
  }
  for (const key in value) {
    // Sound: `key` was just enumerated.
    const member = (value as JSONObject)[key];
    if (typeof member === "object" && isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}
