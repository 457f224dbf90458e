/**
 * Which client we are at an authorization server: registered before, named by a document of our own, or registered on the spot.
 * [2026-07-28 basic/authorization/client-registration#top]
 */
import { isObject } from "@mcpwire/jsonrpc";
import { isLoopback, parseUrl } from "./endpoint-url.js";
import { numberIn, parseObject, textIn } from "./json.js";
import type { Read, ServerMetadata } from "./metadata.js";

/** How a client shows at a token endpoint that it is the one. */
export type AuthMethod = "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

const authMethods: ReadonlySet<string> = new Set<AuthMethod>([
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
]);

/** A client as an authorization server knows it. Kept per issuer, and never shown to another. */
export interface ClientIdentity {
  readonly id: string;
  readonly secret?: string;
  readonly authMethod?: AuthMethod;
  /** Those that it was registered with. Absent: whatever the user registered. */
  readonly redirectUris?: readonly string[];
  /** When the secret ends, in ms since 1970. */
  readonly expiresAt?: number;
}

/** A client that was registered by hand. */
export interface PreRegistered extends ClientIdentity {
  /** The server that knows it. Absent: the first one that the MCP server names, and no other after that. */
  readonly issuer?: string;
}

export interface ClientOptions {
  readonly preRegistered?: PreRegistered;
  /** Where our metadata document is: an https URL with a path. Serves as the client's id. */
  readonly metadataUrl?: string;
  /** What registration says of us beside the protocol's own members: `client_name`, `client_uri`, `logo_uri`, `contacts`, … */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** There is a private key to sign with. */
  readonly hasKey: boolean;
  /** May register on the spot. Not for grants that belong to the client alone. */
  readonly mayRegister: boolean;
}

export type Registration =
  | { readonly type: "client"; readonly client: ClientIdentity }
  | { readonly type: "register" }
  | { readonly type: "refused"; readonly reason: "issuer-changed" | "no-client"; readonly message: string };

export interface RegistrationFacts {
  readonly options: ClientOptions;
  readonly server: ServerMetadata;
  /** Registered here earlier. */
  readonly stored: ClientIdentity | undefined;
  /** The issuer that this MCP server named before. */
  readonly knownIssuer: string | undefined;
  readonly redirectUri: string | undefined;
  readonly now: number;
}

/** [2026-07-28 basic/authorization/client-registration#authorization-server-binding] */
export function chooseRegistration(facts: RegistrationFacts): Registration {
  const { options, server, stored, knownIssuer } = facts;
  const { preRegistered, metadataUrl } = options;
  if (preRegistered !== undefined) {
    const expected = preRegistered.issuer ?? knownIssuer;
    if (expected === undefined || expected === server.issuer) return { type: "client", client: preRegistered };
    const message = `The client was registered with ${expected}, but the server now names ${server.issuer}: if that is meant, give the client that is registered there, with that \`issuer\``;
    return { type: "refused", reason: "issuer-changed", message };
  }
  if (metadataUrl !== undefined && server.takesMetadataUrls) {
    const authMethod: AuthMethod = options.hasKey ? "private_key_jwt" : "none";
    return { type: "client", client: { id: metadataUrl, authMethod } };
  }
  if (stored !== undefined && isUsable(stored, facts)) return { type: "client", client: stored };
  if (options.mayRegister && server.registrationEndpoint !== undefined) return { type: "register" };
  const message = `${server.issuer} offers no way to register that this client can go: give it the id of a client that is registered there`;
  return { type: "refused", reason: "no-client", message };
}

/** What a credential says of the client that its tokens were given to. */
interface TokenOwner {
  readonly issuer: string;
  readonly clientId: string;
  /** The registration itself, where it was made on the spot. */
  readonly client?: ClientIdentity;
}

/**
 * The client that tokens were given to; undefined where it is not known any more. An issuer chooses the ids that it registers, and may
 * choose one that another issuer knows: the id alone must not bring it that client's secret.
 */
export function clientOf(
  { issuer, clientId, client }: TokenOwner,
  { preRegistered, metadataUrl, hasKey }: ClientOptions,
  stored: ClientIdentity | undefined,
): ClientIdentity | undefined {
  if (preRegistered?.id === clientId && (preRegistered.issuer ?? issuer) === issuer) return preRegistered;
  if (metadataUrl === clientId) return { id: clientId, authMethod: hasKey ? "private_key_jwt" : "none" };
  if (stored?.id === clientId) return stored;
  return client?.id === clientId ? client : undefined;
}

