/**
 * Types of 2025-11-25. Prompts.
 * [2025-11-25 server/prompts#data-types]
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
  RequestParams,
  Result,
  Role,
} from "./messages.js";

/** The request `prompts/list`. [2025-11-25 server/prompts#listing-prompts] */
export interface ListPromptsRequest extends PaginatedRequest {
  readonly method: "prompts/list";
}

/** Result of `prompts/list`. [2025-11-25 server/prompts#listing-prompts] */
export interface ListPromptsResult extends PaginatedResult {
  readonly prompts: readonly Prompt[];
}

/** Params of `prompts/get`. [2025-11-25 server/prompts#getting-a-prompt] */
export interface GetPromptRequestParams extends RequestParams {
  readonly name: string;
  readonly arguments?: { readonly [key: string]: string };
}

/** The request `prompts/get`. [2025-11-25 server/prompts#getting-a-prompt] */
export interface GetPromptRequest extends JSONRPCRequest {
  readonly method: "prompts/get";
  readonly params: GetPromptRequestParams;
}

/** Result of `prompts/get`. [2025-11-25 server/prompts#getting-a-prompt] */
export interface GetPromptResult extends Result {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

/** A prompt that a server offers. [2025-11-25 server/prompts#prompt] */
export interface Prompt extends BaseMetadata, Icons {
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly _meta?: { readonly [key: string]: unknown };
}

/** An argument of a prompt. [2025-11-25 server/prompts#prompt] */
export interface PromptArgument extends BaseMetadata {
  readonly description?: string;
  readonly required?: boolean;
}

/** One message of a prompt. [2025-11-25 server/prompts#promptmessage] */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** The notification `notifications/prompts/list_changed`. [2025-11-25 server/prompts#data-types] */
export interface PromptListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/prompts/list_changed";
  readonly params?: NotificationParams;
}
