/**
 * The three families of errors, and nothing else that a caller must tell apart.
 *
 * - `ProtocolError` crosses the wire: one side's answer to the other's request.
 * - `TransportError` is the pipe's: the peer never answered, or never will.
 * - `UsageError` is our caller's: the program is wrong, and no retry helps.
 *
 * Each carries a stable string `code`. Families are branded with `Symbol.for`, so the guards hold across two copies of a package.
 */
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR } from "./error-codes.js";
import type { JSONRPCErrorObject } from "./message.js";

const family = Symbol.for("mcpwire.error-family");

const protocolCodes = new Map<number, string>([
  [PARSE_ERROR, "parse-error"],
  [INVALID_REQUEST, "invalid-request"],
  [METHOD_NOT_FOUND, "method-not-found"],
  [INVALID_PARAMS, "invalid-params"],
  [INTERNAL_ERROR, "internal-error"],
]);

/** An error that crosses the wire. `rpcCode` is JSON-RPC's integer; `code` is its stable name, `rpc-error` where it has none. */
export class ProtocolError extends Error {
  readonly [family] = "protocol";
  readonly code: string;
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(rpcCode: number, message: string, options: { code?: string; data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProtocolError";
    this.rpcCode = rpcCode;
    this.code = options.code ?? protocolCodes.get(rpcCode) ?? "rpc-error";
    this.data = options.data;
  }

  /** The `error` member of a response. */
  toObject(): JSONRPCErrorObject {
    return this.data === undefined
      ? { code: this.rpcCode, message: this.message }
      : { code: this.rpcCode, message: this.message, data: this.data };
  }
}

/**
 * Why an exchange or a link ended without an answer:
 * `timeout` (no answer in time), `aborted` (our caller gave up), `closed` (the link ended), `lost` (the link broke and what was
 * under way cannot be recovered), `budget` (the peer exceeded one of our limits; `data.limit` names it), `busy` (too much is in
 * flight already), `unreachable` (no link could be opened), `http-status` (`data.status`), `unauthorized` (401 or 403),
 * `malformed` (the peer's answer cannot be understood), `unsupported` (this link has no such channel).
 */
export type TransportErrorCode =
  | "timeout"
  | "aborted"
  | "closed"
  | "lost"
  | "budget"
  | "busy"
  | "unreachable"
  | "http-status"
  | "unauthorized"
  | "malformed"
  | "unsupported";

/** An exchange that ended without the peer's answer. */
export class TransportError extends Error {
  readonly [family] = "transport";
  readonly code: TransportErrorCode;
  readonly data: unknown;

  constructor(code: TransportErrorCode, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TransportError";
    this.code = code;
    this.data = options.data;
  }
}

/** A mistake in the calling program: a wrong argument, a call out of order, a definition that cannot be served. */
export class UsageError extends Error {
  readonly [family] = "usage";
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "UsageError";
    this.code = code;
  }
}

export function isProtocolError(error: unknown): error is ProtocolError {
  return familyOf(error) === "protocol";
}

export function isTransportError(error: unknown): error is TransportError {
  return familyOf(error) === "transport";
}

export function isUsageError(error: unknown): error is UsageError {
  return familyOf(error) === "usage";
}

function familyOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && family in error ? error[family] : undefined;
}
