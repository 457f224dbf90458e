/**
 * A `fetch` that reaches the public internet alone: names are resolved, every address that one has is checked, and the connection goes to
 * an address that was checked, so that a name which changes its mind in between leads nowhere else. Made of `node:http`, since the
 * host's own `fetch` lets nobody choose the address. [2026-07-28 basic/authorization/security-considerations#communication-security]
 */
import { lookup as hostLookup, type LookupAddress } from "node:dns";
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { TransportError } from "@mcpwire/jsonrpc";

/** Every address of a name; an error where it has none. */
export type ResolveName = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface PublicFetchOptions {
  /** Hosts that may be private all the same, as a URL names them: `localhost`, `10.1.2.3`, `[fd00::1]`, `login.corp.example.com`. */
  readonly allow?: readonly string[];
  /** Default: what the host says, as for any other program (`dns.lookup`). */
  readonly resolve?: ResolveName;
}

/** What the registries of special addresses do not call global. Prefixes of IPv6 are those within 2000::/3; nothing else there is global. */
const special: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const notGlobal = new BlockList();
const global6 = new BlockList();
for (const [net, prefix] of special) notGlobal.addSubnet(net, prefix, net.includes(":") ? "ipv6" : "ipv4");
global6.addSubnet("2000::", 3, "ipv6");

function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notGlobal.check(address, "ipv4");
    case 6:
      // A zone (`%eth0`) is of the own links.
      return !address.includes("%") && global6.check(address, "ipv6") && !notGlobal.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * For the `fetch` of an OAuth session, of `verifyJwt` and of `http()`, in processes that connect to URLs of strangers. Rejects with a
 * `TransportError` (`unreachable`) for what is not public: loopback, private and shared networks, link-local, multicast, and IPv4 in the
 * disguise of IPv6. Follows no redirect, whatever `init.redirect` says: a redirect is the answer. Asks for no compression. Each request has a
 * connection of its own. A proxy that the environment names is not used.
 */
export function publicFetch(options: PublicFetchOptions = {}): (url: string, init?: RequestInit) => Promise<Response> {
  const allowed = new Set(options.allow?.map((host) => host.toLowerCase()));
  const resolve = options.resolve ?? ((hostname, done) => hostLookup(hostname, { all: true }, done));
  return async (url, init = {}) => {
    const request = new Request(url, { ...init, redirect: "manual" });
    const place = new URL(request.url);
    const isAllowed = allowed.has(place.hostname);
    const literal = place.hostname.replace(/^\[|\]$/g, "");
    // Sockets look up no address that is one already.
    if (!isAllowed && isIP(literal) !== 0 && !isPublic(literal)) throw refused(place.hostname);
    init.signal?.throwIfAborted();
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    return send(place, body, {
      method: request.method,
      headers: { "accept-encoding": "identity", ...Object.fromEntries(request.headers) },
      signal: init.signal ?? undefined,
      agent: false,
      lookup: checkedLookup(resolve, isAllowed),
    });
  };
}

/** What a socket connects by. Every address counts: the one that is not public may be the one that answers. */
function checkedLookup(resolve: ResolveName, isAllowed: boolean): LookupFunction {
  return (hostname, { all, family }, done) => {
    resolve(hostname, (error, found) => {
      const wanted = found.filter((one) => typeof family !== "number" || family === 0 || one.family === family);
      const [first] = wanted;
      if (error !== null || first === undefined) {
        done(error ?? Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" }), "");
      } else if (!isAllowed && !found.every(({ address }) => isPublic(address))) {
        done(refused(hostname), "");
      } else if (all === true) {
        done(null, [...wanted]);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}

/** Which address it was is nobody's business: a stranger could learn from it what is inside. */
function refused(hostname: string): TransportError {
  return new TransportError("unreachable", `${hostname} is not on the public internet, and nothing else is asked`);
}

function send(url: URL, body: Buffer | undefined, options: RequestOptions): Promise<Response> {
  const make = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = make(url, options, (incoming) => {
      try {
        resolve(responseOf(incoming));
      } catch (error) {
        incoming.destroy();
        reject(error);
      }
    });
    // As `fetch` has it: what the caller gave as reason.
    outgoing.once("error", (error) => reject(options.signal?.aborted === true ? options.signal.reason : error));
    outgoing.end(body);
  });
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const isBare = status === 204 || status === 205 || status === 304;
  if (isBare) incoming.resume();
  // Node's own stream is the web's; only the two declarations of it differ.
  const body = isBare ? null : (Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText, headers });
}
