/**
 * From a handler's outcome to the one answer of its request. A handler may return, throw or reject with anything at all: its peer
 * gets exactly one response, and never the text of an error that was not meant to cross the wire.
 * [2025-11-25 basic/index#responses]
 */
import { INTERNAL_ERROR } from "./error-codes.js";
import { isProtocolError } from "./errors.js";
import { errorResponse, resultResponse } from "./message.js";
import type { JSONObject, JSONRPCErrorResponse, RequestId } from "./message.js";
import type { Inbound, ReportSink } from "./transport.js";

/**
 * Runs a handler for a request and ends the request with its outcome: at once if it returns at once. A `ProtocolError` crosses
 * with its code, message and data; anything else thrown, and a result that is no object, is reported as `handler-error` and
 * becomes -32603. After an abort nothing is sent, and the handler's protest is not reported.
 */
export function runHandler(x: Inbound, handler: () => JSONObject | Promise<JSONObject>, report: ReportSink): void {
  const { id } = x.request;
  const fail = (error: unknown) => {
    if (x.aborted === undefined) x.end(handlerError(id, error, report));
  };
  const finish = (result: unknown) => {
    if (typeof result === "object" && result !== null && !Array.isArray(result)) {
      // Sound: an object that is no array is a JSONObject.
      x.end(resultResponse(id, result as JSONObject));
    } else {
      fail(new TypeError(`the handler of ${x.request.method} returned ${describe(result)} instead of an object`));
    }
  };
  let outcome: JSONObject | Promise<JSONObject>;
  try {
    outcome = handler();
  } catch (error) {
    fail(error);
    return;
  }
  if (isThenable(outcome)) outcome.then(finish, fail);
  else finish(outcome);
}

/** The error response for what a handler threw; what is not a `ProtocolError` is reported and its text kept back. */
export function handlerError(id: RequestId, error: unknown, report: ReportSink): JSONRPCErrorResponse {
  if (isProtocolError(error)) return errorResponse(id, error.rpcCode, error.message, error.data);
  report({ code: "handler-error", message: "a handler failed with an error that is not for the peer", data: error });
  return errorResponse(id, INTERNAL_ERROR, "internal error");
}

/** True for a promise of any make. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function describe(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}
