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
    return { refused: "names an address that is not public" };
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
 * Hosts that are not on the public internet, by name or by literal address: what IANA's registries of special addresses do not call
 * global. A URL parser has normalized the address before: no octal, no hexadecimal, no short form. Names are not resolved; `publicFetch`
 * of `@mcpwire/node` does that, and connects to what it found.
 */
export function isPrivate(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (isLoopback(host) || /\.(local|internal|home\.arpa)$/.test(host)) return true;
  // Without a dot, a name is looked for in the networks that the host is in.
  if (!host.includes(".") && !host.startsWith("[")) return true;
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.\d+$/.exec(host);
  if (v4 !== null) return isPrivateV4(Number(v4[1]), Number(v4[2]), Number(v4[3]));
  return host.startsWith("[") && isPrivateV6(host.slice(1, -1));
}

function isPrivateV4(a: number, b: number, c: number): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    // For protocols, documentation, and relays of 6to4.
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113) ||
    a >= 224
  );
}

/** Global addresses begin with 2 or 3. Of those, tunnels hide IPv4 in themselves, and some are for documents alone. */
function isPrivateV6(address: string): boolean {
  const [first, second] = address.split(":").map((group) => Number.parseInt(group === "" ? "0" : group, 16));
  const [a, b] = [first ?? 0, second ?? 0];
  if ((a & 0xe000) !== 0x2000) return true;
  return a === 0x2002 || (a === 0x2001 && (b < 0x200 || b === 0xdb8)) || (a === 0x3fff && b < 0x1000);
}
