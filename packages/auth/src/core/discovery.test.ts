/** Where a flow looks for its servers, in which order, and what it refuses to believe. */
import { describe, expect, it } from "vitest";
import {
  issuer,
  places,
  play,
  resourceDocument,
  serverDocument,
  serverUrl,
  type Served,
} from "../../test/flow-bench.js";
import { resourceMetadataUrls, serverMetadataUrls } from "./well-known.js";

const gets = (asked: readonly string[]): readonly string[] => asked.filter((one) => one.startsWith("GET "));

describe("the resource's metadata", () => {
  // 2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements/2
  // 2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements/3
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/2
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/3
  // 2025-06-18/basic/authorization#authorization-server-location/1
  // 2025-06-18/basic/authorization#authorization-server-location/3 2025-11-25/basic/authorization#overview/5
  // 2026-07-28/basic/authorization/index#overview/5 2025-06-18/basic/authorization#overview/4
  // 2026-07-28/basic/authorization/index#authorization-server-discovery/1
  it.each<[string, string, string | undefined, readonly string[]]>([
    ["the path, then the root", serverUrl, undefined, [places.resource, places.resourceRoot]],
    [
      "what the challenge named first",
      serverUrl,
      "https://x.example.com/m",
      ["https://x.example.com/m", places.resource, places.resourceRoot],
    ],
    ["the root alone for a server at the root", "https://mcp.example.com/", undefined, [places.resourceRoot]],
    [
      "a path without the slash at its end",
      "https://a.example.com/x/",
      undefined,
      [
        "https://a.example.com/.well-known/oauth-protected-resource/x",
        "https://a.example.com/.well-known/oauth-protected-resource",
      ],
    ],
    ["nothing twice", serverUrl, places.resource, [places.resource, places.resourceRoot]],
    [
      "the query of the server",
      "https://a.example.com/x?t=1",
      undefined,
      [
        "https://a.example.com/.well-known/oauth-protected-resource/x?t=1",
        "https://a.example.com/.well-known/oauth-protected-resource",
      ],
    ],
  ])("is looked for at %s", (_title, server, named, urls) => {
    expect(resourceMetadataUrls(server, named)).toEqual(urls);
  });

  it.each<[string, Served]>([
    ["404", { status: 404 }],
    ["401", { status: 401 }],
    ["500", { status: 500, body: "boom" }],
    ["a page for people", { status: 200, contentType: "text/html", body: "<html>" }],
    ["a list", "[]"],
    ["null", "null"],
    ["no connection", "unreachable"],
  ])("discovery goes on after %s", (_title, first) => {
    const played = play({ served: { [places.resource]: first, [places.resourceRoot]: resourceDocument } });
    expect(played.failure).toBeUndefined();
    expect(gets(played.asked).slice(0, 2)).toEqual([`GET ${places.resource}`, `GET ${places.resourceRoot}`]);
  });

  // 2026-07-28/basic/authorization/index#resource-parameter-implementation/2
  it.each([
    "https://evil.example.com/mcp",
    "https://mcp.example.com/mc",
    "https://mcp.example.com/mcp/deeper",
    "https://mcp.example.com:8443/mcp",
    "http://mcp.example.com/mcp",
    "https://mcp.example.com/mcp#x",
    "mcp.example.com",
    "",
  ])("that is about %s is not about this server: nobody is sent to log in, and no fallback is tried", (resource) => {
    const played = play({ served: { [places.resource]: { ...resourceDocument, resource } } });
    expect(played.failure).toMatchObject({ reason: "resource-mismatch" });
    expect(played.asked).toEqual([`GET ${places.resource}`, `GET ${places.resourceRoot}`]);
  });

  it.each([
    "https://mcp.example.com",
    "https://mcp.example.com/",
    "https://mcp.example.com/mcp",
    "HTTPS://MCP.example.com/mcp",
  ])("may be about %s, which covers the server", (resource) => {
    const played = play({ served: { [places.resource]: { ...resourceDocument, resource } } });
    expect(played.opened?.searchParams.get("resource")).toBe(resource);
    expect(played.form(places.token)["resource"]).toBe(resource);
  });

  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location/2
  it.each([
    { authorization_servers: [] },
    { authorization_servers: null },
    { authorization_servers: "https://as.example.com" },
  ])("without an authorization server (%j) is refused", (without) => {
    expect(play({ served: { [places.resource]: { ...resourceDocument, ...without } } }).failure).toMatchObject({
      reason: "resource-mismatch",
    });
  });

  it.each([
    "http://mcp.example.com/m",
    "javascript:alert(1)",
    "https://127.0.0.1/m",
    "https://10.0.0.7/m",
    "http://localhost/m",
    "/relative",
  ])("that a challenge names at %s is not asked for", (resourceMetadata) => {
    const played = play({ goal: { challenge: { resourceMetadata } } });
    expect(gets(played.asked)[0]).toBe(`GET ${places.resource}`);
  });
});

