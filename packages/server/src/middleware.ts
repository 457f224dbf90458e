/** Code around every request and notification: rate limits, audit, timing, spans. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ClientContext, HandlerOutcome, RequestContext } from "@mcpwire/negotiation";
import type {
  CallToolRequestParams,
  CompleteRequestParams,
  GetPromptRequestParams,
  PaginatedRequestParams,
  ReadResourceRequestParams,
} from "@mcpwire/protocol";
import { checkedParams } from "./services.js";

/** What a middleware sees. Params are decoded, but not checked yet. */
export type Exchange =
  | {
      readonly kind: "request";
      readonly method: string;
      readonly params: JSONObject | undefined;
      readonly context: RequestContext;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: JSONObject | undefined;
      readonly context: ClientContext;
    };

/**
 * Runs around an exchange. Call `next` once for the outcome of what lies inside, and return an outcome: that one, another, or none at
 * all for a notification. Throw a `ProtocolError` to answer with an error.
 */
export type Middleware = (exchange: Exchange, next: () => Promise<HandlerOutcome>) => Promise<HandlerOutcome>;

/** The requests that a server answers from its registries, and their params. */
export interface CheckedParams {
  readonly "tools/list": PaginatedRequestParams;
  readonly "tools/call": CallToolRequestParams;
  readonly "prompts/list": PaginatedRequestParams;
  readonly "prompts/get": GetPromptRequestParams;
  readonly "resources/list": PaginatedRequestParams;
  readonly "resources/templates/list": PaginatedRequestParams;
  readonly "resources/read": ReadResourceRequestParams;
  readonly "completion/complete": CompleteRequestParams;
}

/** What a middleware for one method sees: params that were checked against the revision's schema. */
export interface CheckedExchange<M extends keyof CheckedParams> {
  readonly kind: "request";
  readonly method: M;
  readonly params: CheckedParams[M];
  readonly context: RequestContext;
}

/** As `Middleware`, for one method; requests whose params are wrong are refused before it. */
export type MethodMiddleware<M extends keyof CheckedParams> = (
  exchange: CheckedExchange<M>,
  next: () => Promise<HandlerOutcome>,
) => Promise<HandlerOutcome>;

/** A middleware for everything that hands on everything but one method. */
export function only<M extends keyof CheckedParams>(wanted: M, middleware: MethodMiddleware<M>): Middleware {
  return async (exchange, next) => {
    const { kind, method, params, context } = exchange;
    if (kind !== "request" || method !== wanted) return next();
    // The schema of this method at this revision has just accepted them.
    const checked = checkedParams(method, params, context) as CheckedParams[M];
    return middleware({ kind, method: wanted, params: checked, context }, next);
  };
}

type Run = (exchange: Exchange) => HandlerOutcome | Promise<HandlerOutcome>;

/** Wraps `inner`; the first middleware is the outermost. */
export function around(middlewares: readonly Middleware[], inner: Run): Run {
  return middlewares.reduceRight<Run>(
    (run, middleware) => (exchange) => middleware(exchange, async () => run(exchange)),
    inner,
  );
}