function isUsable({ redirectUris, expiresAt }: ClientIdentity, { redirectUri, now }: RegistrationFacts): boolean {
  if (expiresAt !== undefined && expiresAt <= now) return false;
  // Exactly: servers are told to ignore the port of a loopback address, and some do not.
  return redirectUri === undefined || redirectUris === undefined || redirectUris.includes(redirectUri);
}

/** An https URL with a path, as a client's id. [2026-07-28 basic/authorization/client-registration#implementation-requirements] */
export function isMetadataUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && url.protocol === "https:" && url.pathname !== "/" && url.hash === "";
}

/**
 * What is sent to register. `application_type` follows from the redirect: what stays on this machine is native.
 * [2026-07-28 basic/authorization/client-registration#application-type-and-redirect-uri-constraints]
 */
export function registrationBody(
  redirectUri: string,
  server: ServerMetadata,
  { metadata, hasKey }: Pick<ClientOptions, "metadata" | "hasKey">,
): Readonly<Record<string, unknown>> {
  const method = methodToRegister(server.authMethods, hasKey);
  return {
    client_name: "mcpwire",
    application_type: applicationType(redirectUri),
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
    ...metadata,
    redirect_uris: [redirectUri],
  };
}

export function applicationType(redirectUri: string): "native" | "web" {
  const url = parseUrl(redirectUri);
  return url !== undefined && url.protocol === "https:" && !isLoopback(url.hostname) ? "web" : "native";
}

/** A client that anybody can install keeps no secret, so none is asked for where the server can do without. */
function methodToRegister(supported: readonly string[] | undefined, hasKey: boolean): AuthMethod | undefined {
  // Nothing said means Basic, but a server that says nothing seldom insists: it may choose.
  if (supported === undefined) return undefined;
  const wanted: readonly AuthMethod[] = [
    ...(hasKey ? (["private_key_jwt"] as const) : []),
    "none",
    "client_secret_basic",
    "client_secret_post",
  ];
  return wanted.find((method) => supported.includes(method));
}

/** The answer to a registration. */
export function readRegistration(
  { status, body }: { readonly status: number; readonly body: string },
  sent: Readonly<Record<string, unknown>>,
): Read<ClientIdentity> {
  const document = parseObject(body);
  if (status !== 200 && status !== 201) {
    const error = document === undefined ? undefined : textIn(document, "error");
    const why = document === undefined ? undefined : textIn(document, "error_description");
    const detail = [error, why].filter((part) => part !== undefined).join(": ");
    return { refused: `HTTP ${status}${detail === "" ? "" : ` (${detail.slice(0, 300)})`}` };
  }
  const id = document === undefined ? undefined : textIn(document, "client_id");
  if (document === undefined || id === undefined) return { refused: "its answer names no client" };
  const secret = textIn(document, "client_secret");
  const named = textIn(document, "token_endpoint_auth_method") ?? sent["token_endpoint_auth_method"];
  const ends = numberIn(document, "client_secret_expires_at") ?? 0;
  const redirectUris = sent["redirect_uris"];
  return {
    value: {
      id,
      ...(secret === undefined ? {} : { secret }),
      ...(isAuthMethod(named) ? { authMethod: named } : {}),
      ...(Array.isArray(redirectUris) ? { redirectUris: redirectUris.filter((uri) => typeof uri === "string") } : {}),
      ...(secret !== undefined && ends > 0 ? { expiresAt: ends * 1000 } : {}),
    },
  };
}

function isAuthMethod(value: unknown): value is AuthMethod {
  return typeof value === "string" && authMethods.has(value);
}

/** A client as a store gave it back; undefined for anything else. */
export function readStoredClient(value: unknown): ClientIdentity | undefined {
  if (!isObject(value)) return undefined;
  const id = textIn(value, "id");
  if (id === undefined) return undefined;
  const secret = textIn(value, "secret");
  const { authMethod, redirectUris } = value;
  const expiresAt = numberIn(value, "expiresAt");
  return {
    id,
    ...(secret === undefined ? {} : { secret }),
    ...(isAuthMethod(authMethod) ? { authMethod } : {}),
    ...(Array.isArray(redirectUris) ? { redirectUris: redirectUris.filter((uri) => typeof uri === "string") } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
