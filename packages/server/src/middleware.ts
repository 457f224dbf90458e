/** Code around every request and notification: rate limits, audit, timing, spans. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ClientContext, HandlerOutcome, RequestContext } from "@mcpwire/negotiation";

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

type Run = (exchange: Exchange) => HandlerOutcome | Promise<HandlerOutcome>;

/** Wraps `inner`; the first middleware is the outermost. */
export function around(middlewares: readonly Middleware[], inner: Run): Run {
  return middlewares.reduceRight<Run>(
    (run, middleware) => (exchange) => middleware(exchange, async () => run(exchange)),
    inner,
  );
}
