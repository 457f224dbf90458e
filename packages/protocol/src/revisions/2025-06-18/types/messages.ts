/**
 * Types of 2025-06-18. Messages and what is common to them.
 * [2025-06-18 basic/index#messages]
 */

/** Anything that goes over the wire. [2025-06-18 basic/index#messages] */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

/** Names the request that progress is reported for. [2025-06-18 basic/utilities/progress#progress-flow] */
export type ProgressToken = string | number;

/** Where the next page begins; opaque. [2025-06-18 server/utilities/pagination#pagination-model] */
export type Cursor = string;

/** A request before its envelope. [2025-06-18 basic/index#messages] */
export interface Request {
  readonly method: string;
  readonly params?: {
    readonly _meta?: {
      readonly progressToken?: ProgressToken;
      readonly [key: string]: unknown;
    };
    readonly [key: string]: unknown;
  };
}

/** A notification before its envelope. [2025-06-18 basic/index#messages] */
export interface Notification {
  readonly method: string;
  readonly params?: {
    readonly _meta?: { readonly [key: string]: unknown };
    readonly [key: string]: unknown;
  };
}

/** What every result may have. [2025-06-18 basic/index#messages] */
export interface Result {
  readonly _meta?: { readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** Names a request for as long as it is open. [2025-06-18 basic/index#messages] */
export type RequestId = string | number;

/** Expects a response. [2025-06-18 basic/index#messages] */
export interface JSONRPCRequest extends Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
}

/** Expects no response. [2025-06-18 basic/index#messages] */
export interface JSONRPCNotification extends Notification {
  readonly jsonrpc: "2.0";
}

/** A response that carries a result. [2025-06-18 basic/index#responses] */
export interface JSONRPCResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: Result;
}

/** A response that carries an error. [2025-06-18 basic/index#responses] */
export interface JSONRPCError {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/** A result that says only that it worked. [2025-06-18 basic/index#messages] */
export type EmptyResult = Result;

/** A name for programs and a title for people. [2025-06-18 server/tools#data-types] */
export interface BaseMetadata {
  readonly name: string;
  readonly title?: string;
}

/** Asks for one page. [2025-06-18 server/utilities/pagination#request-format] */
export interface PaginatedRequest extends Request {
  readonly params?: {
    readonly cursor?: Cursor;
  };
}

/** One page; the last has no `nextCursor`. [2025-06-18 server/utilities/pagination#response-format] */
export interface PaginatedResult extends Result {
  readonly nextCursor?: Cursor;
}

/** Who speaks. [2025-06-18 server/prompts#promptmessage] */
export type Role = "user" | "assistant";

/** Hints for whoever uses it. [2025-06-18 server/resources#annotations] */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  readonly lastModified?: string;
}
