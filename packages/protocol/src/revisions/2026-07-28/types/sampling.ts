/**
 * Types of 2026-07-28. Sampling: a server asks the client's model. Deprecated as a whole. [2026-07-28 deprecated#deprecated]
 * [2026-07-28 client/sampling#data-types]
 */
import type { AudioContent, ContentBlock, ImageContent, TextContent } from "./content.js";
import type { JSONObject, MetaObject, Role } from "./messages.js";
import type { Tool } from "./tools.js";

/**
 * Params of `sampling/createMessage`. [2026-07-28 client/sampling#creating-messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface CreateMessageRequestParams {
  readonly messages: readonly SamplingMessage[];
  readonly modelPreferences?: ModelPreferences;
  readonly systemPrompt?: string;
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly temperature?: number;
  readonly maxTokens: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: JSONObject;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
}

/**
 * Whether the model may, must, or must not use tools. [2026-07-28 client/sampling#tool-choice-modes]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ToolChoice {
  readonly mode?: "auto" | "required" | "none";
}

/**
 * The request `sampling/createMessage`. [2026-07-28 client/sampling#creating-messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface CreateMessageRequest {
  readonly method: "sampling/createMessage";
  readonly params: CreateMessageRequestParams;
}

/**
 * Result of `sampling/createMessage`. [2026-07-28 client/sampling#creating-messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface CreateMessageResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/**
 * One turn of the conversation. [2026-07-28 client/sampling#messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | readonly SamplingMessageContentBlock[];
  readonly _meta?: MetaObject;
}

/**
 * A block of a sampling message. [2026-07-28 client/sampling#messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/**
 * The model wants to use a tool. [2026-07-28 client/sampling#sampling-with-tools]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [key: string]: unknown };
  readonly _meta?: MetaObject;
}

/**
 * What a tool answered. [2026-07-28 client/sampling#tool-result-messages]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: MetaObject;
}

/**
 * What matters in the choice of a model. [2026-07-28 client/sampling#model-preferences]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ModelPreferences {
  readonly hints?: readonly ModelHint[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/**
 * A part of a model's name. [2026-07-28 client/sampling#model-hints]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface ModelHint {
  readonly name?: string;
}
