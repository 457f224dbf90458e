/**
 * Where metadata is looked for, in the order that the specification gives.
 * [2026-07-28 basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements]
 */
import { parseUrl } from "./endpoint-url.js";

/** What the challenge named, then the path of the endpoint, then the root. */
export function resourceMetadataUrls(serverUrl: string, named: string | undefined): readonly string[] {
  const url = parseUrl(serverUrl);
  if (url === undefined) return [];
  const root = `${url.origin}/.well-known/oauth-protected-resource`;
  const path = pathOf(url);
  const urls = [...(named === undefined ? [] : [named]), ...(path === "" ? [] : [root + path + url.search]), root];
  return [...new Set(urls)];
}

/**
 * OAuth first, then OpenID Connect; with a path, inserted and then appended.
 * [2026-07-28 basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery]
 */
export function serverMetadataUrls(issuer: string): readonly string[] {
  const url = parseUrl(issuer);
  if (url === undefined) return [];
  const path = pathOf(url);
  const oauth = `${url.origin}/.well-known/oauth-authorization-server`;
  const openid = `${url.origin}/.well-known/openid-configuration`;
  if (path === "") return [oauth, openid];
  return [oauth + path, openid + path, `${url.origin}${path}/.well-known/openid-configuration`];
}

/** Where the metadata of a resource is served. */
export function metadataUrlOf(resource: string): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${pathOf(url)}${url.search}`;
}

/** Without the slash at its end, which neither specification keeps. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}
