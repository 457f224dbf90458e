/**
 * The guard of one MCP endpoint: who may come in, with which scopes, and the document that says where tokens come from. It issues no
 * token and passes none on. [2026-07-28 basic/authorization/index#token-handling]
 */
import { UsageError, type HeaderMap, type JSONRPCMessage } from "@mcpwire/jsonrpc";
import type { Authorization, Challenge, RequestHead } from "@mcpwire/streamable-http";
import { challengeResponse, readAuthorization, type ChallengeFields, type Schemes } from "../core/bearer.js";
import { checkEndpoint, parseUrl } from "../core/endpoint-url.js";
import { expandScopes, scopesOf, type ScopeRules } from "../core/operation-scopes.js";
import { joinScopes } from "../core/scopes.js";
import { objectionTo, type TokenRules } from "../core/token-objection.js";
import { metadataUrlOf } from "../core/well-known.js";
import { withoutSecrets } from "../http/without-secrets.js";
import { ProofChecker, type DpopOptions } from "./dpop-proof.js";
import { principalOf, type Principal, type TokenVerifier, type VerifiedToken } from "./verified-token.js";

export interface ResourceServerOptions {
  /** The URL of this endpoint as clients know it: https, or http on loopback. Tokens must be issued for exactly this string. */
  readonly resource: string;
  /** Issuers whose tokens count here. */
  readonly authorizationServers: readonly string[];
  readonly verify: TokenVerifier;
  /** A list is needed for everything. Default: none. */
  readonly scopes?: readonly string[] | ScopeRules;
  /** More audiences that stand for this resource, such as a name that it had before. */
  readonly audiences?: readonly string[];
  /** Checks proofs of possession. Default: tokens that are bound to a key are refused, for nobody would check the binding. */
  readonly dpop?: DpopOptions;
  /** What the metadata says beside the protocol's members: `resource_name`, `resource_documentation`, `scopes_supported`, … */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What an endpoint takes as options: `createFetchHandler(server, hooks)`, `serveHttp(server, hooks)`. */
export interface ResourceHooks {
  readonly authorize: (head: RequestHead) => Promise<Authorization>;
  readonly permit: (message: JSONRPCMessage, caller: unknown) => Challenge | undefined;
}

/** A response as plain data. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

export interface ResourceServer extends ResourceHooks {
  /** Where the metadata is served. */
  readonly metadataUrl: string;
  /** The answer to a request for the metadata; undefined for any other. `target` is a path or a URL. */
  metadataResponse(method: string, target: string): PlainResponse | undefined;
}

/** Throws a `UsageError` (`invalid-option`) for a resource or an issuer that nobody could use. */
export function createResourceServer(options: ResourceServerOptions): ResourceServer {
  checkOptions(options);
  const guard = new Guard(options);
  return {
    authorize: (head) => guard.authorize(head),
    permit: (message, caller) => guard.permit(message, caller),
    metadataUrl: guard.metadataUrl,
    metadataResponse: (method, target) => guard.metadataResponse(method, target),
  };
}

function checkOptions({ resource, authorizationServers, scopes, metadata }: ResourceServerOptions): void {
  const rules = { allowPrivate: true };
  for (const place of [resource, ...authorizationServers]) {
    const checked = checkEndpoint(place, rules);
    if ("refused" in checked) throw new UsageError("invalid-option", `${place} ${checked.refused}`);
  }
  if (resource.includes("#")) throw new UsageError("invalid-option", "A resource has no fragment");
  if (authorizationServers.length === 0)
    throw new UsageError("invalid-option", "There must be an authorization server");
  const named = [...(rulesOf(scopes).required ?? []), ...listOf(metadata?.["scopes_supported"])];
  // [2026-07-28 basic/authorization/index#refresh-tokens]
  if (named.includes("offline_access")) {
    throw new UsageError(
      "invalid-option",
      "offline_access is a matter of client and authorization server, not of a resource",
    );
  }
}

function rulesOf(scopes: ResourceServerOptions["scopes"]): ScopeRules {
  if (scopes === undefined) return {};
  return isList(scopes) ? { required: scopes } : scopes;
}

