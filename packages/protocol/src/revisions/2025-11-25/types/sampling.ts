/**
 * Types of 2025-11-25. Sampling: a server asks the client's model.
 * [2025-11-25 client/sampling#data-types]
 */
import type { AudioContent, ContentBlock, ImageContent, TextContent } from "./content.js";
import type { JSONRPCRequest, Result, Role } from "./messages.js";
import type { TaskAugmentedRequestParams } from "./tasks.js";
import type { Tool } from "./tools.js";

/** Params of `sampling/createMessage`. [2025-11-25 client/sampling#creating-messages] */
export interface CreateMessageRequestParams extends TaskAugmentedRequestParams {
  readonly messages: readonly SamplingMessage[];
  readonly modelPreferences?: ModelPreferences;
  readonly systemPrompt?: string;
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly temperature?: number;
  readonly maxTokens: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: object;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
}

/** Whether the model may, must, or must not use tools. [2025-11-25 client/sampling#tool-choice-modes] */
export interface ToolChoice {
  readonly mode?: "auto" | "required" | "none";
}

/** The request `sampling/createMessage`. [2025-11-25 client/sampling#creating-messages] */
export interface CreateMessageRequest extends JSONRPCRequest {
  readonly method: "sampling/createMessage";
  readonly params: CreateMessageRequestParams;
}

/** Result of `sampling/createMessage`. [2025-11-25 client/sampling#creating-messages] */
export interface CreateMessageResult extends Result, SamplingMessage {
  readonly model: string;
  readonly stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/** One turn of the conversation. [2025-11-25 client/sampling#messages] */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | readonly SamplingMessageContentBlock[];
  readonly _meta?: { readonly [key: string]: unknown };
}

/** A block of a sampling message. [2025-11-25 client/sampling#messages] */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** The model wants to use a tool. [2025-11-25 client/sampling#sampling-with-tools] */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [key: string]: unknown };
  readonly _meta?: { readonly [key: string]: unknown };
}

/** What a tool answered. [2025-11-25 client/sampling#tool-result-messages] */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: { readonly [key: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** What matters in the choice of a model. [2025-11-25 client/sampling#model-preferences] */
export interface ModelPreferences {
  readonly hints?: readonly ModelHint[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** A part of a model's name. [2025-11-25 client/sampling#model-hints] */
export interface ModelHint {
  readonly name?: string;
}
