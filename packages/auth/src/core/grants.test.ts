/** Refresh, and the grants without a user. */
import { describe, expect, it } from "vitest";
import { held, issuer, places, play, serverUrl, token, type Play, type Served } from "../../test/flow-bench.js";
import { ID_JAG } from "./token.js";

const stored = { id: "registered" };
const refresh: Play = { goal: { type: "refresh", held }, stored };
const rejected: Served = { status: 400, body: '{"error":"invalid_grant"}' };

describe("a refresh", () => {
  // 2026-07-28/basic/authorization/index#refresh-tokens/4
  it("asks nobody but the token endpoint, for the same resource", () => {
    const played = play(refresh);
    expect(played.asked).toEqual([`POST ${places.token}`]);
    expect(played.form(places.token)).toEqual({
      grant_type: "refresh_token",
      refresh_token: "rt-0",
      resource: serverUrl,
      client_id: "registered",
    });
  });

  it.each<[string, Served, object]>([
    [
      "keeps the refresh token when none returns",
      { access_token: "at-1", token_type: "Bearer" },
      { refreshToken: "rt-0", scope: "read" },
    ],
    ["keeps it when it returns as null", { access_token: "at-1", refresh_token: null }, { refreshToken: "rt-0" }],
    ["takes the new one when it is rotated", token, { refreshToken: "rt-1" }],
    ["takes the scope that is named", { access_token: "at-1", scope: "less" }, { scope: "less" }],
  ])("%s", (_title, served, tokens) => {
    const { credential } = play({ ...refresh, served: { [places.token]: served } });
    expect(credential).toMatchObject({ scope: "read", tokens: { accessToken: "at-1", ...tokens } });
  });

  it.each<[string, Served, string, boolean]>([
    ["refused", rejected, "refresh-rejected", true],
    ["answered by 500", { status: 500 }, "unreachable", false],
    ["answered by 429", { status: 429 }, "unreachable", false],
    ["answered by a page for people", "<html>", "unreachable", false],
    ["not answered", "unreachable", "unreachable", false],
  ])("that is %s keeps or forgets the token accordingly", (_title, served, reason, forget) => {
    expect(play({ ...refresh, served: { [places.token]: served } }).failure).toMatchObject({ reason, forget });
  });

  it("is not tried with the client of another login", () => {
    expect(play({ ...refresh, stored: { id: "other" } }).failure).toMatchObject({
      reason: "refresh-rejected",
      forget: true,
    });
  });

  it("shows a client that was registered by hand to its own issuer, not to one that gave its own the same id", () => {
    const preRegistered = { id: "registered", secret: "canary", issuer: "https://other.example.com" };
    const settings = { client: { hasKey: false, mayRegister: true, preRegistered } };
    const alone = play({ settings, goal: { type: "refresh", held } });
    expect(alone.failure).toMatchObject({ reason: "refresh-rejected", forget: true });
    expect(JSON.stringify(alone.requests)).not.toContain("canary");
    const own = play({ settings, goal: { type: "refresh", held }, stored });
    expect(own.form(places.token)).toMatchObject({ client_id: "registered", grant_type: "refresh_token" });
    expect(JSON.stringify(own.requests)).not.toContain("canary");
  });

  it("is tried with the registration that the token was given to, whatever was registered since", () => {
    const client = { id: "registered", secret: "s", authMethod: "client_secret_post" } as const;
    const played = play({ goal: { type: "refresh", held: { ...held, client } }, stored: { id: "later" } });
    expect(played.form(places.token)).toMatchObject({ client_id: "registered", client_secret: "s" });
    expect(played.credential).toMatchObject({ clientId: "registered", client });
  });

  it("comes first in a login, and leads to one when it is refused", () => {
    const goal = { type: "login", challenge: {}, held } as const;
    const calm = play({ goal, stored });
    expect(calm.opened).toBeUndefined();
    expect(calm.form(places.token)["grant_type"]).toBe("refresh_token");
    const served = (request: { readonly body?: string }): Served =>
      request.body?.includes("refresh_token") === true ? rejected : token;
    const anew = play({ goal, stored, served: { [places.token]: served } });
    expect(anew.opened?.searchParams.get("scope")).toBe("read");
    expect(anew.credential?.tokens.accessToken).toBe("at-1");
  });

  it("is no way to more scopes", () => {
    const played = play({ goal: { type: "step-up", challenge: { scope: "write" }, held }, stored });
    expect(played.opened).toBeDefined();
  });
});

