/**
 * Types of 2026-07-28. Tools.
 * [2026-07-28 server/tools#data-types]
 */
import type { ContentBlock } from "./content.js";
import type { InputRequiredResult, InputResponseRequestParams } from "./input-requests.js";
import type {
  BaseMetadata,
  CacheableResult,
  Icons,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  MetaObject,
  NotificationParams,
  PaginatedRequest,
  PaginatedResult,
  Result,
} from "./messages.js";

/** The request `tools/list`. [2026-07-28 server/tools#listing-tools] */
export interface ListToolsRequest extends PaginatedRequest {
  readonly method: "tools/list";
}

/** Result of `tools/list`. [2026-07-28 server/tools#listing-tools] */
export interface ListToolsResult extends PaginatedResult, CacheableResult {
  readonly tools: readonly Tool[];
}

/** A response to `tools/list`. [2026-07-28 server/tools#listing-tools] */
export interface ListToolsResultResponse extends JSONRPCResultResponse {
  readonly result: ListToolsResult;
}

/** Result of `tools/call`. [2026-07-28 server/tools#tool-result] */
export interface CallToolResult extends Result {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** A response to `tools/call`. [2026-07-28 server/tools#calling-tools] */
export interface CallToolResultResponse extends JSONRPCResultResponse {
  readonly result: CallToolResult | InputRequiredResult;
}

/** Params of `tools/call`. [2026-07-28 server/tools#calling-tools] */
export interface CallToolRequestParams extends InputResponseRequestParams {
  readonly name: string;
  readonly arguments?: { readonly [key: string]: unknown };
}

/** The request `tools/call`. [2026-07-28 server/tools#calling-tools] */
export interface CallToolRequest extends JSONRPCRequest {
  readonly method: "tools/call";
  readonly params: CallToolRequestParams;
}

/** The notification `notifications/tools/list_changed`. [2026-07-28 server/tools#data-types] */
export interface ToolListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/tools/list_changed";
  readonly params?: NotificationParams;
}

/** Hints about what a tool does. [2026-07-28 server/tools#tool] */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool that a server offers. [2026-07-28 server/tools#tool] */
export interface Tool extends BaseMetadata, Icons {
  readonly description?: string;
  readonly inputSchema: { readonly $schema?: string; readonly type: "object"; readonly [key: string]: unknown };
  readonly outputSchema?: { readonly $schema?: string; readonly [key: string]: unknown };
  readonly annotations?: ToolAnnotations;
  readonly _meta?: MetaObject;
}
