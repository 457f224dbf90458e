/**
 * What a client lets a server cost. A server is not trusted: a list without end, a schema that nobody can check, or a call that
 * asks for ever must end as a typed error that says which budget was spent.
 */
import { TransportError } from "@mcpwire/jsonrpc";

/** Limits on what one server may make the client hold or do. */
export interface Budgets {
  /** Pages of one list. Default 1 000. */
  readonly maxPages: number;
  /** Items of one list, over all pages. Default 100 000. */
  readonly maxListItems: number;
  /** Nesting of one tool schema. Default 64. */
  readonly maxSchemaDepth: number;
  /** Subschemas of one tool schema. Default 2 000. */
  readonly maxSubschemas: number;
  /** Rounds of input in one call. Default 10. */
  readonly maxRounds: number;
  /** Bytes of one message, where the transport's own limit is not smaller. Default: the transport's. */
  readonly maxMessageBytes?: number | undefined;
  /** Event streams open at once, likewise. Default: the transport's. */
  readonly maxOpenStreams?: number | undefined;
}

export const defaultBudgets: Budgets = {
  maxPages: 1000,
  maxListItems: 100_000,
  maxSchemaDepth: 64,
  maxSubschemas: 2000,
  maxRounds: 10,
};

/** The error of a spent budget; `data` is `{ limit, max }`: which, and how much it was. */
export function overBudget(budget: keyof Budgets, limit: number, what: string): TransportError {
  return new TransportError(
    "budget",
    `${what} exceeded ${budget} (${limit}); raise it in the client's budgets if this server is to be trusted`,
    {
      data: { limit: budget, max: limit },
    },
  );
}
