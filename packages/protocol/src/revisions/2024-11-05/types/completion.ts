/**
 * Types of 2024-11-05. Completion of arguments.
 * [2024-11-05 server/utilities/completion#data-types]
 */
import type { Request, Result } from "./messages.js";

/** The request `completion/complete`. [2024-11-05 server/utilities/completion#completerequest] */
export interface CompleteRequest extends Request {
  readonly method: "completion/complete";
  readonly params: {
    readonly ref: PromptReference | ResourceReference;
    readonly argument: {
      readonly name: string;
      readonly value: string;
    };
  };
}

/** Result of `completion/complete`. [2024-11-05 server/utilities/completion#completeresult] */
export interface CompleteResult extends Result {
  readonly completion: {
    readonly values: readonly string[];
    readonly total?: number;
    readonly hasMore?: boolean;
  };
}

/** A resource or template whose variable is completed. [2024-11-05 server/utilities/completion#reference-types] */
export interface ResourceReference {
  readonly type: "ref/resource";
  readonly uri: string;
}

/** A prompt whose argument is completed. [2024-11-05 server/utilities/completion#reference-types] */
export interface PromptReference {
  readonly type: "ref/prompt";
  readonly name: string;
}
