/** What a verifier says of a token, and what handlers see of it. */

/** A token that is genuine and active. Whether it is meant for this resource is decided by who asked. */
export interface VerifiedToken {
  readonly issuer?: string;
  readonly subject?: string;
  readonly clientId?: string;
  readonly scopes: readonly string[];
  /** For whom it was issued. A token that does not say is for nobody here. */
  readonly audience: string | readonly string[] | undefined;
  /** In ms since 1970. */
  readonly expiresAt?: number;
  /** The thumbprint of the key that it is bound to. */
  readonly keyThumbprint?: string;
  /** All that the token or the authorization server says. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Undefined: the token is not valid, whatever the reason. A rejection means that this could not be found out; the client gets 500.
 * `resource` is what the token should be for.
 */
export type TokenVerifier = (
  token: string,
  context: { readonly resource: string },
) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;

/** Who asks: the `auth` of a handler's context, which `isPrincipal` tells from anything else. It holds no token, so that none can be passed on. */
export interface Principal {
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly clientId: string | undefined;
  /** As granted, without what they imply. */
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
  /** Who it is and nothing of the token at hand, so that what is bound to the caller outlives a refresh. */
  toJSON(): unknown;
}

const brand = Symbol.for("mcpwire.principal");

/** Who a verified token speaks for. Frozen: what one handler does with it, the next does not see. */
export function principalOf({ issuer, subject, clientId, scopes, claims }: VerifiedToken): Principal {
  const principal = { issuer, subject, clientId, scopes, claims, toJSON: () => ({ issuer, subject, clientId }) };
  // Not enumerable: what is shown and compared is who it is.
  return Object.freeze(Object.defineProperty(principal, brand, { value: true }));
}

/**
 * Whether `ctx.auth` is what a guard of this package made, and with it typed. False for what is undefined, since nobody checked, and
 * for what another `authorize` gave.
 */
export function isPrincipal(auth: unknown): auth is Principal {
  return typeof auth === "object" && auth !== null && brand in auth && auth[brand] === true;
}

export function textOfClaim(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `cnf.jkt`, where a token is bound to a key. */
export function thumbprintOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { cnf } = claims;
  if (typeof cnf !== "object" || cnf === null || !("jkt" in cnf)) return undefined;
  return textOfClaim(cnf.jkt);
}

export function audienceOf(value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === "string");
  return textOfClaim(value);
}
