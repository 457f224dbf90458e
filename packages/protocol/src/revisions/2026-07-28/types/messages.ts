/**
 * Types of 2026-07-28. Messages and what is common to them.
 * [2026-07-28 basic/index#messages]
 */
import type { ClientCapabilities, Implementation } from "./lifecycle.js";
import type { LoggingLevel } from "./logging.js";

/** Any JSON. [2026-07-28 basic/index#messages] */
export type JSONValue = string | number | boolean | null | JSONObject | JSONArray;

/** A JSON object. [2026-07-28 basic/index#messages] */
export type JSONObject = { readonly [key: string]: JSONValue };

/** A JSON array. [2026-07-28 basic/index#messages] */
export type JSONArray = readonly JSONValue[];

/** Anything that goes over the wire. [2026-07-28 basic/index#messages] */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/** Free-form metadata. [2026-07-28 basic/index#meta] */
export type MetaObject = { readonly [key: string]: unknown };

/** Metadata of a request: revision, client and capabilities travel here. [2026-07-28 basic/index#meta] */
export interface RequestMetaObject extends MetaObject {
  readonly progressToken?: ProgressToken;
  readonly "io.modelcontextprotocol/protocolVersion": string;
  readonly "io.modelcontextprotocol/clientInfo"?: Implementation;
  readonly "io.modelcontextprotocol/clientCapabilities": ClientCapabilities;
  readonly "io.modelcontextprotocol/logLevel"?: LoggingLevel;
}

/** Metadata of a notification: the subscription that it belongs to. [2026-07-28 basic/index#meta] */
export interface NotificationMetaObject extends MetaObject {
  readonly "io.modelcontextprotocol/subscriptionId"?: RequestId;
}

/** Metadata of a result: the server that gave it. [2026-07-28 basic/index#meta] */
export interface ResultMetaObject extends MetaObject {
  readonly "io.modelcontextprotocol/serverInfo"?: Implementation;
}

/** Names the request that progress is reported for. [2026-07-28 basic/patterns/progress#progress-flow] */
export type ProgressToken = string | number;

/** Where the next page begins; opaque. [2026-07-28 server/utilities/pagination#pagination-model] */
export type Cursor = string;

/** What params of every request may have. [2026-07-28 basic/index#messages] */
export interface RequestParams {
  readonly _meta: RequestMetaObject;
}

/** A request before its envelope. [2026-07-28 basic/index#messages] */
export interface Request {
  readonly method: string;
  readonly params?: object;
}

/** What params of every notification may have. [2026-07-28 basic/index#messages] */
export interface NotificationParams {
  readonly _meta?: NotificationMetaObject;
}

/** A notification before its envelope. [2026-07-28 basic/index#messages] */
export interface Notification {
  readonly method: string;
  readonly params?: object;
}

/** Whether a result is complete, or asks for input first. [2026-07-28 basic/patterns/mrtr#inputrequiredresult] */
export type ResultType = "complete" | "input_required" | string;

/** What every result may have. [2026-07-28 basic/index#messages] */
export interface Result {
  readonly _meta?: ResultMetaObject;
  readonly resultType: ResultType;
  readonly [key: string]: unknown;
}

/** The `error` member of a response. [2026-07-28 basic/index#error-codes] */
export interface Error {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Names a request for as long as it is open. [2026-07-28 basic/index#messages] */
export type RequestId = string | number;

/** Expects a response. [2026-07-28 basic/index#messages] */
export interface JSONRPCRequest extends Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
}

/** Expects no response. [2026-07-28 basic/index#messages] */
export interface JSONRPCNotification extends Notification {
  readonly jsonrpc: "2.0";
}

/** A response that carries a result. [2026-07-28 basic/index#error-codes] */
export interface JSONRPCResultResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: Result;
}

/** A response that carries an error; without an id where the request's was unreadable. [2026-07-28 basic/index#error-codes] */
export interface JSONRPCErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id?: RequestId;
  readonly error: Error;
}

/** Any response. [2026-07-28 basic/index#error-codes] */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** A result that says only that it worked. [2026-07-28 basic/index#messages] */
export type EmptyResult = Result;

/** An image for a person to recognise something by. [2026-07-28 basic/index#icons] */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** Has icons. [2026-07-28 basic/index#icons] */
export interface Icons {
  readonly icons?: readonly Icon[];
}

/** A name for programs and a title for people. [2026-07-28 server/tools#data-types] */
export interface BaseMetadata {
  readonly name: string;
  readonly title?: string;
}

/** Params of a request for one page. [2026-07-28 server/utilities/pagination#request-format] */
export interface PaginatedRequestParams extends RequestParams {
  readonly cursor?: Cursor;
}

/** Asks for one page. [2026-07-28 server/utilities/pagination#request-format] */
export interface PaginatedRequest extends JSONRPCRequest {
  readonly params: PaginatedRequestParams;
}

/** One page; the last has no `nextCursor`. [2026-07-28 server/utilities/pagination#response-format] */
export interface PaginatedResult extends Result {
  readonly nextCursor?: Cursor;
}

/** A result that may be kept for a while. [2026-07-28 server/utilities/caching#cacheable-model] */
export interface CacheableResult extends Result {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** Who speaks. [2026-07-28 server/prompts#promptmessage] */
export type Role = "user" | "assistant";

/** Hints for whoever uses it. [2026-07-28 server/resources#annotations] */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  readonly lastModified?: string;
}