describe("the authorization server's metadata", () => {
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/1
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/2
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/3
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/4
  // 2025-11-25/basic/authorization#authorization-server-metadata-discovery/1
  // 2025-11-25/basic/authorization#authorization-server-metadata-discovery/2
  // 2025-11-25/basic/authorization#authorization-server-metadata-discovery/3
  // 2025-06-18/basic/authorization#server-metadata-discovery/1 2025-06-18/basic/authorization#overview/6
  // 2025-11-25/basic/authorization#overview/7 2026-07-28/basic/authorization/index#overview/7
  it.each<[string, readonly string[]]>([
    ["https://as.example.com", [places.server, places.openid]],
    ["https://as.example.com/", [places.server, places.openid]],
    [
      "https://as.example.com/tenant1",
      [
        "https://as.example.com/.well-known/oauth-authorization-server/tenant1",
        "https://as.example.com/.well-known/openid-configuration/tenant1",
        "https://as.example.com/tenant1/.well-known/openid-configuration",
      ],
    ],
    [
      "https://as.example.com/a/b/",
      [
        "https://as.example.com/.well-known/oauth-authorization-server/a/b",
        "https://as.example.com/.well-known/openid-configuration/a/b",
        "https://as.example.com/a/b/.well-known/openid-configuration",
      ],
    ],
  ])("of %s keeps the issuer's path", (of, urls) => {
    expect(serverMetadataUrls(of)).toEqual(urls);
  });

  it.each<[string, Served]>([
    ["404", { status: 404 }],
    ["503", { status: 503 }],
    ["no JSON", "<html>"],
    ["no connection", "unreachable"],
  ])("is looked for elsewhere after %s", (_title, first) => {
    const played = play({ served: { [places.server]: first, [places.openid]: serverDocument } });
    expect(played.credential?.issuer).toBe(issuer);
  });

  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/5
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/6
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery/7
  it.each([
    "https://honest.example.com",
    "https://as.example.com/",
    "HTTPS://as.example.com",
    "https://as.example.com:443",
    undefined,
  ])("that names the issuer %s is used for nothing", (named) => {
    const played = play({ served: { [places.server]: { ...serverDocument, issuer: named } } });
    expect(played.failure).toMatchObject({ reason: "discovery" });
    expect(played.asked.filter((one) => one.startsWith("POST"))).toEqual([]);
    expect(played.opened).toBeUndefined();
  });

  // 2025-06-18/basic/authorization#communication-security/1 2025-06-18/basic/authorization#communication-security/2
  // 2025-11-25/basic/authorization#communication-security/1 2025-11-25/basic/authorization#communication-security/2
  // 2026-07-28/basic/authorization/security-considerations#communication-security/1
  // 2026-07-28/basic/authorization/security-considerations#communication-security/2
  // 2025-03-26/basic/authorization#security-considerations/4
  it.each([
    ["authorization_endpoint", "javascript:alert(1)"],
    ["authorization_endpoint", "http://as.example.com/authorize"],
    ["token_endpoint", "http://as.example.com/token"],
    ["token_endpoint", "https://169.254.169.254/token"],
    ["token_endpoint", "https://user:pass@as.example.com/token"],
    ["registration_endpoint", "http://127.0.0.1:9/register"],
    ["token_endpoint", 7],
  ])("whose %s is %s is refused", (name, url) => {
    expect(play({ served: { [places.server]: { ...serverDocument, [name]: url } } }).failure).toMatchObject({
      reason: "discovery",
    });
  });

  it("may be on loopback where the server is", () => {
    const local = "http://localhost:3000";
    const document = JSON.parse(JSON.stringify(serverDocument).replaceAll(issuer, local)) as object;
    const played = play({
      settings: { serverUrl: "http://127.0.0.1:1/mcp", rules: { allowPrivate: true } },
      served: {
        "http://127.0.0.1:1/.well-known/oauth-protected-resource/mcp": {
          resource: "http://127.0.0.1:1/mcp",
          authorization_servers: [local],
        },
        [`${local}/.well-known/oauth-authorization-server`]: document,
        [`${local}/register`]: { status: 201, body: '{"client_id":"c"}' },
      },
    });
    expect(played.opened?.origin).toBe(local);
  });

  // 2025-11-25/basic/authorization#authorization-code-protection/2
  // 2025-11-25/basic/authorization#authorization-code-protection/4
  // 2025-11-25/basic/authorization#authorization-code-protection/5
  // 2025-11-25/basic/authorization#authorization-code-protection/6
  // 2025-11-25/basic/authorization#authorization-code-protection/7
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/2
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/4
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/5
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/6
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/7
  it.each([[undefined], [[]], [["plain"]], ["S256"], [null]])(
    "that says %j of PKCE sends nobody to log in",
    (methods) => {
      const played = play({
        served: { [places.server]: { ...serverDocument, code_challenge_methods_supported: methods } },
      });
      expect(played.failure).toMatchObject({ reason: "no-pkce" });
      expect(played.opened).toBeUndefined();
    },
  );

  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location/3
  it("of the next issuer serves where the first has none; the one that is known comes first", () => {
    const lists = { ...resourceDocument, authorization_servers: ["https://gone.example.com", issuer] };
    expect(play({ served: { [places.resource]: lists } }).credential?.issuer).toBe(issuer);
    const known = play({
      settings: { client: { hasKey: false, mayRegister: true, preRegistered: { id: "mine", issuer } } },
      served: { [places.resource]: lists },
    });
    expect(gets(known.asked)).toEqual([`GET ${places.resource}`, `GET ${places.server}`]);
  });

  it("is asked of no more than eight issuers, however many a server names", () => {
    const many = Array.from({ length: 50 }, (_, at) => `https://as${at}.example.com`);
    const played = play({ served: { [places.resource]: { ...resourceDocument, authorization_servers: many } } });
    expect(played.failure).toMatchObject({ reason: "discovery" });
    expect(gets(played.asked)).toHaveLength(1 + 8 * 2);
  });
});

