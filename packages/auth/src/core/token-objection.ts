/**
 * What speaks against a genuine token at this resource: that it has ended, is another issuer's, for somebody else, for nobody, or shown
 * in the wrong way. [2026-07-28 basic/authorization/security-considerations#access-token-privilege-restriction]
 */

/** What is looked at of a token. */
export interface TokenFacts {
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
  readonly clientId?: string | undefined;
  readonly audience: string | readonly string[] | undefined;
  /** In ms since 1970. */
  readonly expiresAt?: number | undefined;
  readonly keyThumbprint?: string | undefined;
}

/** What this resource takes. */
export interface TokenRules {
  readonly issuers: readonly string[];
  /** Any of these, byte for byte, stands for this resource. */
  readonly audiences: ReadonlySet<string>;
  /** Whether proofs of possession are needed, looked at where there is one, or not known here. */
  readonly proofs: "required" | "checked" | "none";
}

/** The first objection, in words that a client may read; undefined where there is none. */
export function objectionTo(
  token: TokenFacts,
  shownAs: "Bearer" | "DPoP",
  rules: TokenRules,
  now: number,
): string | undefined {
  const { audience, expiresAt, issuer, keyThumbprint } = token;
  if (expiresAt !== undefined && expiresAt <= now) return "The token has expired";
  if (issuer !== undefined && !rules.issuers.includes(issuer)) return "The token is of another issuer";
  const audiences = typeof audience === "string" ? [audience] : (audience ?? []);
  if (!audiences.some((one) => rules.audiences.has(one))) return "The token is not for this resource";
  if (token.subject === undefined && token.clientId === undefined) return "The token names nobody";
  if (shownAs === "DPoP") return rules.proofs === "none" ? "Proofs are not checked here" : undefined;
  if (rules.proofs === "required") return "A proof of possession is required";
  return keyThumbprint === undefined ? undefined : "The token is bound to a key, and there is no proof of it";
}
