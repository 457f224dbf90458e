/** Two packages keep a table of addresses that are not public: by the text of a URL in auth, by the socket in node. They must agree. */
import { createOAuthSession } from "@mcpwire/auth";
import { publicFetch } from "@mcpwire/node";
import { describe, expect, it } from "vitest";

const server = "https://mcp.example.com/mcp";

/** Whether a session goes where a public server leads it. */
async function sessionGoesTo(host: string): Promise<boolean> {
  const issuer = `https://${host}`;
  let isAsked = false;
  const fetch = (url: string): Promise<Response> => {
    if (new URL(url).hostname === new URL(issuer).hostname) isAsked = true;
    const document = { resource: server, authorization_servers: [issuer] };
    return Promise.resolve(
      url.includes("oauth-protected-resource") ? Response.json(document) : new Response("", { status: 404 }),
    );
  };
  const redirect = { start: () => Promise.reject(new Error("nobody")) };
  const authorizer = createOAuthSession({ fetch, redirect }).authorizerFor(server);
  const challenge = {
    status: 401,
    headers: new Headers(),
    url: server,
    purpose: "post",
    attempt: 1,
    request: {},
  } as const;
  await Promise.resolve(authorizer.challenged(challenge)).catch(() => {});
  return isAsked;
}

/** Whether a socket would be opened; the signal sees to it that none is. */
async function socketGoesTo(host: string): Promise<boolean> {
  const reason = new Error("far enough");
  const failed: unknown = await publicFetch()(`https://${host}/`, { signal: AbortSignal.abort(reason) }).catch(
    (error: unknown) => error,
  );
  return failed === reason;
}

/** Each special range of IANA's registries, its edges inside and the neighbours outside. */
const table: readonly (readonly [address: string, isPublic: boolean])[] = [
  ["0.0.0.0", false],
  ["0.255.255.255", false],
  ["1.0.0.0", true],
  ["9.255.255.255", true],
  ["10.0.0.0", false],
  ["10.255.255.255", false],
  ["11.0.0.0", true],
  ["100.63.255.255", true],
  ["100.64.0.0", false],
  ["100.127.255.255", false],
  ["100.128.0.0", true],
  ["126.255.255.255", true],
  ["127.0.0.0", false],
  ["127.255.255.255", false],
  ["128.0.0.0", true],
  ["169.253.255.255", true],
  ["169.254.0.0", false],
  ["169.254.255.255", false],
  ["169.255.0.0", true],
  ["172.15.255.255", true],
  ["172.16.0.0", false],
  ["172.31.255.255", false],
  ["172.32.0.0", true],
  ["191.255.255.255", true],
  ["192.0.0.0", false],
  ["192.0.0.255", false],
  ["192.0.1.0", true],
  ["192.0.2.255", false],
  ["192.0.3.0", true],
  ["192.88.98.255", true],
  ["192.88.99.0", false],
  ["192.88.100.0", true],
  ["192.167.255.255", true],
  ["192.168.0.0", false],
  ["192.168.255.255", false],
  ["192.169.0.0", true],
  ["198.17.255.255", true],
  ["198.18.0.0", false],
  ["198.19.255.255", false],
  ["198.20.0.0", true],
  ["198.51.99.255", true],
  ["198.51.100.0", false],
  ["198.51.101.0", true],
  ["203.0.112.255", true],
  ["203.0.113.0", false],
  ["203.0.114.0", true],
  ["223.255.255.255", true],
  ["224.0.0.0", false],
  ["239.255.255.255", false],
  ["240.0.0.0", false],
  ["255.255.255.255", false],
  ["[::]", false],
  ["[::1]", false],
  ["[::8.8.8.8]", false],
  ["[::ffff:8.8.8.8]", false],
  ["[64:ff9b::808:808]", false],
  ["[64:ff9b:1::1]", false],
  ["[100::1]", false],
  ["[1fff:ffff::1]", false],
  ["[2000::1]", true],
  ["[2001::]", false],
  ["[2001:1ff:ffff::1]", false],
  ["[2001:200::1]", true],
  ["[2001:db7::1]", true],
  ["[2001:db8::1]", false],
  ["[2001:db9::1]", true],
  ["[2001:ffff::1]", true],
  ["[2002::1]", false],
  ["[2002:808:808::1]", false],
  ["[2003::1]", true],
  ["[2606:4700:4700::1111]", true],
  ["[3ffe::1]", true],
  ["[3fff::1]", false],
  ["[3fff:fff::1]", false],
  ["[3fff:1000::1]", true],
  ["[4000::1]", false],
  ["[5f00::1]", false],
  ["[fc00::1]", false],
  ["[fdff::1]", false],
  ["[fe80::1]", false],
  ["[fec0::1]", false],
  ["[ff02::1]", false],
];

describe("addresses that are not public", () => {
  it.each(table)("%s is public: %s, to a session and to a socket", async (address, isPublic) => {
    expect([await sessionGoesTo(address), await socketGoesTo(address)]).toEqual([isPublic, isPublic]);
  });
});
