/**
 * Types of 2025-03-26. Tools.
 * [2025-03-26 server/tools#data-types]
 */
import type { AudioContent, EmbeddedResource, ImageContent, TextContent } from "./content.js";
import type { Notification, PaginatedRequest, PaginatedResult, Request, Result } from "./messages.js";

/** The request `tools/list`. [2025-03-26 server/tools#listing-tools] */
export interface ListToolsRequest extends PaginatedRequest {
  readonly method: "tools/list";
}

/** Result of `tools/list`. [2025-03-26 server/tools#listing-tools] */
export interface ListToolsResult extends PaginatedResult {
  readonly tools: readonly Tool[];
}

/** Result of `tools/call`. [2025-03-26 server/tools#tool-result] */
export interface CallToolResult extends Result {
  readonly content: readonly (TextContent | ImageContent | AudioContent | EmbeddedResource)[];
  readonly isError?: boolean;
}

/** The request `tools/call`. [2025-03-26 server/tools#calling-tools] */
export interface CallToolRequest extends Request {
  readonly method: "tools/call";
  readonly params: {
    readonly name: string;
    readonly arguments?: { readonly [key: string]: unknown };
  };
}

/** The notification `notifications/tools/list_changed`. [2025-03-26 server/tools#data-types] */
export interface ToolListChangedNotification extends Notification {
  readonly method: "notifications/tools/list_changed";
}

/** Hints about what a tool does. [2025-03-26 server/tools#tool] */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool that a server offers. [2025-03-26 server/tools#tool] */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties?: { readonly [key: string]: object };
    readonly required?: readonly string[];
  };
  readonly annotations?: ToolAnnotations;
}
