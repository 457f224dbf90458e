/**
 * Completion of prompt arguments and template variables.
 * [2026-07-28 server/utilities/completion#data-types]
 */
import type { BaseMetadata, RequestParams, Result } from "./base.js";

/** [2026-07-28 server/utilities/completion#reference-types] */
export interface PromptReference extends BaseMetadata {
  readonly type: "ref/prompt";
}

/** [2026-07-28 server/utilities/completion#reference-types] */
export interface ResourceTemplateReference {
  readonly type: "ref/resource";
  /** A URI or a URI template. */
  readonly uri: string;
}

/** Params of `completion/complete`. [2026-07-28 server/utilities/completion#completerequest] */
export interface CompleteRequestParams extends RequestParams {
  readonly ref: PromptReference | ResourceTemplateReference;
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that are settled already. */
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> };
}

/** Result of `completion/complete`. [2026-07-28 server/utilities/completion#completeresult] */
export interface CompleteResult extends Result {
  readonly completion: {
    /** At most 100. */
    readonly values: readonly string[];
    readonly total?: number;
    readonly hasMore?: boolean;
  };
}
