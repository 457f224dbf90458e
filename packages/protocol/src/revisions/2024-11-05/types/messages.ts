/**
 * Types of 2024-11-05. Messages and what is common to them.
 * [2024-11-05 basic/messages#requests]
 */

/** Anything that goes over the wire. [2024-11-05 basic/messages#requests] */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

/** Names the request that progress is reported for. [2024-11-05 basic/utilities/progress#progress-flow] */
export type ProgressToken = string | number;

/** Where the next page begins; opaque. [2024-11-05 server/utilities/pagination#pagination-model] */
export type Cursor = string;

/** A request before its envelope. [2024-11-05 basic/messages#requests] */
export interface Request {
  readonly method: string;
  readonly params?: {
    readonly _meta?: {
      readonly progressToken?: ProgressToken;
    };
    readonly [key: string]: unknown;
  };
}

/** A notification before its envelope. [2024-11-05 basic/messages#requests] */
export interface Notification {
  readonly method: string;
  readonly params?: {
    readonly _meta?: { readonly [key: string]: unknown };
    readonly [key: string]: unknown;
  };
}

/** What every result may have. [2024-11-05 basic/messages#requests] */
export interface Result {
  readonly _meta?: { readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** Names a request for as long as it is open. [2024-11-05 basic/messages#requests] */
export type RequestId = string | number;

/** Expects a response. [2024-11-05 basic/messages#requests] */
export interface JSONRPCRequest extends Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
}

/** Expects no response. [2024-11-05 basic/messages#requests] */
export interface JSONRPCNotification extends Notification {
  readonly jsonrpc: "2.0";
}

/** A response that carries a result. [2024-11-05 basic/messages#responses] */
export interface JSONRPCResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: Result;
}

/** A response that carries an error. [2024-11-05 basic/messages#responses] */
export interface JSONRPCError {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/** A result that says only that it worked. [2024-11-05 basic/messages#requests] */
export type EmptyResult = Result;

/** Asks for one page. [2024-11-05 server/utilities/pagination#request-format] */
export interface PaginatedRequest extends Request {
  readonly params?: {
    readonly cursor?: Cursor;
  };
}

/** One page; the last has no `nextCursor`. [2024-11-05 server/utilities/pagination#response-format] */
export interface PaginatedResult extends Result {
  readonly nextCursor?: Cursor;
}

/** Who speaks. [2024-11-05 server/prompts#promptmessage] */
export type Role = "user" | "assistant";

/** May have hints for whoever uses it. [2024-11-05 server/resources#resource] */
export interface Annotated {
  readonly annotations?: {
    readonly audience?: readonly Role[];
    readonly priority?: number;
  };
}
