/** Tokens that are JWTs of RFC 9068, verified with the keys that their issuer publishes. */
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { JSONWebKeySet, JWTVerifyResult } from "jose";
import { UsageError, systemTimers } from "@mcpwire/jsonrpc";
import type { FetchFunction } from "@mcpwire/streamable-http";
import { checkEndpoint, isPrivate } from "../core/endpoint-url.js";
import { parseObject } from "../core/json.js";
import { readKeysUrl, shorten } from "../core/metadata.js";
import { scopesOfClaims } from "../core/operation-scopes.js";
import type { Answer } from "../core/token.js";
import { serverMetadataUrls } from "../core/well-known.js";
import { boundedFetch, hostFetch } from "../http/bounded-fetch.js";
import { audienceOf, textOfClaim, thumbprintOf, type TokenVerifier } from "./verified-token.js";

export interface VerifyJwtOptions {
  /** `iss`, as a plain string. */
  readonly issuer: string;
  /** Where its keys are. Default: what its metadata says, looked up once it is needed; not in a private network unless the issuer is. */
  readonly jwksUri?: string;
  /** The keys themselves, in place of `jwksUri`. */
  readonly keys?: JSONWebKeySet;
  /** Signatures that count. Default: those with asymmetric keys. */
  readonly algorithms?: readonly string[];
  /** By how much clocks may differ, in s. Default 5. */
  readonly clockToleranceS?: number;
  /** How long keys are kept, in ms. Default 600 000. A key that is not among them is looked up, at most every 30 s. */
  readonly keysForMs?: number;
  readonly fetch?: FetchFunction;
}

/** Nothing with a shared secret: whoever could verify could also sign. */
const asymmetric = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
  "EdDSA",
  "Ed25519",
];
/** `JWT` stands for servers older than RFC 9068. Anything else is another kind of token. */
const tokenTypes: ReadonlySet<string> = new Set(["at+jwt", "application/at+jwt", "jwt"]);

/** The `verify` of a resource server. Throws a `UsageError` (`invalid-option`) for places that are not https. */
export function verifyJwt(options: VerifyJwtOptions): TokenVerifier {
  const { issuer, jwksUri, keys } = options;
  for (const place of [issuer, jwksUri]) {
    const checked = place === undefined ? undefined : checkEndpoint(place, { allowPrivate: true });
    if (checked !== undefined && "refused" in checked)
      throw new UsageError("invalid-option", `${place} ${checked.refused}`);
  }
  const local = keys === undefined ? undefined : createLocalJWKSet(keys);
  let looking: Promise<RemoteKeys> | undefined;
  const clockTolerance = options.clockToleranceS ?? 5;
  const settings = {
    issuer,
    algorithms: [...(options.algorithms ?? asymmetric)],
    clockTolerance,
    requiredClaims: ["exp", "aud"],
  };
  return async (token) => {
    let remote: RemoteKeys | undefined;
    let result: JWTVerifyResult;
    try {
      const getKey = local ?? (remote = await (looking ??= remoteKeys(options)));
      result = await jwtVerify(token, getKey, settings);
    } catch (error) {
      if (isVerdict(error)) return undefined;
      // The next request looks again for keys that could not be found. Those that are known stay: what failed was the search for one
      // that anybody can make up.
      if (remote?.fresh !== true) looking = undefined;
      throw error;
    }
    const { payload, protectedHeader } = result;
    if (protectedHeader.typ !== undefined && !tokenTypes.has(protectedHeader.typ.toLowerCase())) return undefined;
    const subject = textOfClaim(payload.sub);
    const clientId = textOfClaim(payload["client_id"]) ?? textOfClaim(payload["azp"]);
    const keyThumbprint = thumbprintOf(payload);
    return {
      issuer,
      scopes: scopesOfClaims(payload),
      audience: audienceOf(payload.aud),
      claims: payload,
      ...(subject === undefined ? {} : { subject }),
      ...(clientId === undefined ? {} : { clientId }),
      // By our clock, which may be ahead: the end is looked at once more by who asked.
      ...(payload.exp === undefined ? {} : { expiresAt: (payload.exp + clockTolerance) * 1000 }),
      ...(keyThumbprint === undefined ? {} : { keyThumbprint }),
    };
  };
}

/** What speaks against the token, not against our keys. */
function isVerdict(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return (
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) && error.code !== "ERR_JOSE_GENERIC"
  );
}

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

async function remoteKeys(options: VerifyJwtOptions): Promise<RemoteKeys> {
  const { issuer, jwksUri, keysForMs = 600_000 } = options;
  const get = getter(jwksUri ?? issuer, options.fetch);
  return createRemoteJWKSet(new URL(jwksUri ?? (await discoverKeys(issuer, get))), {
    cooldownDuration: 30_000,
    cacheMaxAge: keysForMs,
    [customFetch]: async (url: string) => {
      const { status, body } = await get(url);
      return status === 200 ? new Response(body) : Response.error();
    },
  });
}

type Get = (url: string) => Promise<Answer>;

/** Bounded, and led into a private network only by a place that is in one itself. */
function getter(place: string, given: FetchFunction | undefined): Get {
  const settings = {
    fetch: given ?? hostFetch,
    timers: systemTimers,
    requestTimeoutMs: 5_000,
    maxAnswerBytes: 262_144,
    now: () => Date.now(),
  };
  const rules = { allowPrivate: isPrivate(new URL(place).hostname) };
  return async (url) => {
    const checked = checkEndpoint(url, rules);
    if ("refused" in checked) throw new Error(`${shorten(url)} ${checked.refused}`);
    return boundedFetch({ method: "GET", url, headers: { accept: "application/json" } }, settings, rules);
  };
}

async function discoverKeys(issuer: string, get: Get): Promise<string> {
  for (const url of serverMetadataUrls(issuer)) {
    const answer = await get(url).catch(() => undefined);
    const document = answer?.status === 200 ? parseObject(answer.body) : undefined;
    const read = document === undefined ? undefined : readKeysUrl(document, issuer);
    if (read !== undefined && "value" in read) return read.value;
  }
  throw new Error(`No metadata of ${issuer} says where its keys are`);
}
