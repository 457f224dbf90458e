import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { World, call, expired, issuer, open, serverUrl } from "../../test/world.js";
import type { OAuthSessionOptions } from "./options.js";

const machine: OAuthSessionOptions = { client: { id: "c", secret: "s" }, grant: { type: "client-credentials" } };
const employee: OAuthSessionOptions = {
  client: { id: "c" },
  grant: {
    type: "enterprise",
    identityProvider: { tokenEndpoint: "https://idp.example.com/token", clientId: "i", clientSecret: "s" },
    identityToken: () => "id-token",
  },
};
const workload: OAuthSessionOptions = { client: { id: "c" }, grant: { type: "workload", token: () => "platform" } };

describe("requests to authorization servers", () => {
  it("go through the given fetch, without cookies, caches, redirects, or the headers of other requests", async () => {
    const world = new World();
    const sent: { readonly path: string; readonly init: RequestInit }[] = [];
    const recording = (url: string, init: RequestInit): Promise<Response> => {
      sent.push({ path: new URL(url).pathname, init });
      return world.fetch(url, init);
    };
    const { session, ...opened } = open(world, { fetch: recording });
    await opened.call();
    world.valid.clear();
    await opened.call();
    await session.logout(serverUrl);
    expect(sent.map(({ path }) => path)).toEqual([
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/register",
      "/token",
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/token",
      "/revoke",
      "/revoke",
    ]);
    for (const { init } of sent) {
      expect(init).toMatchObject({ credentials: "omit", cache: "no-store", redirect: "manual" });
      expect([...new Headers(init.headers).keys()].filter((name) => !/^(accept|content-type)$/.test(name))).toEqual([]);
    }
  });

  it.each<[string, OAuthSessionOptions, string, number]>([
    ["registration", {}, `${issuer}/register`, 307],
    ["registration", {}, `${issuer}/register`, 302],
    ["code", {}, `${issuer}/token`, 307],
    ["code", {}, `${issuer}/token`, 308],
    ["secret", machine, `${issuer}/token`, 307],
    ["ID token", employee, "https://idp.example.com/token", 307],
    ["assertion", workload, `${issuer}/token`, 307],
  ])("follow no redirect with a %s", async (_title, options, place, status) => {
    const world = new World();
    world.before = ({ url }) =>
      url === place ? new Response("", { status, headers: { location: `${issuer}/elsewhere` } }) : undefined;
    await expect(open(world, options).call()).rejects.toMatchObject({
      code: "unauthorized",
      data: { reason: place.endsWith("register") ? "registration" : "token-rejected" },
    });
    expect(world.seen.filter(({ url }) => url === place)).toHaveLength(1);
    expect(world.to("/elsewhere")).toEqual([]);
  });

  it.each([
    ["refresh token", "/token"],
    ["token to revoke", "/revoke"],
  ])("follow no redirect with a %s", async (_title, path) => {
    const { world, session, ...opened } = await expired();
    world.before = ({ url }) =>
      url === `${issuer}${path}`
        ? new Response("", { status: 307, headers: { location: "https://evil.example.com/" } })
        : undefined;
    if (path === "/token") await opened.call().catch(() => {});
    else
      expect(await session.logout(serverUrl)).toMatchObject({
        type: "forgotten",
        reason: expect.stringContaining("307"),
      });
    expect(world.to(path).length).toBeGreaterThan(0);
    expect(world.seen.some(({ url }) => url.includes("evil"))).toBe(false);
  });

  it("that follow a redirect, for metadata alone, carry nothing that could be taken", async () => {
    const world = new World();
    const elsewhere = "https://cdn.example.com/prm";
    world.before = ({ url }) =>
      url.includes("/.well-known/oauth-protected-resource")
        ? new Response("", { status: 302, headers: { location: elsewhere } })
        : undefined;
    await open(world)
      .call()
      .catch(() => {});
    const [seen] = world.seen.filter(({ url }) => url === elsewhere);
    expect([...(seen?.headers ?? new Headers({ none: "" }))]).toEqual([["accept", "application/json"]]);
  });

  it.each<[string, string, boolean]>([
    ["to another https place", "https://cdn.example.com/prm", true],
    ["to the clear", "http://cdn.example.com/prm", false],
    ["into a private network", "https://192.168.0.1/prm", false],
  ])("that look up metadata follow a redirect %s: %s", async (_title, location, isFollowed) => {
    const world = new World();
    world.before = ({ url }) => {
      if (url.endsWith("/oauth-protected-resource/mcp"))
        return new Response("", { status: 302, headers: { location } });
      return url === location ? Response.json({ resource: serverUrl, authorization_servers: [issuer] }) : undefined;
    };
    await open(world, { legacyFallback: false })
      .call()
      .catch(() => {});
    expect(world.seen.some(({ url }) => url === location)).toBe(isFollowed);
  });

  const inside = "http://127.0.0.1:1/mcp";
  it.each<[string, OAuthSessionOptions["privateAddresses"], string, string, boolean]>([
    ["a public server leads to a public issuer", undefined, serverUrl, issuer, true],
    ["a public server leads into a private network, by default", undefined, serverUrl, "https://10.0.0.1", false],
    ["a public server leads to loopback, by default", undefined, serverUrl, "http://localhost:2", false],
    ["a public server leads to a cloud's metadata", "like-server", serverUrl, "https://169.254.169.254", false],
    [
      "a public server leads into a private network, where that is allowed",
      "allow",
      serverUrl,
      "https://10.0.0.1",
      true,
    ],
    ["a server on loopback leads to loopback, as in development", undefined, inside, "http://127.0.0.1:2", true],
    ["a server on loopback leads to the internet", undefined, inside, issuer, true],
    [
      "a server on loopback leads to loopback, where nothing private is spoken to",
      "refuse",
      inside,
      "http://127.0.0.1:2",
      false,
    ],
    [
      "a server on loopback asks for its own metadata, where nothing private is spoken to",
      "refuse",
      inside,
      inside,
      false,
    ],
  ])("go no further than they may: %s (privateAddresses %s)", async (_title, privateAddresses, server, to, isAsked) => {
    const world = new World();
    world.issuer = to;
    world.before = ({ url }) => {
      if (url === inside) return new Response("", { status: 401 });
      return url.endsWith("/oauth-protected-resource/mcp")
        ? Response.json({ resource: server, authorization_servers: [to] })
        : undefined;
    };
    const options = privateAddresses === undefined ? {} : { privateAddresses };
    const { session } = open(world, options);
    const failed: unknown = await call(world, session.authorizerFor(server), server).catch((error: unknown) => error);
    const asked = world.seen.filter(
      ({ url }) => url !== server && url.startsWith(to === inside ? new URL(to).origin : to),
    );
    expect(asked.length > 0).toBe(isAsked);
    if (!isAsked) expect(failed).toMatchObject({ code: "unauthorized", data: { reason: "discovery" } });
  });

  it("that look up metadata do not follow redirects without end", async () => {
    const world = new World();
    world.before = ({ url }) =>
      url.includes("/oauth-protected-resource")
        ? new Response("", { status: 302, headers: { location: `${url}x` } })
        : undefined;
    await expect(open(world).call()).rejects.toThrow("again and again");
    expect(world.seen.filter(({ url }) => url.includes("/oauth-protected-resource"))).toHaveLength(8);
  });

  it("are bounded in time and size", async () => {
    const slow = new World();
    slow.before = ({ url }) => (url === `${issuer}/token` ? new Promise(() => {}) : undefined);
    const fetch = (url: string, init: RequestInit) =>
      Promise.race([
        slow.fetch(url, init),
        new Promise<never>((_resolve, reject) =>
          init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
      ]);
    await expect(open(slow, { fetch, requestTimeoutMs: 20 }).call()).rejects.toThrow("no answer within 20 ms");
    const large = new World();
    large.before = ({ url }) => (url === `${issuer}/token` ? new Response("x".repeat(2_000)) : undefined);
    await expect(open(large, { maxAnswerBytes: 1_000 }).call()).rejects.toThrow("larger than 1000 bytes");
  });

  // 2026-07-28/basic/authorization/index#refresh-tokens/1 2025-06-18/basic/authorization#token-theft/1
  // 2025-11-25/basic/authorization#token-theft/1 2026-07-28/basic/authorization/security-considerations#token-theft/1
  it("leave no secret in an error, nor in what inspecting it shows", async () => {
    const canary = "canary-7f3a";
    const world = new World();
    const told: string[] = [];
    world.before = ({ url, form }) => {
      if (url !== `${issuer}/token`) return undefined;
      told.push(form["code"] ?? "", form["code_verifier"] ?? "", form["client_secret"] ?? "");
      return Response.json(
        { error: "invalid_grant", error_description: `bad ${Object.values(form).join(" ")}` },
        { status: 400 },
      );
    };
    world.before = ((inner) => (seen) => {
      if (!seen.url.endsWith("oauth-authorization-server")) return inner(seen);
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      });
    })(world.before);
    const error: unknown = await open(world, { client: { id: "c", secret: canary }, scope: "scope" })
      .call()
      .catch((reason: unknown) => reason);
    expect(told.filter((one) => one !== "").length).toBe(3);
    const shown = `${inspect(error, { depth: 9 })} ${String(error)} ${JSON.stringify(error)}`;
    for (const secret of told) expect(shown).not.toContain(secret);
  });
});
