/** Tokens that only their issuer can read: it is asked, by RFC 7662. */
import { UsageError, systemTimers } from "@mcpwire/jsonrpc";
import type { FetchFunction } from "@mcpwire/streamable-http";
import { authenticate } from "../core/client-authentication.js";
import { checkEndpoint } from "../core/endpoint-url.js";
import { encodeForm } from "../core/form.js";
import { flagIn, numberIn, parseObject, textIn } from "../core/json.js";
import { scopesOfClaims } from "../core/operation-scopes.js";
import { sha256 } from "../http/digest.js";
import { withoutSecrets } from "../http/without-secrets.js";
import { boundedFetch, hostFetch } from "../http/bounded-fetch.js";
import { audienceOf, thumbprintOf, type TokenVerifier, type VerifiedToken } from "./verified-token.js";

export interface IntrospectionOptions {
  readonly endpoint: string;
  /** How this resource server shows who it is: HTTP Basic. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long an answer is kept, in ms; a token that was revoked works so much longer. Default 10 000. */
  readonly keepMs?: number;
  /** Answers kept. Default 10 000. */
  readonly maxKept?: number;
  /** How long to wait for an answer, in ms. Default 5 000. */
  readonly timeoutMs?: number;
  readonly fetch?: FetchFunction;
  readonly now?: () => number;
}

/** The `verify` of a resource server. Throws a `UsageError` (`invalid-option`) for an endpoint that is not https. */
export function introspect(options: IntrospectionOptions): TokenVerifier {
  const { endpoint, clientId, clientSecret, keepMs = 10_000, maxKept = 10_000, now = () => Date.now() } = options;
  const rules = { allowPrivate: true };
  const checked = checkEndpoint(endpoint, rules);
  if ("refused" in checked) throw new UsageError("invalid-option", `The introspection endpoint ${checked.refused}`);
  const kept = new Map<string, { readonly until: number; readonly token: VerifiedToken | undefined }>();
  const settings = {
    fetch: options.fetch ?? hostFetch,
    timers: systemTimers,
    requestTimeoutMs: options.timeoutMs ?? 5_000,
    maxAnswerBytes: 262_144,
    now,
  };
  const { headers } = authenticate("client_secret_basic", { id: clientId, secret: clientSecret });
  return async (token) => {
    // Not the token itself: what is kept in memory should be of no use to who reads it.
    const key = await sha256(token);
    const known = kept.get(key);
    if (known !== undefined && known.until > now()) return known.token;
    const body = encodeForm([
      ["token", token],
      ["token_type_hint", "access_token"],
    ]);
    const request = {
      method: "POST",
      url: endpoint,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers },
      body,
    } as const;
    const answer = await boundedFetch(request, settings, rules).catch((error: unknown) => {
      throw withoutSecrets(error, [token, clientSecret, headers["authorization"] ?? ""]);
    });
    if (answer.status !== 200) throw new Error(`The introspection endpoint answered HTTP ${answer.status}`);
    const verified = readIntrospection(answer.body);
    kept.delete(key);
    kept.set(key, { until: Math.min(now() + keepMs, verified?.expiresAt ?? Infinity), token: verified });
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return verified;
  };
}

function readIntrospection(body: string): VerifiedToken | undefined {
  const document = parseObject(body);
  if (document === undefined) throw new Error("The introspection endpoint did not answer in JSON");
  if (flagIn(document, "active") !== true) return undefined;
  const issuer = textIn(document, "iss");
  const subject = textIn(document, "sub");
  const clientId = textIn(document, "client_id");
  const expires = numberIn(document, "exp");
  const keyThumbprint = thumbprintOf(document);
  return {
    scopes: scopesOfClaims(document),
    audience: audienceOf(document["aud"]),
    claims: document,
    ...(issuer === undefined ? {} : { issuer }),
    ...(subject === undefined ? {} : { subject }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(expires === undefined ? {} : { expiresAt: expires * 1000 }),
    ...(keyThumbprint === undefined ? {} : { keyThumbprint }),
  };
}