describe("a server of 2025-03-26", () => {
  const origin = "https://mcp.example.com";
  const silent = { [places.resource]: undefined };
  const none = {
    ...silent,
    [`${origin}/register`]: { status: 201, body: '{"client_id":"c"}' },
    [`${origin}/token`]: { access_token: "t", token_type: "bearer" },
  };
  const user = (): string => "http://127.0.0.1:4000/callback?code=c&state=state-1";

  // 2025-03-26/basic/authorization#authorization-base-url/1 2025-03-26/basic/authorization#authorization-base-url/2
  it("has its metadata at the root of its origin", () => {
    const document = JSON.parse(JSON.stringify(serverDocument).replaceAll(issuer, origin)) as object;
    const played = play({
      served: {
        ...none,
        [`${origin}/.well-known/oauth-authorization-server`]: {
          ...document,
          authorization_endpoint: `${origin}/oauth/authorize`,
          authorization_response_iss_parameter_supported: false,
        },
      },
      user,
    });
    expect(played.opened?.href).toContain(`${origin}/oauth/authorize?`);
    expect(played.credential?.tokens.accessToken).toBe("t");
  });

  // [2025-03-26 basic/authorization#server-metadata-discovery-headers]
  it("is told the revision while its metadata is looked for", () => {
    const { requests } = play({ served: none, user });
    expect(
      requests.filter(({ headers }) => headers["mcp-protocol-version"] === "2025-03-26").map(({ url }) => url),
    ).toEqual([`${origin}/.well-known/oauth-authorization-server`, `${origin}/.well-known/openid-configuration`]);
  });

  // 2025-03-26/basic/authorization#overview/4 2025-03-26/basic/authorization#overview/5
  // 2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery/1
  // 2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery/2
  it("that says nothing has its endpoints at the default paths, tried last", () => {
    const played = play({ served: none, user });
    expect(played.asked).toEqual([
      `GET ${places.resource}`,
      `GET ${places.resourceRoot}`,
      `GET ${origin}/.well-known/oauth-authorization-server`,
      `GET ${origin}/.well-known/openid-configuration`,
      `POST ${origin}/register`,
      `POST ${origin}/token`,
    ]);
    expect(played.opened?.pathname).toBe("/authorize");
    expect(played.form(`${origin}/token`)["resource"]).toBe(serverUrl);
  });

  it.each<[string, object]>([
    ["a challenge that names metadata", { goal: { challenge: { resourceMetadata: places.resource } }, served: none }],
    ["a setting", { settings: { legacyFallback: false }, served: none }],
    ["silence instead of an answer", { served: { ...none, [places.resource]: "unreachable" } }],
    [
      "metadata with another issuer",
      { served: { ...none, [`${origin}/.well-known/oauth-authorization-server`]: serverDocument } },
    ],
  ])("is not assumed against %s", (_title, given) => {
    const played = play(given);
    expect(played.failure).toBeDefined();
    expect(played.opened).toBeUndefined();
  });
});