describe("without a user", () => {
  const preRegistered = { id: "machine", secret: "s" };
  const client = { hasKey: false, mayRegister: false, preRegistered };

  // 2025-03-26/basic/authorization#oauth-grant-types/1
  it("a client may have credentials of its own", () => {
    const played = play({ settings: { grant: "client-credentials", client }, goal: { challenge: { scope: "a" } } });
    expect(played.form(places.token)).toMatchObject({
      grant_type: "client_credentials",
      resource: serverUrl,
      scope: "a",
    });
    expect(played.opened).toBeUndefined();
  });

  it("nobody registers on the spot, and PKCE plays no part", () => {
    const served = {
      [places.server]: { issuer, token_endpoint: places.token, registration_endpoint: places.register },
    };
    expect(play({ settings: { grant: "client-credentials", client }, served }).credential).toBeDefined();
    const nobody = { hasKey: false, mayRegister: false };
    expect(play({ settings: { grant: "client-credentials", client: nobody }, served }).failure).toMatchObject({
      reason: "no-client",
    });
  });

  it("a workload shows its token once, and falls back to nothing", () => {
    const workload = { ...client, preRegistered: { id: "machine" } };
    const given: Play = { settings: { grant: "workload", client: workload }, assertion: "jwt" };
    expect(play(given).form(places.token)).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "jwt",
      resource: serverUrl,
      client_id: "machine",
    });
    const refused = play({ ...given, served: { [places.token]: rejected } });
    expect(refused.asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
    expect(refused.failure).toMatchObject({ reason: "token-rejected" });
  });

  const idp = "https://idp.example.com/token";
  const enterprise: Play = {
    settings: {
      grant: "enterprise",
      client,
      identityProvider: { tokenEndpoint: idp, client: { id: "at-idp", secret: "i" } },
    },
    assertion: "id-token",
    served: { [idp]: { issued_token_type: ID_JAG, access_token: "jag", token_type: "N_A" } },
  };

  it("a company's provider exchanges an ID token for an assertion, which buys the token", () => {
    const played = play(enterprise);
    expect(played.form(idp)).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: ID_JAG,
      audience: issuer,
      resource: serverUrl,
      subject_token: "id-token",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    });
    expect(played.form(places.token)).toMatchObject({ assertion: "jag", resource: serverUrl });
    const [atProvider, atServer] = played.requests
      .filter(({ method }) => method === "POST")
      .map(({ headers }) => headers["authorization"]);
    expect([atProvider, atServer]).toEqual([`Basic ${btoa("at-idp:i")}`, `Basic ${btoa("machine:s")}`]);
  });

  it.each<[string, Served]>([
    ["refuses", { status: 400, body: '{"error":"invalid_grant"}' }],
    [
      "gives another kind of token",
      { issued_token_type: "urn:ietf:params:oauth:token-type:access_token", access_token: "x" },
    ],
    ["gives nothing", {}],
  ])("a provider that %s ends it", (_title, served) => {
    const played = play({ ...enterprise, served: { [idp]: served } });
    expect(played.failure).toMatchObject({ reason: "token-rejected" });
    expect(played.asked).not.toContain(`POST ${places.token}`);
  });
});

describe("tokens that are bound to a key", () => {
  const bound: Play = {
    settings: { proofAlgorithm: "ES256" },
    served: { [places.token]: { ...token, token_type: "DPoP" } },
  };

  it("are asked for with a proof, and nothing else is", () => {
    const { requests, credential } = play(bound);
    expect(requests.filter(({ isProven }) => isProven).map(({ url }) => url)).toEqual([places.token]);
    expect(credential?.tokens.tokenType).toBe("DPoP");
  });

  it("are insisted on, both ways", () => {
    expect(play({ ...bound, served: { [places.token]: token } }).failure).toMatchObject({ reason: "not-bound" });
    expect(play({ served: bound.served ?? {} }).failure).toMatchObject({ reason: "not-bound" });
  });

  it("are not asked for where the server takes other algorithms", () => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: places.token,
      registration_endpoint: places.register,
      code_challenge_methods_supported: ["S256"],
      dpop_signing_alg_values_supported: ["RS256"],
    };
    const played = play({
      ...bound,
      served: { ...bound.served, [`${issuer}/.well-known/oauth-authorization-server`]: metadata },
      user: () => "?code=c&state=state-1",
    });
    expect(played.failure).toMatchObject({ reason: "not-bound" });
    expect(played.asked).not.toContain(`POST ${places.token}`);
  });

  it("are asked for again with the nonce that the server wants, once", () => {
    const wants: Served = { status: 400, body: '{"error":"use_dpop_nonce"}', nonce: "n1" };
    let times = 0;
    const served = (): Served => (times++ === 0 ? wants : { ...token, token_type: "DPoP" });
    const played = play({ ...bound, served: { [places.token]: served } });
    expect(played.credential).toBeDefined();
    expect(played.asked.filter((one) => one === `POST ${places.token}`)).toHaveLength(2);
    const endless = play({ ...bound, served: { [places.token]: wants } });
    expect(endless.asked.filter((one) => one === `POST ${places.token}`)).toHaveLength(2);
    expect(endless.failure).toMatchObject({ reason: "token-rejected" });
  });
});
