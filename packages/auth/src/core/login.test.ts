/** From the metadata to the token: who we are, what the user is shown, what comes back, and what is never said. */
import { describe, expect, it } from "vitest";
import {
  held,
  issuer,
  now,
  places,
  play,
  redirectUri,
  serverDocument,
  serverUrl,
  token,
  type Play,
  type Served,
} from "../../test/flow-bench.js";
import { AuthorizationFlow } from "./flow.js";
import { settings } from "../../test/flow-bench.js";

const takes = (more: object): Readonly<Record<string, Served>> => ({ [places.server]: { ...serverDocument, ...more } });
const client = { hasKey: false, mayRegister: true };

describe("registration", () => {
  // 2026-07-28/basic/authorization/client-registration#top/1 2026-07-28/basic/authorization/security-considerations#top/1
  // 2025-11-25/basic/authorization#client-registration-approaches/1
  // 2026-07-28/basic/authorization/client-registration#advertising-cimd-support/1
  // 2026-07-28/basic/authorization/client-registration#advertising-cimd-support/2 2025-11-25/basic/authorization#discovery/1
  // 2025-11-25/basic/authorization#discovery/2 2025-11-25/basic/authorization#client-id-metadata-documents/1
  // 2026-07-28/basic/authorization/client-registration#client-id-metadata-documents/1
  // 2026-07-28/basic/authorization/client-registration#pre-registration/1 2025-11-25/basic/authorization#preregistration/1
  // 2025-03-26/basic/authorization#dynamic-client-registration/1 2025-06-18/basic/authorization#dynamic-client-registration/1
  // 2025-11-25/basic/authorization#dynamic-client-registration/1
  // 2026-07-28/basic/authorization/client-registration#dynamic-client-registration/1
  // 2026-07-28/basic/authorization/index#client-registration/1 2026-07-28/basic/authorization/index#overview/2
  // 2026-07-28/basic/authorization/index#overview/3 2025-03-26/basic/authorization#overview/2
  // 2025-06-18/basic/authorization#overview/2 2025-11-25/basic/authorization#overview/2
  // 2025-11-25/basic/authorization#overview/3
  it.each<[string, Play, string, boolean]>([
    [
      "a client that was registered by hand first",
      {
        settings: { client: { ...client, preRegistered: { id: "mine" }, metadataUrl: "https://c.example.com/m" } },
        served: takes({ client_id_metadata_document_supported: true }),
      },
      "mine",
      false,
    ],
    [
      "the metadata document where the server takes such",
      {
        settings: { client: { ...client, metadataUrl: "https://c.example.com/m" } },
        served: takes({ client_id_metadata_document_supported: true }),
      },
      "https://c.example.com/m",
      false,
    ],
    [
      "registration where it does not",
      { settings: { client: { ...client, metadataUrl: "https://c.example.com/m" } } },
      "registered",
      true,
    ],
    ["what was registered here before", { stored: { id: "stored", redirectUris: [redirectUri] } }, "stored", false],
    [
      "a new registration when the redirect is another",
      { stored: { id: "stored", redirectUris: ["http://127.0.0.1:1/"] } },
      "registered",
      true,
    ],
    [
      "a new registration when the secret has ended",
      { stored: { id: "stored", secret: "s", expiresAt: now } },
      "registered",
      true,
    ],
  ])("chooses %s", (_title, given, id, registers) => {
    const played = play(given);
    expect(played.opened?.searchParams.get("client_id")).toBe(id);
    expect(played.credential?.clientId).toBe(id);
    expect(played.asked.includes(`POST ${places.register}`)).toBe(registers);
  });

  it("fails with advice where nothing is left", () => {
    expect(play({ served: takes({ registration_endpoint: undefined }) }).failure).toMatchObject({
      reason: "no-client",
      message: expect.stringContaining("give it the id of a client"),
    });
  });

  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/1
  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/2
  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/3
  // 2026-07-28/basic/authorization/index#refresh-tokens/2 2025-06-18/basic/authorization#open-redirection/1
  // 2025-11-25/basic/authorization#open-redirection/1 2026-07-28/basic/authorization/security-considerations#open-redirection/1
  it("says what kind of application it is, and that it wants refresh tokens", () => {
    const body = play({ settings: { client: { ...client, metadata: { client_name: "Tester" } } } }).requests.find(
      ({ purpose }) => purpose === "registration",
    )?.body;
    expect(JSON.parse(body ?? "")).toEqual({
      application_type: "native",
      client_name: "Tester",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [redirectUri],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/4
  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/5
  // 2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints/6
  it("that is refused says why", () => {
    const refused = { status: 400, body: '{"error":"invalid_redirect_uri","error_description":"https only"}' };
    expect(play({ served: { [places.register]: refused } }).failure).toMatchObject({
      reason: "registration",
      message: `${issuer} did not register the client: HTTP 400 (invalid_redirect_uri: https only)`,
    });
  });

  // 2026-07-28/basic/authorization/client-registration#authorization-server-binding/1
  // 2026-07-28/basic/authorization/client-registration#authorization-server-binding/4
  it.each<[string, Play]>([
    [
      "the issuer it was given with",
      { settings: { client: { ...client, preRegistered: { id: "mine", issuer: "https://other.example.com" } } } },
    ],
    [
      "the first one that the server named",
      {
        settings: { client: { ...client, preRegistered: { id: "mine" } } },
        goal: { held: { ...held, issuer: "https://other.example.com", clientId: "mine" } },
      },
    ],
  ])("shows a client that was registered by hand to nobody but %s", (_title, given) => {
    const played = play(given);
    expect(played.failure).toMatchObject({ reason: "issuer-changed" });
    expect(JSON.stringify(played.outputs.filter(({ type }) => type !== "failed"))).not.toContain("mine");
  });

  // 2026-07-28/basic/authorization/client-registration#authorization-server-binding/2
  // 2026-07-28/basic/authorization/client-registration#authorization-server-binding/3
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location/4
  // 2025-06-18/basic/authorization#token-handling/5 2025-11-25/basic/authorization#token-handling/5
  // 2026-07-28/basic/authorization/index#token-handling/5
  it("begins anew, and shows nothing of the old, when the server names another issuer", () => {
    const elsewhere = {
      ...held,
      issuer: "https://old.example.com",
      server: { ...held.server, issuer: "https://old.example.com" },
    };
    const played = play({ goal: { held: elsewhere } });
    expect(played.asked).toContain(`POST ${places.register}`);
    expect(played.opened?.searchParams.has("scope")).toBe(false);
    expect(JSON.stringify(played.requests)).not.toContain("rt-0");
  });
});

describe("client authentication", () => {
  const secret = { id: "a b", secret: "p:ä/" };
  it.each<[string, object, readonly string[] | undefined, string | undefined, readonly string[]]>([
    ["Basic where the server says nothing", secret, undefined, "Basic YStiOnAlM0ElQzMlQTQlMkY=", []],
    [
      "Basic before the body",
      secret,
      ["client_secret_post", "client_secret_basic"],
      "Basic YStiOnAlM0ElQzMlQTQlMkY=",
      [],
    ],
    ["the body alone", secret, ["client_secret_post"], undefined, ["client_id", "client_secret"]],
    ["nothing where the server wants nothing", secret, ["none"], undefined, ["client_id"]],
    ["nothing without a secret", { id: "public" }, undefined, undefined, ["client_id"]],
    [
      "what was agreed on",
      { ...secret, authMethod: "client_secret_post" },
      ["client_secret_basic"],
      undefined,
      ["client_id", "client_secret"],
    ],
  ])("is %s", (_title, preRegistered, supported, header, members) => {
    const played = play({
      // Sound: each row is a client.
      settings: { client: { ...client, preRegistered: preRegistered as { id: string } } },
      served: takes({ token_endpoint_auth_methods_supported: supported }),
    });
    const request = played.requests.find(({ purpose }) => purpose === "token");
    expect(request?.headers["authorization"]).toBe(header);
    expect(Object.keys(played.form(places.token)).filter((name) => name.startsWith("client"))).toEqual(members);
    expect(request?.url).toBe(places.token);
  });

  it("by a key asks for an assertion to the issuer, and sends no secret", () => {
    const played = play({
      settings: { client: { ...client, hasKey: true, preRegistered: { id: "mine" } }, grant: "client-credentials" },
      served: takes({ token_endpoint_auth_methods_supported: ["private_key_jwt"] }),
    });
    expect(played.requests.at(-1)).toMatchObject({ sign: { audience: issuer, clientId: "mine" } });
    expect(played.form(places.token)).toEqual({
      grant_type: "client_credentials",
      resource: serverUrl,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    });
  });

  it("that the server does not take fails, and sends nothing", () => {
    const played = play({
      settings: { client: { ...client, preRegistered: secret } },
      served: takes({ token_endpoint_auth_methods_supported: ["tls_client_auth"] }),
    });
    expect(played.failure).toMatchObject({ reason: "client-authentication" });
    expect(played.asked).not.toContain(`POST ${places.token}`);
  });
});

describe("the authorization request", () => {
  // 2025-06-18/basic/authorization#resource-parameter-implementation/1
  // 2025-06-18/basic/authorization#resource-parameter-implementation/2
  // 2025-06-18/basic/authorization#resource-parameter-implementation/3
  // 2025-06-18/basic/authorization#resource-parameter-implementation/4
  // 2025-11-25/basic/authorization#resource-parameter-implementation/1
  // 2025-11-25/basic/authorization#resource-parameter-implementation/2
  // 2025-11-25/basic/authorization#resource-parameter-implementation/3
  // 2025-11-25/basic/authorization#resource-parameter-implementation/4
  // 2026-07-28/basic/authorization/index#resource-parameter-implementation/1
  // 2026-07-28/basic/authorization/index#resource-parameter-implementation/2
  // 2026-07-28/basic/authorization/index#resource-parameter-implementation/3
  // 2026-07-28/basic/authorization/index#resource-parameter-implementation/4
  // 2025-06-18/basic/authorization#token-audience-binding-and-validation/1
  // 2025-11-25/basic/authorization#token-audience-binding-and-validation/1
  // 2026-07-28/basic/authorization/security-considerations#token-audience-binding-and-validation/1
  // 2025-06-18/basic/authorization#authorization-code-protection/1
  // 2025-11-25/basic/authorization#authorization-code-protection/1
  // 2025-11-25/basic/authorization#authorization-code-protection/3
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/1
  // 2026-07-28/basic/authorization/security-considerations#authorization-code-protection/3
  // 2025-06-18/basic/authorization#access-token-privilege-restriction/6
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/6
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/6
  // 2025-06-18/basic/authorization#canonical-server-uri/1 2025-06-18/basic/authorization#canonical-server-uri/4
  // 2025-11-25/basic/authorization#canonical-server-uri/1 2025-11-25/basic/authorization#canonical-server-uri/4
  // 2026-07-28/basic/authorization/index#canonical-server-uri/1 2026-07-28/basic/authorization/index#canonical-server-uri/4
  // 2025-03-26/basic/authorization#implementation-requirements/2
  it("carries PKCE, state and the resource, and the token request the same resource", () => {
    const played = play({ settings: { extra: { login_hint: "ann", state: "evil", resource: "evil", scope: "evil" } } });
    expect(Object.fromEntries(played.opened?.searchParams ?? [])).toEqual({
      response_type: "code",
      client_id: "registered",
      redirect_uri: redirectUri,
      state: "state-1",
      code_challenge: "challenge-1",
      code_challenge_method: "S256",
      resource: serverUrl,
      login_hint: "ann",
    });
    expect(played.form(places.token)).toEqual({
      grant_type: "authorization_code",
      code: "code-1",
      redirect_uri: redirectUri,
      code_verifier: "verifier-1",
      resource: serverUrl,
      client_id: "registered",
    });
  });

  it("keeps what the endpoint's own query says", () => {
    const played = play({ served: takes({ authorization_endpoint: `${issuer}/authorize?tenant=1` }) });
    expect(played.opened?.href).toMatch(/\?tenant=1&response_type=code&/);
  });

  // 2026-07-28/basic/authorization/index#scope-selection-strategy/3
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/4
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/5
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/6
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/7
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/8 2025-11-25/basic/authorization#scope-selection-strategy/1
  // 2025-11-25/basic/authorization#scope-selection-strategy/2
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/6
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/7
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/3 2026-07-28/basic/authorization/index#refresh-tokens/3
  it.each<[string, Play, string | null]>([
    [
      "of the challenge before those of the resource",
      {
        goal: { challenge: { scope: "a" } },
        served: {
          [places.resource]: { resource: serverUrl, authorization_servers: [issuer], scopes_supported: ["b"] },
        },
      },
      "a",
    ],
    [
      "of the resource where the challenge names none",
      {
        served: {
          [places.resource]: { resource: serverUrl, authorization_servers: [issuer], scopes_supported: ["b", "c"] },
        },
      },
      "b c",
    ],
    ["is left out where nobody knows any", {}, null],
    ["of the user in any case", { settings: { scope: "u" }, goal: { challenge: { scope: "a" } } }, "u a"],
    [
      "is the union with what was asked for before",
      { goal: { type: "step-up", challenge: { scope: "write read" }, held } },
      "read write",
    ],
    [
      "offline_access where the server knows it",
      { goal: { challenge: { scope: "a" } }, served: takes({ scopes_supported: ["offline_access"] }) },
      "a offline_access",
    ],
    [
      "never offline_access alone, which would stand for all the rest",
      { served: takes({ scopes_supported: ["offline_access"] }) },
      null,
    ],
    [
      "never offline_access where the server does not know it",
      { goal: { challenge: { scope: "a offline_access" } }, served: takes({ scopes_supported: ["a"] }) },
      "a",
    ],
    [
      "no offline_access where it is not wanted",
      {
        settings: { offlineAccess: false },
        goal: { challenge: { scope: "a" } },
        served: takes({ scopes_supported: ["offline_access"] }),
      },
      "a",
    ],
  ])("scope %s", (_title, given, scope) => {
    const played = play(given);
    expect(played.opened?.searchParams.get("scope")).toBe(scope);
    expect(played.opened?.searchParams.get("prompt")).toBe(
      scope?.includes("offline_access") === true ? "consent" : null,
    );
  });
});

describe("what comes back", () => {
  const back = (query: string) => ({ user: () => `${redirectUri}?${query}` });
  const iss = encodeURIComponent(issuer);
  const silent = takes({ authorization_response_iss_parameter_supported: false });

  // 2026-07-28/basic/authorization/index#authorization-response-validation/1
  // 2026-07-28/basic/authorization/index#authorization-response-validation/4
  // 2026-07-28/basic/authorization/index#authorization-response-validation/7
  // 2026-07-28/basic/authorization/index#authorization-response-validation/8 2025-06-18/basic/authorization#open-redirection/3
  // 2025-11-25/basic/authorization#open-redirection/3 2026-07-28/basic/authorization/security-considerations#open-redirection/3
  it.each<[string, Play, string]>([
    ["another state", back(`code=c&state=other&iss=${iss}`), "state-mismatch"],
    ["no state", back(`code=c&iss=${iss}`), "state-mismatch"],
    ["an error with another state", back(`error=access_denied&state=other&iss=${iss}`), "state-mismatch"],
    ["no issuer where one was promised", back("code=c&state=state-1"), "issuer-mismatch"],
    ["another issuer", back("code=c&state=state-1&iss=https%3A%2F%2Fevil.example.com"), "issuer-mismatch"],
    ["an issuer with a slash more", back(`code=c&state=state-1&iss=${iss}%2F`), "issuer-mismatch"],
    ["an issuer in capitals", back("code=c&state=state-1&iss=HTTPS%3A%2F%2Fas.example.com"), "issuer-mismatch"],
    [
      "another issuer where none was promised",
      { ...back("code=c&state=state-1&iss=x"), served: silent },
      "issuer-mismatch",
    ],
    [
      "an error of another issuer",
      back("error=access_denied&error_description=canary&state=state-1&iss=x"),
      "issuer-mismatch",
    ],
    ["a parameter twice", back(`code=c&code=d&state=state-1&iss=${iss}`), "bad-response"],
    ["a state twice", back(`code=c&state=state-1&state=state-1&iss=${iss}`), "bad-response"],
    ["an escape that is none", back("code=%E0%A4%A&state=state-1"), "bad-response"],
    ["neither code nor error", back(`state=state-1&iss=${iss}`), "bad-response"],
    ["an error", back(`error=access_denied&error_description=no&state=state-1&iss=${iss}`), "access-denied"],
  ])("with %s never reaches a token endpoint", (_title, given, reason) => {
    const played = play(given);
    expect(played.failure).toMatchObject({ reason });
    expect(played.asked).not.toContain(`POST ${places.token}`);
    expect(played.failure?.message).not.toContain("canary");
  });

  it("without an issuer is fine where none was promised", () => {
    expect(play({ ...back("code=c&state=state-1"), served: silent }).credential).toBeDefined();
  });

  it("from a user who gives up is a cancelled login", () => {
    const flow = new AuthorizationFlow(settings);
    const answer = (body: object) =>
      flow.handle({ type: "answer", answer: { status: 200, body: JSON.stringify(body), now } });
    flow.handle({ type: "begin", goal: { type: "login", challenge: {} } });
    answer({ resource: serverUrl, authorization_servers: [issuer] });
    answer(serverDocument);
    flow.handle({ type: "client", client: { id: "stored" }, now });
    flow.handle({ type: "redirect", uri: redirectUri, state: "s", verifier: "v", challenge: "c", now });
    expect(flow.handle({ type: "cancelled", message: "closed" })).toEqual([
      { type: "failed", reason: "cancelled", message: "closed", forget: false },
    ]);
  });
});

describe("the token endpoint's answer", () => {
  const answered = (served: Served) => play({ served: { [places.token]: served } });

  it.each<[string, Served, object]>([
    ["as JSON", token, { accessToken: "at-1", tokenType: "Bearer", refreshToken: "rt-1", expiresAt: now + 60_000 }],
    [
      "with members that are null",
      { access_token: "a", token_type: "bearer", refresh_token: null, expires_in: null, scope: null, error: null },
      { accessToken: "a", tokenType: "Bearer" },
    ],
    [
      "as a form",
      {
        status: 200,
        contentType: "application/x-www-form-urlencoded; charset=utf-8",
        body: "access_token=a&token_type=bearer&scope=x+y",
      },
      { accessToken: "a", tokenType: "Bearer", scope: "x y" },
    ],
    [
      "with a lifetime in quotes, and without a type",
      { access_token: "a", expires_in: "60" },
      { accessToken: "a", tokenType: "Bearer", expiresAt: now + 60_000 },
    ],
  ])("%s is understood", (_title, served, tokens) => {
    expect(answered(served).credential?.tokens).toEqual(tokens);
  });

  it.each<[string, Served, string]>([
    ["an error", { status: 400, body: '{"error":"invalid_grant","error_description":"spent"}' }, "token-rejected"],
    ["an error with status 200", { error: "bad_verification_code" }, "token-rejected"],
    [
      "a page for people",
      { status: 200, contentType: "text/html", body: "<a href=?access_token=x>" },
      "token-rejected",
    ],
    [
      "a token that would break out of its header",
      { access_token: "a\r\nx: y", token_type: "bearer" },
      "token-rejected",
    ],
    ["a token of another type", { access_token: "a", token_type: "mac" }, "token-rejected"],
    ["a redirect", { status: 302 }, "token-rejected"],
    ["silence", "unreachable", "unreachable"],
  ])("%s fails", (_title, served, reason) => {
    expect(answered(served).failure).toMatchObject({ reason });
  });

  it("that repeats secrets is not repeated: codes, verifiers and tokens are never in a message", () => {
    const echo = (request: { readonly body?: string }): Served => ({
      status: 400,
      body: JSON.stringify({ error: "invalid_request", error_description: decodeURIComponent(request.body ?? "") }),
    });
    for (const given of [{}, { goal: { type: "refresh" as const, held }, stored: { id: "registered" } }]) {
      const { failure } = play({ ...given, served: { [places.token]: echo } });
      expect(failure?.message).toContain("invalid_request");
      expect(failure?.message).not.toMatch(/code-1|verifier-1|rt-0/);
    }
  });

  it("forgets a registration that the server has lost, so that the next login makes a new one", () => {
    const lost = { status: 401, body: '{"error":"invalid_client"}' };
    const played = play({ stored: { id: "stored" }, served: { [places.token]: lost } });
    expect(played.outputs).toContainEqual({ type: "forget-client", issuer });
  });
});
