/** Token requests of every grant, and what token endpoints answer. [2026-07-28 basic/authorization/index#refresh-tokens] */
import { isObject } from "@mcpwire/jsonrpc";
import { decodeForm, type FormFields } from "./form.js";
import { numberIn, parseObject, textIn, type JsonObject } from "./json.js";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
export const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
export const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** What every token request to the server's own authorization server carries. */
export interface TokenTarget {
  /** Byte for byte. [2026-07-28 basic/authorization/index#resource-parameter-implementation] */
  readonly resource: string;
  readonly scope: string | undefined;
}

function targetFields({ resource, scope }: TokenTarget): FormFields {
  return [["resource", resource], ...(scope === undefined ? [] : [["scope", scope] as const])];
}

export function codeFields(
  { code, verifier, redirectUri }: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
  resource: string,
): FormFields {
  return [
    ["grant_type", "authorization_code"],
    ["code", code],
    ["redirect_uri", redirectUri],
    ["code_verifier", verifier],
    ["resource", resource],
  ];
}

/** No scope: the same as before. */
export function refreshFields(refreshToken: string, resource: string): FormFields {
  return [
    ["grant_type", "refresh_token"],
    ["refresh_token", refreshToken],
    ["resource", resource],
  ];
}

export function clientCredentialsFields(target: TokenTarget): FormFields {
  return [["grant_type", "client_credentials"], ...targetFields(target)];
}

export function jwtBearerFields(assertion: string, target: TokenTarget): FormFields {
  return [["grant_type", JWT_BEARER], ["assertion", assertion], ...targetFields(target)];
}

export interface Exchange extends TokenTarget {
  readonly audience: string;
  readonly subjectToken: string;
  readonly subjectTokenType: string;
}

/** An identity assertion for one that the server's authorization server takes. */
export function exchangeFields(exchange: Exchange): FormFields {
  return [
    ["grant_type", TOKEN_EXCHANGE],
    ["requested_token_type", ID_JAG],
    ["audience", exchange.audience],
    ...targetFields(exchange),
    ["subject_token", exchange.subjectToken],
    ["subject_token_type", exchange.subjectTokenType],
  ];
}

/** An answer of any endpoint, as the driver read it. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly body: string;
  /** `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
  /** When it came, in ms since 1970. */
  readonly now: number;
}

export interface Tokens {
  readonly accessToken: string;
  readonly tokenType: "Bearer" | "DPoP";
  readonly refreshToken?: string;
  /** In ms since 1970; absent where the server does not say. */
  readonly expiresAt?: number;
  readonly scope?: string;
}

export interface TokenError {
  /** RFC 6749's code, or `http-<status>`, or `malformed`. */
  readonly error: string;
  readonly description?: string;
  readonly status: number;
}

export type TokenAnswer = { readonly tokens: Tokens } | TokenError;

/** Members that are null count as absent; a form is read like JSON. */
export function readTokenAnswer(answer: Answer): TokenAnswer {
  const { status, now } = answer;
  const document = documentOf(answer);
  const error = document === undefined ? undefined : textIn(document, "error");
  if (document !== undefined && error !== undefined) {
    const description = textIn(document, "error_description")?.slice(0, 300);
    return { error: error.slice(0, 100), status, ...(description === undefined ? {} : { description }) };
  }
  if (status < 200 || status > 299) return { error: `http-${status}`, status };
  if (document === undefined) return malformed(status, "is neither JSON nor a form");
  const accessToken = textIn(document, "access_token");
  if (accessToken === undefined || !isToken(accessToken))
    return malformed(status, "has no token that a header can carry");
  const tokenType = typeOf(textIn(document, "token_type"));
  if (tokenType === undefined) return malformed(status, "has a token type that is neither Bearer nor DPoP");
  const refreshToken = textIn(document, "refresh_token");
  const lifetime = numberIn(document, "expires_in");
  const scope = textIn(document, "scope");
  return {
    tokens: {
      accessToken,
      tokenType,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      // A lifetime of nothing is not meant: the token would be of no use to anybody.
      ...(lifetime === undefined || lifetime <= 0 ? {} : { expiresAt: now + lifetime * 1000 }),
      ...(scope === undefined ? {} : { scope }),
    },
  };
}

/** The assertion out of a token exchange, whose member is named `access_token` for historical reasons. */
export function readExchangeAnswer(answer: Answer): { readonly assertion: string } | TokenError {
  const { status } = answer;
  const document = documentOf(answer);
  const error = document === undefined ? undefined : textIn(document, "error");
  if (error !== undefined) return { error: error.slice(0, 100), status };
  if (status < 200 || status > 299) return { error: `http-${status}`, status };
  if (document === undefined) return malformed(status, "is neither JSON nor a form");
  if (textIn(document, "issued_token_type") !== ID_JAG) return malformed(status, `is not of the type ${ID_JAG}`);
  const assertion = textIn(document, "access_token");
  return assertion === undefined || !isToken(assertion) ? malformed(status, "carries no assertion") : { assertion };
}

function documentOf({ contentType, body }: Answer): JsonObject | undefined {
  const document = parseObject(body);
  if (document !== undefined) return document;
  // GitHub and its like answer so. Anything else is a page for people.
  if (!/^(application\/x-www-form-urlencoded|text\/plain)\b/i.test(contentType ?? "") || !body.includes("="))
    return undefined;
  const fields = decodeForm(body.trim());
  return fields === undefined ? undefined : Object.fromEntries(fields);
}

function malformed(status: number, description: string): TokenError {
  return { error: "malformed", description, status };
}

/** Some servers leave the type out, and all of those mean Bearer. */
function typeOf(text: string | undefined): Tokens["tokenType"] | undefined {
  switch (text?.toLowerCase()) {
    case undefined:
    case "bearer":
      return "Bearer";
    case "dpop":
      return "DPoP";
    default:
      return undefined;
  }
}

/** Visible ASCII: whatever else would break out of the header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** A refresh that brings no refresh token leaves the one that there was; one that brings no scope leaves the scope. */
export function renewedTokens(before: Tokens, after: Tokens): Tokens {
  const refreshToken = after.refreshToken ?? before.refreshToken;
  const scope = after.scope ?? before.scope;
  return {
    ...after,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Tokens as a store gave them back; undefined for anything else. */
export function readStoredTokens(value: unknown): Tokens | undefined {
  if (!isObject(value)) return undefined;
  const accessToken = textIn(value, "accessToken");
  const tokenType = typeOf(textIn(value, "tokenType"));
  if (accessToken === undefined || !isToken(accessToken) || tokenType === undefined) return undefined;
  const refreshToken = textIn(value, "refreshToken");
  const expiresAt = numberIn(value, "expiresAt");
  const scope = textIn(value, "scope");
  return {
    accessToken,
    tokenType,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(scope === undefined ? {} : { scope }),
  };
}
