/**
 * Types of 2025-11-25. Errors with a meaning of their own.
 * [2025-11-25 basic/index#error-responses]
 */
import type { ElicitRequestURLParams } from "./elicitation.js";
import type { Error, JSONRPCErrorResponse } from "./messages.js";

/** Pages that the user must visit first. [2025-11-25 client/elicitation#url-elicitation-required-error] */
export interface URLElicitationRequiredError extends Omit<JSONRPCErrorResponse, "error"> {
  readonly error: Error & {
    readonly code: -32042;
    readonly data: {
      readonly elicitations: readonly ElicitRequestURLParams[];
      readonly [key: string]: unknown;
    };
  };
}
