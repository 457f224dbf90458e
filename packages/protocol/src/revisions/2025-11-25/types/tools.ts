/**
 * Types of 2025-11-25. Tools.
 * [2025-11-25 server/tools#data-types]
 */
import type { ContentBlock } from "./content.js";
import type {
  BaseMetadata,
  Icons,
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  PaginatedRequest,
  PaginatedResult,
  Result,
} from "./messages.js";
import type { TaskAugmentedRequestParams } from "./tasks.js";

/** The request `tools/list`. [2025-11-25 server/tools#listing-tools] */
export interface ListToolsRequest extends PaginatedRequest {
  readonly method: "tools/list";
}

/** Result of `tools/list`. [2025-11-25 server/tools#listing-tools] */
export interface ListToolsResult extends PaginatedResult {
  readonly tools: readonly Tool[];
}

/** Result of `tools/call`. [2025-11-25 server/tools#tool-result] */
export interface CallToolResult extends Result {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: { readonly [key: string]: unknown };
  readonly isError?: boolean;
}

/** Params of `tools/call`. [2025-11-25 server/tools#calling-tools] */
export interface CallToolRequestParams extends TaskAugmentedRequestParams {
  readonly name: string;
  readonly arguments?: { readonly [key: string]: unknown };
}

/** The request `tools/call`. [2025-11-25 server/tools#calling-tools] */
export interface CallToolRequest extends JSONRPCRequest {
  readonly method: "tools/call";
  readonly params: CallToolRequestParams;
}

/** The notification `notifications/tools/list_changed`. [2025-11-25 server/tools#data-types] */
export interface ToolListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/tools/list_changed";
  readonly params?: NotificationParams;
}

/** Hints about what a tool does. [2025-11-25 server/tools#tool] */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Whether a tool may run as a task. [2025-11-25 basic/utilities/tasks#tool-level-negotiation] */
export interface ToolExecution {
  readonly taskSupport?: "forbidden" | "optional" | "required";
}

/** A tool that a server offers. [2025-11-25 server/tools#tool] */
export interface Tool extends BaseMetadata, Icons {
  readonly description?: string;
  readonly inputSchema: {
    readonly $schema?: string;
    readonly type: "object";
    readonly properties?: { readonly [key: string]: object };
    readonly required?: readonly string[];
  };
  readonly execution?: ToolExecution;
  readonly outputSchema?: {
    readonly $schema?: string;
    readonly type: "object";
    readonly properties?: { readonly [key: string]: object };
    readonly required?: readonly string[];
  };
  readonly annotations?: ToolAnnotations;
  readonly _meta?: { readonly [key: string]: unknown };
}
