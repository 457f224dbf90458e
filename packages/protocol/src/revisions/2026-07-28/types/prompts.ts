/**
 * Types of 2026-07-28. Prompts.
 * [2026-07-28 server/prompts#data-types]
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
  Role,
} from "./messages.js";

/** The request `prompts/list`. [2026-07-28 server/prompts#listing-prompts] */
export interface ListPromptsRequest extends PaginatedRequest {
  readonly method: "prompts/list";
}

/** Result of `prompts/list`. [2026-07-28 server/prompts#listing-prompts] */
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  readonly prompts: readonly Prompt[];
}

/** A response to `prompts/list`. [2026-07-28 server/prompts#listing-prompts] */
export interface ListPromptsResultResponse extends JSONRPCResultResponse {
  readonly result: ListPromptsResult;
}

/** Params of `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  readonly name: string;
  readonly arguments?: { readonly [key: string]: string };
}

/** The request `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptRequest extends JSONRPCRequest {
  readonly method: "prompts/get";
  readonly params: GetPromptRequestParams;
}

/** Result of `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptResult extends Result {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

/** A response to `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  readonly result: GetPromptResult | InputRequiredResult;
}

/** A prompt that a server offers. [2026-07-28 server/prompts#prompt] */
export interface Prompt extends BaseMetadata, Icons {
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly _meta?: MetaObject;
}

/** An argument of a prompt. [2026-07-28 server/prompts#prompt] */
export interface PromptArgument extends BaseMetadata {
  readonly description?: string;
  readonly required?: boolean;
}

/** One message of a prompt. [2026-07-28 server/prompts#promptmessage] */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** The notification `notifications/prompts/list_changed`. [2026-07-28 server/prompts#data-types] */
export interface PromptListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/prompts/list_changed";
  readonly params?: NotificationParams;
}
