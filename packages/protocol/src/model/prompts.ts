/**
 * Prompts.
 * [2026-07-28 server/prompts#data-types]
 */
import type { BaseMetadata, MetaObject, PaginatedResult, RequestParams, Result, Role } from "./base.js";
import type { Icon } from "./capabilities.js";
import type { ContentBlock } from "./content.js";

/** [2026-07-28 server/prompts#prompt] */
export interface Prompt extends BaseMetadata {
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly icons?: readonly Icon[];
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/prompts#prompt] */
export interface PromptArgument extends BaseMetadata {
  readonly description?: string;
  readonly required?: boolean;
}

/** [2026-07-28 server/prompts#promptmessage] */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** Result of `prompts/list`. [2026-07-28 server/prompts#listing-prompts] */
export interface ListPromptsResult extends PaginatedResult {
  readonly prompts: readonly Prompt[];
}

/** Params of `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptRequestParams extends RequestParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, string>>;
}

/** Result of `prompts/get`. [2026-07-28 server/prompts#getting-a-prompt] */
export interface GetPromptResult extends Result {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}
