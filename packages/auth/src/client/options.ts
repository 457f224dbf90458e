/** What a session is made from: who asks, on whose behalf, where that is kept, and the ports to the outside. */
import { UsageError, type TimerPort } from "@mcpwire/jsonrpc";
import type { FetchFunction } from "@mcpwire/streamable-http";
import { checkEndpoint } from "../core/endpoint-url.js";
import { isMetadataUrl, type AuthMethod } from "../core/client-registration.js";
import type { CredentialStore } from "./store.js";

/** How the user gets to the authorization server and back. Logins at several servers may overlap, each with a `start` of its own. */
export interface UserRedirect {
  /** Makes ready to receive the user. */
  start(): RedirectVisit | Promise<RedirectVisit>;
}

/** One login's way there and back. */
export interface RedirectVisit {
  /** The address that the user will come back to. */
  readonly uri: string;
  /**
   * Brings the user to `url`, by whatever means; called at most once. Resolves with the whole URL that the user came back with; a
   * rejection is a cancelled login. `signal` aborts when the login takes too long.
   */
  visit(url: string, signal: AbortSignal): Promise<string>;
  /** Called once, when the login is over, however it ended. */
  stop?(): void | Promise<void>;
}

/** Signs assertions for `private_key_jwt`; see `privateKeyJwt`. */
export interface AssertionSigner {
  sign(claims: { readonly audience: string; readonly clientId: string }): Promise<string>;
}

/** Proves possession of the key that tokens are bound to; see `createDpopKey`. */
export interface ProofSigner {
  readonly algorithm: string;
  readonly thumbprint: string;
  prove(facts: {
    readonly method: string;
    readonly url: string;
    readonly nonce?: string | undefined;
    readonly accessToken?: string | undefined;
  }): Promise<string>;
}

/** Who we are. All are optional: without any, the client registers on the spot. */
export interface OAuthClient {
  /** The id of a client that was registered by hand. */
  readonly id?: string;
  readonly secret?: string;
  /** The authorization server that knows `id`. Default: the first one that the MCP server names, and no other after that. */
  readonly issuer?: string;
  /** Default: what the authorization server takes, Basic before the body. */
  readonly authMethod?: AuthMethod;
  /** Where the client's metadata document is served: an https URL with a path. Used where the authorization server takes such. */
  readonly metadataUrl?: string;
  /** What registration says beside the protocol's members: `client_name`, `client_uri`, `logo_uri`, `application_type`, … */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly key?: AssertionSigner;
}

/** What an assertion is wanted for. */
export interface AssertionRequest {
  /** The issuer of the MCP server's authorization server. */
  readonly audience: string;
  readonly resource: string;
  readonly scope: string | undefined;
}

export type OAuthGrant =
  /** A user logs in. Needs `redirect`. */
  | { readonly type: "authorization-code" }
  /** The client acts for itself. */
  | { readonly type: "client-credentials" }
  /** The user logged in at the company's identity provider, which decides. */
  | {
      readonly type: "enterprise";
      readonly identityProvider: {
        readonly tokenEndpoint: string;
        readonly clientId: string;
        readonly clientSecret?: string;
      };
      /** The user's ID token, or another assertion with its type. Asked each time. */
      readonly identityToken: (wanted: AssertionRequest) => AssertionAnswer | Promise<AssertionAnswer>;
    }
  /** The platform that a program runs on vouches for it. */
  | { readonly type: "workload"; readonly token: (wanted: AssertionRequest) => string | Promise<string> };

/** A token, or one with its `urn:ietf:params:oauth:token-type:…`. Default type: an ID token. */
export type AssertionAnswer = string | { readonly token: string; readonly type: string };

export interface OAuthSessionOptions {
  readonly client?: OAuthClient;
  /** Default `authorization-code`. */
  readonly grant?: OAuthGrant;
  readonly redirect?: UserRedirect;
  /** Default: in memory. */
  readonly store?: CredentialStore;
  /** Asked for in any case, separated by blanks. Default: what the server says. */
  readonly scope?: string;
  /** Asks for `offline_access`, and with it for a refresh token, where the authorization server knows that scope. Default true. */
  readonly offlineAccess?: boolean;
  /** More parameters of the authorization request: `login_hint`, `prompt`, … */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** Binds tokens to a key. A server that then gives bearer tokens is refused. */
  readonly dpop?: ProofSigner;
  /** Steps up to more scopes that one request may cause. 0: a 403 is final. Default 2. */
  readonly maxStepUps?: number;
  /** How long a user may take, in ms. Default 300 000. */
  readonly loginTimeoutMs?: number;
  /** How long one request to an authorization server may take, in ms. Default 15 000. */
  readonly requestTimeoutMs?: number;
  /** Bytes of one answer. Default 262 144. */
  readonly maxAnswerBytes?: number;
  /** A token is refreshed when it ends within this, in ms. Default 30 000. */
  readonly expiryMarginMs?: number;
  /** Finds the endpoints of servers of 2025-03-26. Default true. */
  readonly legacyFallback?: boolean;
  /**
   * Whether discovery, and each endpoint that it found, may lead to loopback or into a private network, also by a redirect. Default
   * `like-server`: only where the MCP server's own URL is there, so that a public server leads nowhere private, wherever this runs. `refuse`
   * is for processes that connect to URLs of strangers; those pass a `fetch` that also looks at what names resolve to, such as
   * `publicFetch` of `@mcpwire/node`. A refusal fails with the reason `discovery`.
   */
  readonly privateAddresses?: "like-server" | "refuse" | "allow";
  /** Used for every request of a login or refresh; the `fetch` of `http()` is not. Default: the host's. */
  readonly fetch?: FetchFunction;
  readonly timers?: TimerPort;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Throws a `UsageError` (`invalid-option`) for what cannot work. */
export function checkOptions(options: OAuthSessionOptions): void {
  const { client = {}, grant, redirect } = options;
  const wrong = (message: string): never => {
    throw new UsageError("invalid-option", message);
  };
  if (client.metadataUrl !== undefined && !isMetadataUrl(client.metadataUrl)) {
    wrong("client.metadataUrl must be an https URL with a path");
  }
  if (client.secret !== undefined && client.id === undefined) wrong("client.secret needs client.id");
  if (grant?.type === "enterprise") {
    // An ID token and a secret go there; it is ours to name, and so may be private.
    const checked = checkEndpoint(grant.identityProvider.tokenEndpoint, { allowPrivate: true });
    if ("refused" in checked) wrong(`grant.identityProvider.tokenEndpoint ${checked.refused}`);
  }
  // Whoever misspells what guards them must hear of it.
  if (!["like-server", "refuse", "allow"].includes(options.privateAddresses ?? "like-server"))
    wrong(`privateAddresses is like-server, refuse or allow, not ${String(options.privateAddresses)}`);
  const type = grant?.type ?? "authorization-code";
  if (type === "authorization-code" && redirect === undefined)
    wrong("A user can log in only where there is a redirect");
  if (type !== "authorization-code" && client.id === undefined && client.metadataUrl === undefined) {
    wrong(`The grant ${type} needs a client that is registered: client.id`);
  }
  for (const name of [
    "maxStepUps",
    "loginTimeoutMs",
    "requestTimeoutMs",
    "maxAnswerBytes",
    "expiryMarginMs",
  ] as const) {
    const value = options[name];
    if (value !== undefined && !(value >= 0)) wrong(`${name} must not be negative, but is ${value}`);
  }
}