/** `Array.isArray` does not tell a read-only list from the rest. */
function isList(scopes: readonly string[] | ScopeRules): scopes is readonly string[] {
  return Array.isArray(scopes);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

class Guard {
  readonly metadataUrl: string;
  readonly #options: ResourceServerOptions;
  readonly #rules: ScopeRules;
  readonly #tokenRules: TokenRules;
  readonly #now: () => number;
  readonly #proofs: ProofChecker | undefined;
  readonly #schemes: Schemes;
  readonly #baseScope: string | undefined;

  constructor(options: ResourceServerOptions) {
    this.#options = options;
    this.#rules = rulesOf(options.scopes);
    this.#now = options.now ?? (() => Date.now());
    this.#proofs = options.dpop === undefined ? undefined : new ProofChecker(options.dpop, this.#now);
    this.#schemes = { bearer: this.#proofs?.isRequired !== true, dpop: this.#proofs?.algorithms };
    this.#tokenRules = {
      issuers: options.authorizationServers,
      audiences: new Set([options.resource, ...(options.audiences ?? [])]),
      proofs: this.#proofs === undefined ? "none" : this.#proofs.isRequired ? "required" : "checked",
    };
    this.#baseScope = joinScopes(this.#rules.required ?? []);
    this.metadataUrl = metadataUrlOf(options.resource);
  }

  async authorize(head: RequestHead): Promise<Authorization> {
    const presented = readAuthorization(head.header("authorization"));
    if (presented.type === "none") return this.#challenge({ scope: this.#baseScope });
    if (presented.type === "malformed") {
      return this.#challenge({ error: "invalid_request", description: "Authorization carries no token" });
    }
    const { scheme, token } = presented;
    const verified = await this.#verify(token);
    const objection =
      verified === undefined ? "The token is not valid" : objectionTo(verified, scheme, this.#tokenRules, this.#now());
    if (verified === undefined || objection !== undefined) {
      return this.#challenge({ error: "invalid_token", description: objection ?? "", scope: this.#baseScope });
    }
    const unproven = scheme === "DPoP" ? await this.#unproven(head, token, verified) : undefined;
    if (unproven !== undefined) return unproven;
    const principal = principalOf(verified);
    // The scopes of a POST are looked at with its body, so that one challenge can name them all.
    if (head.method !== "POST") {
      const challenge = this.#missing(this.#rules.required ?? [], principal);
      if (challenge !== undefined) return { challenge };
    }
    return { caller: principal, id: identityOf(principal) };
  }

  /** What fails here is reported by the endpoint, and must not hold the token. */
  async #verify(token: string): Promise<VerifiedToken | undefined> {
    try {
      return await this.#options.verify(token, { resource: this.#options.resource });
    } catch (error) {
      throw withoutSecrets(error, [token]);
    }
  }

  permit(message: JSONRPCMessage, caller: unknown): Challenge | undefined {
    // Only what `authorize` let in comes here.
    return this.#missing(scopesOf(message, this.#rules), caller as Principal);
  }

  metadataResponse(method: string, target: string): PlainResponse | undefined {
    const { resource } = this.#options;
    const url = parseUrl(target, resource);
    const own = new URL(this.metadataUrl);
    if (url === undefined || url.pathname !== own.pathname || url.search !== own.search) return undefined;
    // Public by nature: pages of any origin may read it.
    const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300" };
    if (method === "OPTIONS") {
      const preflight = {
        "Access-Control-Allow-Methods": "GET",
        "Access-Control-Allow-Headers": "MCP-Protocol-Version",
      };
      return { status: 204, headers: { ...headers, ...preflight }, body: "" };
    }
    if (method !== "GET" && method !== "HEAD")
      return { status: 405, headers: { Allow: "GET, HEAD, OPTIONS" }, body: "" };
    const body = method === "HEAD" ? "" : JSON.stringify(this.#document());
    return { status: 200, headers: { ...headers, "Content-Type": "application/json" }, body };
  }

  /** [2026-07-28 basic/authorization/authorization-server-discovery#authorization-server-location] */
  #document(): Readonly<Record<string, unknown>> {
    const { resource, authorizationServers, metadata } = this.#options;
    const { required } = this.#rules;
    return {
      ...(required === undefined || required.length === 0 ? {} : { scopes_supported: required }),
      ...(this.#proofs === undefined
        ? {}
        : {
            dpop_signing_alg_values_supported: this.#proofs.algorithms,
            ...(this.#proofs.isRequired ? { dpop_bound_access_tokens_required: true } : {}),
          }),
      ...metadata,
      resource,
      authorization_servers: authorizationServers,
      bearer_methods_supported: ["header"],
    };
  }

  async #unproven(head: RequestHead, token: string, verified: VerifiedToken): Promise<Authorization | undefined> {
    const { resource } = this.#options;
    const place = parseUrl(head.target, resource);
    const verdict = await this.#proofs?.check({
      proof: head.header("dpop"),
      method: head.method,
      // A proxy may have changed the path that we see, but not what the client calls us.
      urls: place === undefined ? [resource] : [resource, `${new URL(resource).origin}${place.pathname}`],
      token,
      keyThumbprint: verified.keyThumbprint,
    });
    switch (verdict?.type) {
      case "proven":
        return undefined;
      case "nonce":
        return this.#challenge({ error: "use_dpop_nonce", description: "A nonce of this server is required" });
      default:
        return this.#challenge({
          error: "invalid_dpop_proof",
          description: `The proof is not valid: ${verdict?.why ?? ""}`,
        });
    }
  }

  #missing(needed: readonly string[], { scopes }: Principal): Challenge | undefined {
    const held = expandScopes(scopes, this.#rules.implied);
    if (needed.every((scope) => held.has(scope))) return undefined;
    return this.#challenge({
      error: "insufficient_scope",
      description: "This operation needs more scopes",
      scope: joinScopes(needed),
    }).challenge;
  }

  #challenge(fields: Omit<ChallengeFields, "resourceMetadata">): { readonly challenge: Challenge } {
    const nonce = fields.error === "use_dpop_nonce" || fields.error === undefined ? this.#proofs?.nonce : undefined;
    const all = { ...fields, resourceMetadata: this.metadataUrl };
    return { challenge: challengeResponse(all, this.#schemes, nonce) };
  }
}

/** Stable over tokens: what belongs to a session survives a refresh, and never changes hands. */
function identityOf({ issuer, subject, clientId }: Principal): string {
  return JSON.stringify([issuer ?? "", subject ?? "", clientId ?? ""]);
}
