/** Sessions: what `http(url, { auth })` takes to log in by itself. */
import type { HttpAuth } from "@mcpwire/streamable-http";
import { UsageError, systemTimers } from "@mcpwire/jsonrpc";
import type { ClientOptions } from "../core/client-registration.js";
import { checkEndpoint, isPrivate } from "../core/endpoint-url.js";
import type { FlowSettings } from "../core/flow-contract.js";
import { hostFetch } from "../http/bounded-fetch.js";
import { checkOptions, type OAuthClient, type OAuthGrant, type OAuthSessionOptions } from "./options.js";
import type { LogoutResult } from "./revoke.js";
import { ServerAuthorizer, type AuthorizerSettings } from "./server-authorizer.js";
import { memoryStore } from "./store.js";

/** Logs in where a server asks for it, refreshes, steps up. Serves any number of servers, each with credentials of its own. */
export interface OAuthSession extends HttpAuth {
  authorizerFor(serverUrl: string): ServerAuthorizer;
  /**
   * Ends the login at a server: its tokens are revoked at their issuer, where that offers it (RFC 7009), and forgotten here and in the store
   * in any case. Waits for a login or refresh that is under way. The registration stays. Rejects with what the store throws.
   */
  logout(serverUrl: string | URL): Promise<LogoutResult>;
  /**
   * Forgets the tokens for a server, and which issuer it named, here and in the store. Nothing is revoked: for that, `logout`. Waits as that
   * does.
   */
  forget(serverUrl: string | URL): Promise<void>;
}

/**
 * A session, for `auth` of the HTTP client. Nothing is sent before a server answers 401 or 403. What fails shows as the request's
 * `TransportError` `unauthorized`, whose `data.reason` says what it was: `discovery`, `resource-mismatch`, `no-pkce`,
 * `issuer-changed`, `no-client`, `registration`, `client-authentication`, `bad-response`, `state-mismatch`, `issuer-mismatch`,
 * `access-denied`, `cancelled`, `not-bound`, `refresh-rejected`, `token-rejected`, `unreachable`.
 * Throws a `UsageError` (`invalid-option`); `authorizerFor` throws one (`url`) for a server that is neither https nor on loopback. [2026-07-28 basic/authorization/index#authorization-flow-steps]
 */
export function createOAuthSession(options: OAuthSessionOptions): OAuthSession {
  checkOptions(options);
  const shared = sharedPorts(options);
  const authorizers = new Map<string, ServerAuthorizer>();
  const authorizerFor = (serverUrl: string): ServerAuthorizer => {
    const checked = checkEndpoint(serverUrl, { allowPrivate: true });
    if ("refused" in checked)
      throw new UsageError("url", `Tokens are not sent to a server whose URL ${checked.refused}`);
    const known = authorizers.get(serverUrl);
    if (known !== undefined) return known;
    const made = new ServerAuthorizer({ ...shared, settings: settingsFor(serverUrl, options) });
    authorizers.set(serverUrl, made);
    return made;
  };
  return {
    authorizerFor,
    logout: (serverUrl) => authorizerFor(new URL(serverUrl).href).logout(),
    forget: (serverUrl) => authorizerFor(new URL(serverUrl).href).forget(),
  };
}

function sharedPorts(options: OAuthSessionOptions): Omit<AuthorizerSettings, "settings"> {
  return {
    options,
    grant: grantOf(options),
    store: options.store ?? memoryStore(),
    nonces: new Map(),
    loginTimeoutMs: options.loginTimeoutMs ?? 300_000,
    maxStepUps: options.maxStepUps ?? 2,
    expiryMarginMs: options.expiryMarginMs ?? 30_000,
    fetching: {
      fetch: options.fetch ?? hostFetch,
      timers: options.timers ?? systemTimers,
      now: options.now ?? (() => Date.now()),
      requestTimeoutMs: options.requestTimeoutMs ?? 15_000,
      maxAnswerBytes: options.maxAnswerBytes ?? 262_144,
    },
  };
}

function grantOf({ grant }: OAuthSessionOptions): OAuthGrant {
  return grant ?? { type: "authorization-code" };
}

function settingsFor(serverUrl: string, options: OAuthSessionOptions): FlowSettings {
  const grant = grantOf(options);
  return {
    serverUrl,
    grant: grant.type,
    client: clientOptions(options.client ?? {}, grant),
    scope: options.scope,
    offlineAccess: options.offlineAccess ?? true,
    legacyFallback: options.legacyFallback ?? true,
    rules: { allowPrivate: allowsPrivate(serverUrl, options) },
    extra: options.authorizationParameters ?? {},
    proofAlgorithm: options.dpop?.algorithm,
    ...(grant.type === "enterprise" ? { identityProvider: providerOf(grant.identityProvider) } : {}),
  };
}

/** A server that is private itself leads nowhere that its client could not be sent without it. */
function allowsPrivate(serverUrl: string, { privateAddresses = "like-server" }: OAuthSessionOptions): boolean {
  return privateAddresses === "like-server" ? isPrivate(new URL(serverUrl).hostname) : privateAddresses === "allow";
}

function clientOptions(
  { id, secret, issuer, authMethod, metadataUrl, metadata, key }: OAuthClient,
  grant: OAuthGrant,
): ClientOptions {
  return {
    hasKey: key !== undefined,
    mayRegister: grant.type === "authorization-code",
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(id === undefined
      ? {}
      : {
          preRegistered: {
            id,
            ...(secret === undefined ? {} : { secret }),
            ...(issuer === undefined ? {} : { issuer }),
            ...(authMethod === undefined ? {} : { authMethod }),
          },
        }),
  };
}

function providerOf(provider: Extract<OAuthGrant, { type: "enterprise" }>["identityProvider"]) {
  const { tokenEndpoint, clientId, clientSecret } = provider;
  return {
    tokenEndpoint,
    client: { id: clientId, ...(clientSecret === undefined ? {} : { secret: clientSecret }) },
  };
}
