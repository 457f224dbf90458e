/**
 * Types of 2026-07-28. Who the sides are and how they agree.
 * [2026-07-28 server/discover#data-types]
 */
import type {
  BaseMetadata,
  CacheableResult,
  Icons,
  JSONObject,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestParams,
} from "./messages.js";

/** The request `server/discover`. [2026-07-28 server/discover#request] */
export interface DiscoverRequest extends JSONRPCRequest {
  readonly method: "server/discover";
  readonly params: RequestParams;
}

/** Result of `server/discover`. [2026-07-28 server/discover#discoverresult] */
export interface DiscoverResult extends CacheableResult {
  readonly supportedVersions: readonly string[];
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
}

/** A response to `server/discover`. [2026-07-28 server/discover#response] */
export interface DiscoverResultResponse extends JSONRPCResultResponse {
  readonly result: DiscoverResult;
}

/** What a client can do. [2026-07-28 basic/versioning#extension-negotiation] */
export interface ClientCapabilities {
  readonly experimental?: { readonly [key: string]: JSONObject };
  readonly roots?: JSONObject;
  readonly sampling?: {
    readonly context?: JSONObject;
    readonly tools?: JSONObject;
  };
  readonly elicitation?: {
    readonly form?: JSONObject;
    readonly url?: JSONObject;
  };
  readonly extensions?: { readonly [key: string]: JSONObject };
}

/** What a server can do. [2026-07-28 basic/versioning#extension-negotiation] */
export interface ServerCapabilities {
  readonly experimental?: { readonly [key: string]: JSONObject };
  readonly logging?: JSONObject;
  readonly completions?: JSONObject;
  readonly prompts?: {
    readonly listChanged?: boolean;
  };
  readonly resources?: {
    readonly subscribe?: boolean;
    readonly listChanged?: boolean;
  };
  readonly tools?: {
    readonly listChanged?: boolean;
  };
  readonly extensions?: { readonly [key: string]: JSONObject };
}

/** The name and version of a program. [2026-07-28 server/discover#data-types] */
export interface Implementation extends BaseMetadata, Icons {
  readonly version: string;
  readonly description?: string;
  readonly websiteUrl?: string;
}
