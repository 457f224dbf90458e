/**
 * Who may reach an endpoint from a browser: `Origin` and `Host`, against DNS rebinding and foreign pages. Pure, and an export of its
 * own, for custom transports. [2025-11-25 basic/transports#security-warning] [2026-07-28 basic/transports/streamable-http#security-endpoint]
 */

export interface GuardRules {
  /** The endpoint listens on a loopback address: `Host` must be a loopback name, and pages of loopback origins may call. */
  readonly isLoopback?: boolean;
  /** Names that `Host` may have, with or without a port; an entry without one accepts any. Set, `Host` is always checked. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins that may call: exact entries such as `https://app.example.com`, a predicate, or `*` for every page there is. */
  readonly allowedOrigins?: "*" | readonly string[] | ((origin: string) => boolean) | undefined;
}

/** Why a request must be answered with 403; undefined where nothing speaks against it. Headers as they came. */
export function guardRequest(
  headers: { readonly host: string | undefined; readonly origin: string | undefined },
  rules: GuardRules,
): string | undefined {
  const { host, origin } = headers;
  const checksHost = rules.isLoopback === true || rules.allowedHosts !== undefined;
  if (checksHost && !isHostAllowed(host, rules)) return `Host ${shown(host)} is not one of this server's names`;
  if (origin === undefined) return undefined;
  if (isListed(origin, rules.allowedOrigins)) return undefined;
  const parsed = parseOrigin(origin);
  if (parsed !== undefined) {
    if (rules.isLoopback === true && isLoopbackName(parsed.hostname)) return undefined;
    // Only a verified host is an argument: a rebound name makes both headers agree.
    if (checksHost && host !== undefined && parsed.host === normalHost(host, parsed.protocol)) return undefined;
  }
  return `Origin ${shown(origin)} may not call this server`;
}

/** Why a request must be answered with 403, by its `Host` and `Origin` as they came. */
export type RequestGuard = (host: string | undefined, origin: string | undefined) => string | undefined;

/** `guardRequest` for one endpoint: nearly all requests name the same host, and it is judged once. */
export function requestGuard(rules: GuardRules): RequestGuard {
  let known: string | undefined;
  return (host, origin) => {
    const isSimple = origin === undefined && host !== undefined;
    if (isSimple && host === known) return undefined;
    const forbidden = guardRequest({ host, origin }, rules);
    if (isSimple && forbidden === undefined) known = host;
    return forbidden;
  };
}

/** True for a name or address that only this machine answers to, as it stands in a URL or a bind option. */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || name === "::1" || isLoopbackV4(name)
  );
}

function isLoopbackV4(name: string): boolean {
  const parts = name.split(".");
  return (
    parts.length === 4 && parts[0] === "127" && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
  );
}

function isHostAllowed(host: string | undefined, rules: GuardRules): boolean {
  if (host === undefined) return false;
  const parsed = parseHost(host);
  if (parsed === undefined) return false;
  if (rules.isLoopback === true && isLoopbackName(parsed.hostname)) return true;
  return (rules.allowedHosts ?? []).some((entry) => {
    const wanted = parseHost(entry);
    return wanted?.hostname === parsed.hostname && (wanted.port === "" || wanted.port === parsed.port);
  });
}

function isListed(origin: string, allowed: GuardRules["allowedOrigins"]): boolean {
  if (allowed === undefined) return false;
  if (allowed === "*") return true;
  if (typeof allowed === "function") return allowed(origin);
  const given = parseOrigin(origin)?.origin;
  return allowed.some((entry) => entry === origin || (given !== undefined && parseOrigin(entry)?.origin === given));
}

interface Origin {
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
}

function parseOrigin(text: string): Origin | undefined {
  try {
    const { origin, protocol, host, hostname, pathname, search, hash } = new URL(text);
    if (host === "" || search !== "" || hash !== "" || (pathname !== "/" && pathname !== "")) return undefined;
    return { origin, protocol, host, hostname };
  } catch {
    return undefined;
  }
}

function parseHost(host: string): { readonly hostname: string; readonly port: string } | undefined {
  const found = /^(\[[0-9A-Fa-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d*))?$/.exec(host);
  if (found === null) return undefined;
  return { hostname: (found[1] ?? "").toLowerCase().replace(/\.$/, ""), port: found[2] ?? "" };
}

/** A host as it stands in an origin of that scheme: in lower case, without the scheme's own port. */
function normalHost(host: string, protocol: string): string | undefined {
  try {
    return new URL(`${protocol}//${host}`).host;
  } catch {
    return undefined;
  }
}

function shown(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
