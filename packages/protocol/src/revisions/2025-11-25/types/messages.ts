/**
 * Types of 2025-11-25. Messages and what is common to them.
 * [2025-11-25 basic/index#messages]
 */

/** Anything that goes over the wire. [2025-11-25 basic/index#messages] */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/** Names the request that progress is reported for. [2025-11-25 basic/utilities/progress#progress-flow] */
export type ProgressToken = string | number;

/** Where the next page begins; opaque. [2025-11-25 server/utilities/pagination#pagination-model] */
export type Cursor = string;

/** What params of every request may have. [2025-11-25 basic/index#messages] */
export interface RequestParams {
  readonly _meta?: {
    readonly progressToken?: ProgressToken;
    readonly [key: string]: unknown;
  };
}

/** A request before its envelope. [2025-11-25 basic/index#messages] */
export interface Request {
  readonly method: string;
  readonly params?: object;
}

/** What params of every notification may have. [2025-11-25 basic/index#messages] */
export interface NotificationParams {
  readonly _meta?: { readonly [key: string]: unknown };
}

/** A notification before its envelope. [2025-11-25 basic/index#messages] */
export interface Notification {
  readonly method: string;
  readonly params?: object;
}

/** What every result may have. [2025-11-25 basic/index#messages] */
export interface Result {
  readonly _meta?: { readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** The `error` member of a response. [2025-11-25 basic/index#error-responses] */
export interface Error {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Names a request for as long as it is open. [2025-11-25 basic/index#messages] */
export type RequestId = string | number;

/** Expects a response. [2025-11-25 basic/index#messages] */
export interface JSONRPCRequest extends Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
}

/** Expects no response. [2025-11-25 basic/index#messages] */
export interface JSONRPCNotification extends Notification {
  readonly jsonrpc: "2.0";
}

/** A response that carries a result. [2025-11-25 basic/index#error-responses] */
export interface JSONRPCResultResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: Result;
}

/** A response that carries an error; without an id where the request's was unreadable. [2025-11-25 basic/index#error-responses] */
export interface JSONRPCErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id?: RequestId;
  readonly error: Error;
}

/** Any response. [2025-11-25 basic/index#error-responses] */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** A result that says only that it worked. [2025-11-25 basic/index#messages] */
export type EmptyResult = Result;

/** An image for a person to recognise something by. [2025-11-25 basic/index#icons] */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** Has icons. [2025-11-25 basic/index#icons] */
export interface Icons {
  readonly icons?: readonly Icon[];
}

/** A name for programs and a title for people. [2025-11-25 server/tools#data-types] */
export interface BaseMetadata {
  readonly name: string;
  readonly title?: string;
}

/** Params of a request for one page. [2025-11-25 server/utilities/pagination#request-format] */
export interface PaginatedRequestParams extends RequestParams {
  readonly cursor?: Cursor;
}

/** Asks for one page. [2025-11-25 server/utilities/pagination#request-format] */
export interface PaginatedRequest extends JSONRPCRequest {
  readonly params?: PaginatedRequestParams;
}

/** One page; the last has no `nextCursor`. [2025-11-25 server/utilities/pagination#response-format] */
export interface PaginatedResult extends Result {
  readonly nextCursor?: Cursor;
}

/** Who speaks. [2025-11-25 server/prompts#promptmessage] */
export type Role = "user" | "assistant";

/** Hints for whoever uses it. [2025-11-25 server/resources#annotations] */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  readonly lastModified?: string;
}
