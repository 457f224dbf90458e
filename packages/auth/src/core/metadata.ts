/**
 * The two documents of discovery, read and checked before any of their members is used.
 * [2026-07-28 basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery]
 */
import { checkEndpoint, parseUrl, type UrlRules } from "./endpoint-url.js";
import { flagIn, textIn, textsIn, type JsonObject } from "./json.js";

export interface ResourceMetadata {
  /** Exactly as the document says it; sent byte for byte. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported?: readonly string[];
}

export interface ServerMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint?: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint?: string;
  readonly challengeMethods?: readonly string[];
  readonly authMethods?: readonly string[];
  readonly scopesSupported?: readonly string[];
  readonly sendsIssuer: boolean;
  readonly takesMetadataUrls: boolean;
  readonly dpopAlgorithms?: readonly string[];
  /** Left out where it is no place to send a token to. */
  readonly revocationEndpoint?: string;
  readonly revocationAuthMethods?: readonly string[];
}

export type Read<T> = { readonly value: T } | { readonly refused: string };

/** `resource` must stand for the server that was asked: the same origin, and its path or one above it. */
export function readResourceMetadata(document: JsonObject, serverUrl: string): Read<ResourceMetadata> {
  const resource = textIn(document, "resource");
  if (resource === undefined) return { refused: "names no resource" };
  if (!coversServer(resource, serverUrl)) return { refused: `is about ${shorten(resource)}, which is not this server` };
  const authorizationServers = textsIn(document, "authorization_servers") ?? [];
  if (authorizationServers.length === 0) return { refused: "names no authorization server" };
  const scopesSupported = textsIn(document, "scopes_supported");
  return { value: { resource, authorizationServers, ...(scopesSupported === undefined ? {} : { scopesSupported }) } };
}

export function coversServer(resource: string, serverUrl: string): boolean {
  const wanted = parseUrl(resource);
  const server = parseUrl(serverUrl);
  if (wanted === undefined || server === undefined || resource.includes("#")) return false;
  if (wanted.origin !== server.origin || wanted.origin === "null") return false;
  if (wanted.search !== "" && wanted.search !== server.search) return false;
  const path = wanted.pathname.replace(/\/+$/, "");
  const asked = server.pathname.replace(/\/+$/, "");
  return asked === path || asked.startsWith(`${path}/`);
}

/** `issuer` must be the very string that the document was looked up with. */
export function readServerMetadata(document: JsonObject, issuer: string, rules: UrlRules): Read<ServerMetadata> {
  const otherwise = issuedByAnother(document, issuer);
  if (otherwise !== undefined) return { refused: otherwise };
  const endpoints: Record<string, string> = {};
  for (const name of ["authorization_endpoint", "token_endpoint", "registration_endpoint"]) {
    const text = textIn(document, name);
    if (text === undefined) continue;
    const checked = checkEndpoint(text, rules);
    if ("refused" in checked) return { refused: `has a ${name} that ${checked.refused}` };
    endpoints[name] = text;
  }
  const { authorization_endpoint, token_endpoint, registration_endpoint } = endpoints;
  if (token_endpoint === undefined) return { refused: "names no token endpoint" };
  const challengeMethods = textsIn(document, "code_challenge_methods_supported");
  const authMethods = textsIn(document, "token_endpoint_auth_methods_supported");
  const scopesSupported = textsIn(document, "scopes_supported");
  const dpopAlgorithms = textsIn(document, "dpop_signing_alg_values_supported");
  const revocationEndpoint = textIn(document, "revocation_endpoint");
  const revocationAuthMethods = textsIn(document, "revocation_endpoint_auth_methods_supported");
  return {
    value: {
      issuer,
      tokenEndpoint: token_endpoint,
      ...(authorization_endpoint === undefined ? {} : { authorizationEndpoint: authorization_endpoint }),
      ...(registration_endpoint === undefined ? {} : { registrationEndpoint: registration_endpoint }),
      ...(challengeMethods === undefined ? {} : { challengeMethods }),
      ...(authMethods === undefined ? {} : { authMethods }),
      ...(scopesSupported === undefined ? {} : { scopesSupported }),
      ...(dpopAlgorithms === undefined ? {} : { dpopAlgorithms }),
      // No login fails for what only its end needs.
      ...(revocationEndpoint === undefined || "refused" in checkEndpoint(revocationEndpoint, rules)
        ? {}
        : { revocationEndpoint }),
      ...(revocationAuthMethods === undefined ? {} : { revocationAuthMethods }),
      sendsIssuer: flagIn(document, "authorization_response_iss_parameter_supported") === true,
      takesMetadataUrls: flagIn(document, "client_id_metadata_document_supported") === true,
    },
  };
}

/** Where an issuer's metadata says that its keys are, for whoever verifies its tokens. */
export function readKeysUrl(document: JsonObject, issuer: string): Read<string> {
  const otherwise = issuedByAnother(document, issuer);
  if (otherwise !== undefined) return { refused: otherwise };
  const url = textIn(document, "jwks_uri");
  return url === undefined || parseUrl(url) === undefined ? { refused: "does not say where keys are" } : { value: url };
}

/** The one comparison of issuers: as strings, for a document speaks for the very name that it was looked up with. */
function issuedByAnother(document: JsonObject, issuer: string): string | undefined {
  const named = textIn(document, "issuer");
  if (named === issuer) return undefined;
  return `names the issuer ${named === undefined ? "nobody" : shorten(named)} instead of ${shorten(issuer)}`;
}

/**
 * Where a server of 2025-03-26 has its endpoints when it says nothing of them.
 * [2025-03-26 basic/authorization#fallbacks-for-servers-without-metadata-discovery]
 */
export function defaultEndpoints(origin: string): ServerMetadata {
  return {
    issuer: origin,
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    registrationEndpoint: `${origin}/register`,
    // That revision asks for it of everybody.
    challengeMethods: ["S256"],
    sendsIssuer: false,
    takesMetadataUrls: false,
  };
}

/**
 * The resource of a server that publishes no metadata: its URL without fragment, and without the slash that a parser puts behind a
 * bare host. [2026-07-28 basic/authorization/index#canonical-server-uri]
 */
export function canonicalResource(serverUrl: string): string {
  const bare = serverUrl.replace(/#.*$/s, "");
  return /^[a-z]+:\/\/[^/]+\/$/i.test(bare) ? bare.slice(0, -1) : bare;
}

/** What a stranger wrote, cut for a message. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
