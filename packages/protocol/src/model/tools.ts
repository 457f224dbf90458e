/**
 * Tools.
 * [2026-07-28 server/tools#data-types]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { BaseMetadata, MetaObject, PaginatedResult, RequestParams, Result } from "./base.js";
import type { Icon } from "./capabilities.js";
import type { ContentBlock } from "./content.js";

/** The JSON Schema of a tool's arguments: an object at its root, any keyword of its dialect below. [2026-07-28 server/tools#tool] */
export interface ToolInputSchema extends JSONObject {
  readonly $schema?: string;
  readonly type: "object";
}

/** The JSON Schema of a tool's structured content; any root. [2026-07-28 server/tools#output-schema] */
export interface ToolOutputSchema extends JSONObject {
  readonly $schema?: string;
}

/** Hints about what a tool does; not to be trusted from a server that is not. [2026-07-28 server/tools#tool] */
export interface ToolAnnotations {
  readonly title?: string;
  /** Changes nothing. Default false. */
  readonly readOnlyHint?: boolean;
  /** May destroy something, rather than only add. Default true. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. Default false. */
  readonly idempotentHint?: boolean;
  /** Reaches out to an open world. Default true. */
  readonly openWorldHint?: boolean;
}

/** [2026-07-28 server/tools#tool] */
export interface Tool extends BaseMetadata {
  readonly description?: string;
  readonly inputSchema: ToolInputSchema;
  readonly outputSchema?: ToolOutputSchema;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: MetaObject;
}

/** Result of `tools/list`. [2026-07-28 server/tools#listing-tools] */
export interface ListToolsResult extends PaginatedResult {
  readonly tools: readonly Tool[];
}

/** Params of `tools/call`. [2026-07-28 server/tools#calling-tools] */
export interface CallToolRequestParams extends RequestParams {
  readonly name: string;
  /** Absent means `{}`. */
  readonly arguments?: JSONObject;
}

/** Result of `tools/call`. [2026-07-28 server/tools#tool-result] */
export interface CallToolResult extends Result {
  readonly content: readonly ContentBlock[];
  /** Any JSON value. [2026-07-28 server/tools#structured-content] */
  readonly structuredContent?: unknown;
  /** The tool ran and failed; a model may read why and try again. [2026-07-28 server/tools#error-handling] */
  readonly isError?: boolean;
}
