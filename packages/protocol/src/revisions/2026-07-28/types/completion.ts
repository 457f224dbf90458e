/**
 * Types of 2026-07-28. Completion of arguments.
 * [2026-07-28 server/utilities/completion#data-types]
 */
import type { BaseMetadata, JSONRPCRequest, JSONRPCResultResponse, RequestParams, Result } from "./messages.js";

/** Params of `completion/complete`. [2026-07-28 server/utilities/completion#completerequest] */
export interface CompleteRequestParams extends RequestParams {
  readonly ref: PromptReference | ResourceTemplateReference;
  readonly argument: {
    readonly name: string;
    readonly value: string;
  };
  readonly context?: {
    readonly arguments?: { readonly [key: string]: string };
  };
}

/** The request `completion/complete`. [2026-07-28 server/utilities/completion#completerequest] */
export interface CompleteRequest extends JSONRPCRequest {
  readonly method: "completion/complete";
  readonly params: CompleteRequestParams;
}

/** Result of `completion/complete`. [2026-07-28 server/utilities/completion#completeresult] */
export interface CompleteResult extends Result {
  readonly completion: {
    readonly values: readonly string[];
    readonly total?: number;
    readonly hasMore?: boolean;
  };
}

/** A response to `completion/complete`. [2026-07-28 server/utilities/completion#completeresult] */
export interface CompleteResultResponse extends JSONRPCResultResponse {
  readonly result: CompleteResult;
}

/** A resource or template whose variable is completed. [2026-07-28 server/utilities/completion#reference-types] */
export interface ResourceTemplateReference {
  readonly type: "ref/resource";
  readonly uri: string;
}

/** A prompt whose argument is completed. [2026-07-28 server/utilities/completion#reference-types] */
export interface PromptReference extends BaseMetadata {
  readonly type: "ref/prompt";
}
