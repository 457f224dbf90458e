/**
 * Sampling: a server asks the client's model.
 * [2026-07-28 client/sampling#data-types]
 *
 * All of it is deprecated as of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { MetaObject, RequestParams, Result, Role } from "./base.js";
import type { AudioContent, ContentBlock, ImageContent, TextContent } from "./content.js";
import type { Tool } from "./tools.js";

/**
 * The model wants to use a tool. [2026-07-28 client/sampling#sampling-with-tools]
 * @deprecated As of 2026-07-28.
 */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JSONObject;
  readonly _meta?: MetaObject;
}

/**
 * What a tool answered. [2026-07-28 client/sampling#tool-result-messages]
 * @deprecated As of 2026-07-28.
 */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: MetaObject;
}

/** @deprecated As of 2026-07-28. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/**
 * [2026-07-28 client/sampling#messages]
 * @deprecated As of 2026-07-28.
 */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | readonly SamplingMessageContentBlock[];
  readonly _meta?: MetaObject;
}

/**
 * [2026-07-28 client/sampling#model-hints]
 * @deprecated As of 2026-07-28.
 */
export interface ModelHint {
  readonly name?: string;
}

/**
 * Each priority from 0 to 1. [2026-07-28 client/sampling#model-preferences]
 * @deprecated As of 2026-07-28.
 */
export interface ModelPreferences {
  /** In order of preference. */
  readonly hints?: readonly ModelHint[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/**
 * [2026-07-28 client/sampling#tool-choice-modes]
 * @deprecated As of 2026-07-28.
 */
export interface ToolChoice {
  /** Default `auto`. */
  readonly mode?: "auto" | "required" | "none";
}

/**
 * Params of `sampling/createMessage`. [2026-07-28 client/sampling#creating-messages]
 * @deprecated As of 2026-07-28.
 */
export interface CreateMessageRequestParams extends RequestParams {
  readonly messages: readonly SamplingMessage[];
  readonly modelPreferences?: ModelPreferences;
  readonly systemPrompt?: string;
  /** Values other than `none` are deprecated since 2025-11-25. [2026-07-28 client/sampling#context-inclusion] */
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly temperature?: number;
  readonly maxTokens: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: JSONObject;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
}

/**
 * Result of `sampling/createMessage`. [2026-07-28 client/sampling#result-fields]
 * @deprecated As of 2026-07-28.
 */
export interface CreateMessageResult extends Result {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | readonly SamplingMessageContentBlock[];
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a provider's own. */
  readonly stopReason?: string;
}
