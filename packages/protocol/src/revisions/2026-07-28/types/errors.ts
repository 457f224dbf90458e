/**
 * Types of 2026-07-28. Errors with a meaning of their own.
 * [2026-07-28 basic/index#error-codes]
 */
import type { ClientCapabilities } from "./lifecycle.js";
import type { Error, JSONRPCErrorResponse } from "./messages.js";

/** The message was not JSON. [2026-07-28 basic/index#error-codes] */
export interface ParseError extends Error {
  readonly code: -32700;
}

/** The message was no JSON-RPC. [2026-07-28 basic/index#error-codes] */
export interface InvalidRequestError extends Error {
  readonly code: -32600;
}

/** No such method, or none without a capability. [2026-07-28 basic/index#error-codes] */
export interface MethodNotFoundError extends Error {
  readonly code: -32601;
}

/** The params do not fit the method. [2026-07-28 basic/index#error-codes] */
export interface InvalidParamsError extends Error {
  readonly code: -32602;
}

/** The receiver failed. [2026-07-28 basic/index#error-codes] */
export interface InternalError extends Error {
  readonly code: -32603;
}

/** The HTTP headers do not say what the body says. [2026-07-28 basic/index#error-codes] */
export interface HeaderMismatchError extends Omit<JSONRPCErrorResponse, "error"> {
  readonly error: Error & {
    readonly code: -32020;
  };
}

/** The server does not serve the revision that the request names. [2026-07-28 basic/versioning#protocol-version-negotiation] */
export interface UnsupportedProtocolVersionError extends Omit<JSONRPCErrorResponse, "error"> {
  readonly error: Error & {
    readonly code: -32022;
    readonly data: {
      readonly supported: readonly string[];
      readonly requested: string;
    };
  };
}

/** The server needs something that the client did not declare. [2026-07-28 basic/index#error-codes] */
export interface MissingRequiredClientCapabilityError extends Omit<JSONRPCErrorResponse, "error"> {
  readonly error: Error & {
    readonly code: -32021;
    readonly data: {
      readonly requiredCapabilities: ClientCapabilities;
    };
  };
}
