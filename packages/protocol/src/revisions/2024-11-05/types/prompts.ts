/**
 * Types of 2024-11-05. Prompts.
 * [2024-11-05 server/prompts#data-types]
 */
import type { EmbeddedResource, ImageContent, TextContent } from "./content.js";
import type { Notification, PaginatedRequest, PaginatedResult, Request, Result, Role } from "./messages.js";

/** The request `prompts/list`. [2024-11-05 server/prompts#listing-prompts] */
export interface ListPromptsRequest extends PaginatedRequest {
  readonly method: "prompts/list";
}

/** Result of `prompts/list`. [2024-11-05 server/prompts#listing-prompts] */
export interface ListPromptsResult extends PaginatedResult {
  readonly prompts: readonly Prompt[];
}

/** The request `prompts/get`. [2024-11-05 server/prompts#getting-a-prompt] */
export interface GetPromptRequest extends Request {
  readonly method: "prompts/get";
  readonly params: {
    readonly name: string;
    readonly arguments?: { readonly [key: string]: string };
  };
}

/** Result of `prompts/get`. [2024-11-05 server/prompts#getting-a-prompt] */
export interface GetPromptResult extends Result {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

/** A prompt that a server offers. [2024-11-05 server/prompts#prompt] */
export interface Prompt {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

/** An argument of a prompt. [2024-11-05 server/prompts#prompt] */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** One message of a prompt. [2024-11-05 server/prompts#promptmessage] */
export interface PromptMessage {
  readonly role: Role;
  readonly content: TextContent | ImageContent | EmbeddedResource;
}

/** The notification `notifications/prompts/list_changed`. [2024-11-05 server/prompts#data-types] */
export interface PromptListChangedNotification extends Notification {
  readonly method: "notifications/prompts/list_changed";
}
