/**
 * Which URLs may be spoken to at all: https, or http on loopback, and nothing inside a network unless the server itself is there.
 * [2026-07-28 basic/authorization/security-considerations#communication-security]
 */

/** The URL parsed, or why it may not be used. */
export type CheckedUrl = { readonly url: URL } | { readonly refused: string };

export interface UrlRules {
  /** Also addresses that are not public: loopback, private networks, link-local. */
  readonly allowPrivate: boolean;
}

export function checkEndpoint(text: unknown, rules: UrlRules): CheckedUrl {
  if (typeof text !== "string") return { refused: "is not a string" };
  const url = parseUrl(text);
  if (url === undefined) return { refused: "is not a URL" };
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    return { refused: "is neither https nor http on loopback" };
  }
  if (hasCredentials(url)) return { refused: "carries credentials" };
  if (!rules.allowPrivate && isPrivate(url.hostname)) {
    return { refused: "names an address that is not public, and the server's own is" };
  }
  return { url };
}

export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function hasCredentials(url: URL): boolean {
  return /^[a-z]+:\/\/[^/]*@/i.test(url.href);
}

/** Names and addresses of the own host. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Hosts that are not on the public internet, by name or by literal address. A URL parser has normalized the address before: no octal,
 * no hexadecimal, no short form. Names are not resolved; whoever must defend against those gives a `fetch` that does.
 */
export function isPrivate(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (isLoopback(host) || host.endsWith(".local") || host.endsWith(".internal")) return true;
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (v4 !== null) return isPrivateV4(Number(v4[1]), Number(v4[2]));
  if (!host.startsWith("[")) return false;
  const v6 = host.slice(1, -1);
  // `::`, `::1` and IPv4 in disguise; unique local and link-local.
  if (/^::(ffff:)?[0-9a-f:.]*$/.test(v6)) return true;
  return /^f[cd]|^fe[89ab]|^64:ff9b:/.test(v6);
}

function isPrivateV4(a: number, b: number): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224
  );
}
