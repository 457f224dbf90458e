/**
 * What a 401 or 403 of the MCP server leads to. Pure, and bounded whatever the server says: new credentials are tried once a request,
 * and nothing is asked for twice. [2026-07-28 basic/authorization/index#step-up-authorization-flow]
 */
import type { OAuthChallenge } from "./challenge.js";
import type { Credential } from "./credential.js";
import { covers, scopeKey, unionOf } from "./scopes.js";

/** What one request has been through; every repetition of it shares one. */
export interface RequestHistory {
  logins: number;
  stepUps: number;
  nonces: number;
  swaps: number;
}

export const freshHistory = (): RequestHistory => ({ logins: 0, stepUps: 0, nonces: 0, swaps: 0 });

export interface ChallengeFacts {
  readonly status: 401 | 403;
  readonly challenge: OAuthChallenge;
  /** The token that was refused; undefined where none was sent. */
  readonly sentToken: string | undefined;
  readonly held: Credential | undefined;
  /** What a repetition would carry; undefined where what is held has ended. */
  readonly currentToken: string | undefined;
  readonly history: RequestHistory;
  /** The server sent a nonce along, and we prove possession. */
  readonly hasNonce: boolean;
  /** Keys of the scopes that were stepped up to in vain. */
  readonly attempted: ReadonlySet<string>;
  /** Steps that one request may cause. */
  readonly maxStepUps: number;
}

export type ChallengeDecision =
  | { readonly type: "retry"; readonly because: "nonce" | "other-token" }
  | { readonly type: "login" }
  | { readonly type: "step-up"; readonly key: string }
  | { readonly type: "fail"; readonly message: string };

/** Nonces may be replaced while a request waits; a server that never takes one is not humoured. */
const maxNonces = 2;
/** Tokens that others fetched in the meantime. */
const maxSwaps = 3;

/** Whether a token that somebody else fetched may still be tried for this request. */
export function maySwap(history: RequestHistory): boolean {
  return history.swaps < maxSwaps;
}

/** How a renewal ended: with a token that was issued for it, or with one that another process had left in the store. */
export type Renewed = "issued" | "taken-over";

/**
 * What another process left may be refused as well: it was revoked with the rest, and has not ended. It costs the request a try of its
 * own kind, and not the login that it still has.
 */
export function countRenewal(history: RequestHistory, by: "login" | "step-up", renewed: Renewed): void {
  if (renewed === "taken-over") history.swaps++;
  else if (by === "login") history.logins++;
  else history.stepUps++;
}

export function decideChallenge(facts: ChallengeFacts): ChallengeDecision {
  const { status, challenge, sentToken, currentToken, held, history, attempted } = facts;
  if (challenge.error === "use_dpop_nonce" && facts.hasNonce) {
    if (history.nonces >= maxNonces) return fail("The server asks for one nonce after the other");
    return { type: "retry", because: "nonce" };
  }
  if (currentToken !== undefined && currentToken !== sentToken && maySwap(history)) {
    return { type: "retry", because: "other-token" };
  }
  if (status === 401) {
    return history.logins > 0 ? fail("The server refuses the token that was just issued for it") : { type: "login" };
  }
  if (challenge.error !== "insufficient_scope") return fail("The server forbids this request");
  const key = scopeKey(unionOf(held?.scope, challenge.scope));
  const granted = held?.tokens.scope ?? held?.scope;
  const isPointless = challenge.scope === undefined || (held !== undefined && covers(granted, challenge.scope));
  if (isPointless || attempted.has(key)) {
    return fail(`The token has every scope that the server asks for${named(challenge.scope)}, or they were refused`);
  }
  if (history.stepUps >= facts.maxStepUps)
    return fail(`The server asks for more scopes each time${named(challenge.scope)}`);
  return { type: "step-up", key };
}

function named(scope: string | undefined): string {
  return scope === undefined ? "" : ` (${scope.slice(0, 200)})`;
}

function fail(message: string): ChallengeDecision {
  return { type: "fail", message };
}
