/** What is held for one server, and what a store gave back. */
import { isObject } from "@mcpwire/jsonrpc";
import type { UrlRules } from "./endpoint-url.js";
import { checkEndpoint } from "./endpoint-url.js";
import { readStoredClient, type ClientIdentity } from "./client-registration.js";
import { flagIn, textIn, textsIn, type JsonObject } from "./json.js";
import { coversServer, type ServerMetadata } from "./metadata.js";
import { readStoredTokens, type Tokens } from "./token.js";

/** Tokens, and all that a refresh needs to know. Belongs to one issuer and one resource. */
export interface Credential {
  readonly issuer: string;
  readonly resource: string;
  readonly server: ServerMetadata;
  readonly clientId: string;
  /** The client itself, where it was registered on the spot: a later registration takes its place in the store. */
  readonly client?: ClientIdentity;
  /** What was asked for, over all steps. */
  readonly scope?: string;
  readonly tokens: Tokens;
  /** The thumbprint of the key that the tokens are bound to. */
  readonly keyThumbprint?: string;
}

/** Undefined for what is no credential for this server: a store is another's to write. */
export function readCredential(value: unknown, serverUrl: string, rules: UrlRules): Credential | undefined {
  if (!isObject(value)) return undefined;
  const issuer = textIn(value, "issuer");
  const resource = textIn(value, "resource");
  const clientId = textIn(value, "clientId");
  const tokens = readStoredTokens(value["tokens"]);
  const server = readStoredServer(value["server"], rules);
  if (issuer === undefined || resource === undefined || clientId === undefined) return undefined;
  if (tokens === undefined || server?.issuer !== issuer || !coversServer(resource, serverUrl)) return undefined;
  const scope = textIn(value, "scope");
  const keyThumbprint = textIn(value, "keyThumbprint");
  const client = readStoredClient(value["client"]);
  return {
    issuer,
    resource,
    server,
    clientId,
    tokens,
    ...(client === undefined ? {} : { client }),
    ...(scope === undefined ? {} : { scope }),
    ...(keyThumbprint === undefined ? {} : { keyThumbprint }),
  };
}

function readStoredServer(value: unknown, rules: UrlRules): ServerMetadata | undefined {
  if (!isObject(value)) return undefined;
  const issuer = textIn(value, "issuer");
  const tokenEndpoint = textIn(value, "tokenEndpoint");
  if (issuer === undefined || "refused" in checkEndpoint(tokenEndpoint, rules)) return undefined;
  const mayRevoke = "url" in checkEndpoint(textIn(value, "revocationEndpoint"), rules);
  return {
    issuer,
    tokenEndpoint: tokenEndpoint ?? "",
    ...optional(value, "authorizationEndpoint"),
    ...optional(value, "registrationEndpoint"),
    ...optionalList(value, "challengeMethods"),
    ...optionalList(value, "authMethods"),
    ...optionalList(value, "scopesSupported"),
    ...optionalList(value, "dpopAlgorithms"),
    ...(mayRevoke ? optional(value, "revocationEndpoint") : {}),
    ...optionalList(value, "revocationAuthMethods"),
    sendsIssuer: flagIn(value, "sendsIssuer") === true,
    takesMetadataUrls: flagIn(value, "takesMetadataUrls") === true,
  };
}

function optional<N extends string>(value: JsonObject, name: N): Partial<Record<N, string>> {
  const text = textIn(value, name);
  // Sound: the one key is `name`.
  return text === undefined ? {} : ({ [name]: text } as Record<N, string>);
}

function optionalList<N extends string>(value: JsonObject, name: N): Partial<Record<N, readonly string[]>> {
  const list = textsIn(value, name);
  // Sound: the one key is `name`.
  return list === undefined ? {} : ({ [name]: list } as Record<N, readonly string[]>);
}
