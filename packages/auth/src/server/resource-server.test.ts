import { request } from "@mcpwire/jsonrpc";
import type { RequestHead } from "@mcpwire/streamable-http";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createDpopKey } from "../client/dpop.js";
import { parseChallenges } from "../core/challenge.js";
import { rotatingNonces, type DpopOptions } from "./dpop-proof.js";
import { metadataFallback, protect, type NodeRequest, type NodeResponse } from "./protect.js";
import { createResourceServer, type ResourceServer, type ResourceServerOptions } from "./resource-server.js";
import { isPrincipal, type VerifiedToken } from "./verified-token.js";

const resource = "https://mcp.example.com/mcp";
const issuer = "https://as.example.com";
const metadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

const good: VerifiedToken = {
  issuer,
  subject: "ann",
  clientId: "c",
  scopes: ["read"],
  audience: resource,
  claims: { sub: "ann" },
};

function guard(options: Partial<ResourceServerOptions> = {}, token: Partial<VerifiedToken> = {}): ResourceServer {
  const verify = (text: string) => (text === "good" ? { ...good, ...token } : undefined);
  return createResourceServer({ resource, authorizationServers: [issuer], verify, ...options });
}

function head(headers: Readonly<Record<string, string>>, method = "POST", target = "/mcp"): RequestHead {
  return { method, target, header: (name) => headers[name] };
}

const bearer = head({ authorization: "Bearer good" });

async function refusal(server: ResourceServer, of: RequestHead) {
  const verdict = await server.authorize(of);
  if (!("challenge" in verdict)) return undefined;
  const { status, headers } = verdict.challenge;
  const [first] = parseChallenges(headers?.["WWW-Authenticate"]);
  return { status, scheme: first?.scheme, nonce: headers?.["DPoP-Nonce"], ...Object.fromEntries(first?.params ?? []) };
}

describe("who comes in", () => {
  // 2025-06-18/basic/authorization#token-handling/7 2025-11-25/basic/authorization#token-handling/7
  // 2026-07-28/basic/authorization/index#token-handling/7 2025-06-18/basic/authorization#access-token-privilege-restriction/5
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/5
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/5
  it("is the caller, without the token", async () => {
    const verdict = await guard().authorize(bearer);
    expect(verdict).toMatchObject({
      caller: { issuer, subject: "ann", clientId: "c", scopes: ["read"] },
      id: JSON.stringify([issuer, "ann", "c"]),
    });
    // 2026-07-28/basic/authorization/index#token-handling/7
    expect(JSON.stringify(verdict)).not.toContain("good");
  });

  it("is told by `isPrincipal` from what another host's hook gave, and from nobody", async () => {
    const verdict = await guard().authorize(bearer);
    const caller = "caller" in verdict ? verdict.caller : undefined;
    expect(isPrincipal(caller)).toBe(true);
    if (isPrincipal(caller)) expectTypeOf(caller.scopes).toEqualTypeOf<readonly string[]>();
    for (const other of [undefined, null, "ann", {}, { ...(caller as object) }]) expect(isPrincipal(other)).toBe(false);
    expect(Object.keys(caller as object)).toEqual(["issuer", "subject", "clientId", "scopes", "claims", "toJSON"]);
    expect(Object.isFrozen(caller)).toBe(true);
  });

  it("is the same caller over tokens, in what is bound to one", async () => {
    const [one, two] = await Promise.all([
      guard({}, { claims: { jti: 1 } }).authorize(bearer),
      guard({}, { claims: { jti: 2 } }).authorize(bearer),
    ]);
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });

  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/1
  // 2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements/1
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/4
  // 2025-06-18/basic/authorization#authorization-server-location/3
  // 2026-07-28/basic/authorization/index#scope-selection-strategy/1
  // 2025-03-26/basic/authorization#example-authorization-code-grant/1
  it("is asked for a token, with where to get it and for what", async () => {
    const scopes = ["read", "list"];
    for (const nothing of [head({}), head({ authorization: "Basic x" })]) {
      expect(await refusal(guard({ scopes }), nothing)).toEqual({
        status: 401,
        scheme: "bearer",
        scope: "read list",
        resource_metadata: metadataUrl,
      });
    }
  });

  it("is not known by a token in the URL", async () => {
    expect(await refusal(guard(), head({}, "POST", "/mcp?access_token=good"))).toMatchObject({ status: 401 });
  });

  // 2025-06-18/basic/authorization#token-handling/1 2025-06-18/basic/authorization#token-handling/2
  // 2025-06-18/basic/authorization#token-handling/3 2025-06-18/basic/authorization#token-handling/4
  // 2025-06-18/basic/authorization#token-handling/6 2025-11-25/basic/authorization#token-handling/1
  // 2025-11-25/basic/authorization#token-handling/2 2025-11-25/basic/authorization#token-handling/3
  // 2025-11-25/basic/authorization#token-handling/4 2025-11-25/basic/authorization#token-handling/6
  // 2026-07-28/basic/authorization/index#token-handling/1 2026-07-28/basic/authorization/index#token-handling/2
  // 2026-07-28/basic/authorization/index#token-handling/3 2026-07-28/basic/authorization/index#token-handling/4
  // 2026-07-28/basic/authorization/index#token-handling/6 2025-03-26/basic/authorization#token-handling/1
  // 2025-03-26/basic/authorization#token-handling/2 2025-03-26/basic/authorization#token-handling/3
  // 2025-06-18/basic/authorization#token-audience-binding-and-validation/2
  // 2025-11-25/basic/authorization#token-audience-binding-and-validation/2
  // 2026-07-28/basic/authorization/security-considerations#token-audience-binding-and-validation/2
  // 2025-06-18/basic/authorization#access-token-privilege-restriction/1
  // 2025-06-18/basic/authorization#access-token-privilege-restriction/2
  // 2025-06-18/basic/authorization#access-token-privilege-restriction/3
  // 2025-06-18/basic/authorization#access-token-privilege-restriction/4
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/1
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/2
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/3
  // 2025-11-25/basic/authorization#access-token-privilege-restriction/4
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/1
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/2
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/3
  // 2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction/4
  it.each<[string, Partial<VerifiedToken>]>([
    ["for another resource", { audience: "https://other.example.com/mcp" }],
    ["for a resource above", { audience: "https://mcp.example.com" }],
    ["for the same with a slash", { audience: `${resource}/` }],
    ["for nobody in particular", { audience: undefined }],
    ["for several others", { audience: ["a", "b"] }],
    ["of another issuer", { issuer: "https://evil.example.com" }],
    ["that has expired", { expiresAt: 1 }],
    ["that is bound to a key nobody checks", { keyThumbprint: "x" }],
  ])("does not come in with a token %s", async (_title, token) => {
    expect(await refusal(guard({}, token), bearer)).toMatchObject({ status: 401, error: "invalid_token" });
  });

  it("does not come in with a token that names nobody", async () => {
    const { subject: _subject, clientId: _clientId, ...nobody } = good;
    expect(await refusal(guard({ verify: () => nobody }), bearer)).toMatchObject({ status: 401 });
  });

  it.each([
    ["a name that the resource had before", { audiences: ["https://old.example.com"] }, "https://old.example.com"],
    ["one of several", {}, ["a", resource]],
  ])("comes in with a token for %s", async (_title, options, audience) => {
    expect(await refusal(guard(options, { audience }), bearer)).toBeUndefined();
  });

  it("gets 400 for a header that is none, and a failure of the check is none of the token's", async () => {
    expect(await refusal(guard(), head({ authorization: "Bearer a b" }))).toMatchObject({
      status: 400,
      error: "invalid_request",
    });
    await expect(guard({ verify: () => Promise.reject(new Error("down")) }).authorize(bearer)).rejects.toThrow("down");
  });
});

describe("scopes", () => {
  const scopes = {
    required: ["read"],
    tools: { write: ["write", "audit"] },
    implied: { admin: ["read", "write", "audit"] },
  };
  const call = request(1, "tools/call", { name: "write" });
  const who = async (held: readonly string[]) => {
    const verdict = await guard({ scopes }, { scopes: held }).authorize(bearer);
    return "caller" in verdict ? verdict.caller : undefined;
  };

  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/1
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/2
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/3
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/4
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/1
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/2
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/3
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/4
  it("that a tool needs are all in one challenge", async () => {
    const challenge = guard({ scopes }).permit(call, await who(["read"]));
    expect(challenge?.status).toBe(403);
    expect(challenge?.headers?.["WWW-Authenticate"]).toBe(
      `Bearer error="insufficient_scope", error_description="This operation needs more scopes", scope="read write audit", resource_metadata="${metadataUrl}"`,
    );
  });

  it.each([[["read", "write", "audit"]], [["admin"]]])("are enough: %j", async (held) => {
    expect(guard({ scopes }).permit(call, await who(held))).toBeUndefined();
  });

  it("that everything needs are looked at in the head where there is no body", async () => {
    const without = guard({ scopes }, { scopes: [] });
    expect(await refusal(without, head({ authorization: "Bearer good" }, "GET"))).toMatchObject({
      status: 403,
      scope: "read",
    });
    expect(await refusal(without, bearer)).toBeUndefined();
    expect(without.permit(request(1, "ping"), await who([]))).toMatchObject({ status: 403 });
  });
});

describe("the metadata", () => {
  // 2025-06-18/basic/authorization#authorization-server-location/1
  // 2025-06-18/basic/authorization#authorization-server-location/2
  // 2025-11-25/basic/authorization#authorization-server-location/1
  // 2025-11-25/basic/authorization#authorization-server-location/2
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location/1
  // 2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location/2
  // 2025-11-25/basic/authorization#overview/4 2026-07-28/basic/authorization/index#overview/4
  // 2025-06-18/basic/authorization#overview/3
  it("says who issues tokens, beside what the user adds, which cannot replace it", () => {
    const server = guard({
      scopes: ["read"],
      metadata: { resource_name: "Notes", resource: "https://evil.example.com" },
    });
    const response = server.metadataResponse("GET", metadataUrl);
    expect(response).toMatchObject({
      status: 200,
      headers: { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" },
    });
    expect(JSON.parse(response?.body ?? "")).toEqual({
      resource,
      resource_name: "Notes",
      authorization_servers: [issuer],
      scopes_supported: ["read"],
      bearer_methods_supported: ["header"],
    });
  });

  it.each<[string, string, number | undefined]>([
    ["GET", "/.well-known/oauth-protected-resource/mcp", 200],
    ["HEAD", "/.well-known/oauth-protected-resource/mcp", 200],
    ["OPTIONS", "/.well-known/oauth-protected-resource/mcp", 204],
    ["POST", "/.well-known/oauth-protected-resource/mcp", 405],
    ["GET", "/.well-known/oauth-protected-resource", undefined],
    ["GET", "/mcp", undefined],
    ["GET", "http://[", undefined],
  ])("%s %s: %s", (method, target, status) => {
    expect(guard().metadataResponse(method, target)?.status).toBe(status);
  });

  it("is served beside the endpoint, on Fetch and on Node", async () => {
    const handler = protect(
      ({ authorize }) =>
        Object.assign(
          async (incoming: Request) => {
            const verdict = await authorize({
              method: incoming.method,
              target: incoming.url,
              header: (name) => incoming.headers.get(name) ?? undefined,
            });
            return new Response(null, { status: "challenge" in verdict ? verdict.challenge.status : 200 });
          },
          { inFlight: 7 },
        ),
      { resource, authorizationServers: [issuer], verify: () => good },
    );
    expect((await handler(new Request(metadataUrl))).status).toBe(200);
    expect((await handler(new Request(resource, { method: "POST" }))).status).toBe(401);
    expect((await handler(new Request(resource, { headers: { authorization: "Bearer x" } }))).status).toBe(200);
    expect(handler.inFlight).toBe(7);
    const written: unknown[] = [];
    const res = {
      writeHead: (status: number) => written.push(status),
      end: (body: string) => written.push(body.length > 0),
    };
    metadataFallback(guard())({ method: "GET", url: "/.well-known/oauth-protected-resource/mcp" }, res);
    metadataFallback(guard())({ method: "GET", url: "/else" }, res);
    expect(written).toEqual([200, true, 404, true]);
  });

  it("is served where a framework has cut the path that it is mounted at", () => {
    const written: number[] = [];
    const handler = protect(
      () => (_req: NodeRequest, _res: NodeResponse) => {
        throw new Error("not for the endpoint");
      },
      { resource, authorizationServers: [issuer], verify: () => good },
    );
    const res = { writeHead: (status: number) => written.push(status), end: () => {} };
    handler({ method: "GET", url: "/mcp", originalUrl: "/.well-known/oauth-protected-resource/mcp" }, res);
    expect(written).toEqual([200]);
  });

  it("says what it takes to who hands it a handler that is made already, which would ask nobody for a token", () => {
    const handler = async (incoming: Request) => new Response(incoming.url);
    const options = { resource, authorizationServers: [issuer], verify: () => good };
    expect(() => protect(handler as never, options)).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining("(hooks) =>") }),
    );
    const failing = async (incoming: Request) => Promise.reject(new Error(`no URL: ${incoming.url.length}`));
    expect(() => protect(failing as never, options)).toThrow("(hooks) =>");
  });

  // 2026-07-28/basic/authorization/index#refresh-tokens/5
  it.each<[string, Partial<ResourceServerOptions>]>([
    ["offline_access", { scopes: ["offline_access"] }],
    ["a resource in the clear", { resource: "http://mcp.example.com" }],
    ["a resource with a fragment", { resource: `${resource}#x` }],
    ["no issuer", { authorizationServers: [] }],
    ["an issuer in the clear", { authorizationServers: ["http://as.example.com"] }],
  ])("is not made of %s", (_title, options) => {
    expect(() => guard(options)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});

describe("proofs of possession", () => {
  async function proving(options: DpopOptions = {}, clock = { now: Date.now() }) {
    const key = await createDpopKey();
    const server = guard({ dpop: options, now: () => clock.now }, { keyThumbprint: key.thumbprint });
    const prove = (facts: object = {}) => key.prove({ method: "POST", url: resource, accessToken: "good", ...facts });
    const ask = (proof: string, target = "/mcp") =>
      refusal(server, head({ authorization: "DPoP good", dpop: proof }, "POST", target));
    return { key, server, prove, ask, clock };
  }

  it("are taken once each", async () => {
    const { prove, ask } = await proving();
    const proof = await prove();
    expect(await ask(proof)).toBeUndefined();
    expect(await ask(proof)).toMatchObject({ status: 401, scheme: "dpop", error: "invalid_dpop_proof" });
    expect(await ask(await prove())).toBeUndefined();
  });

  it.each<[string, object]>([
    ["for another method", { method: "GET" }],
    ["for another place", { url: "https://mcp.example.com/other" }],
    ["for another host", { url: "https://evil.example.com/mcp" }],
    ["for another token", { accessToken: "other" }],
    ["for no token", { accessToken: undefined }],
  ])("%s are refused", async (_title, facts) => {
    const { prove, ask } = await proving();
    expect(await ask(await prove(facts))).toMatchObject({ error: "invalid_dpop_proof" });
  });

  it.each(["", "x", "a.b.c"])("that are none (%j) are refused", async (proof) => {
    const { ask } = await proving();
    expect(await ask(proof)).toMatchObject({ error: "invalid_dpop_proof" });
  });

  it("that come in pairs are refused", async () => {
    const { prove, ask } = await proving();
    expect(await ask(`${await prove()}, ${await prove()}`)).toMatchObject({ error: "invalid_dpop_proof" });
  });

  it("of another key than the token's are refused", async () => {
    const { ask } = await proving();
    const other = await createDpopKey();
    expect(await ask(await other.prove({ method: "POST", url: resource, accessToken: "good" }))).toMatchObject({
      error: "invalid_dpop_proof",
    });
  });

  it.each([[61_000], [-6_000]])("that are %i ms old are refused", async (age) => {
    const { prove, ask, clock } = await proving();
    const proof = await prove();
    clock.now += age;
    expect(await ask(proof)).toMatchObject({ error: "invalid_dpop_proof" });
  });

  it("are needed for a token that is bound, and for every token where they are required", async () => {
    const { server } = await proving();
    expect(await refusal(server, bearer)).toMatchObject({ status: 401, error: "invalid_token" });
    const strict = guard({ dpop: { required: true } });
    expect(await refusal(strict, bearer)).toMatchObject({ status: 401, scheme: "dpop" });
    expect(await refusal(strict, head({}))).toMatchObject({
      status: 401,
      scheme: "dpop",
      algs: expect.stringContaining("ES256"),
    });
    expect(await refusal(guard({ dpop: {} }), bearer)).toBeUndefined();
  });

  it("must carry a nonce of this server where it wants one, the last one still counting", async () => {
    const clock = { now: Date.now() };
    const nonces = rotatingNonces({ lifetimeMs: 1_000, now: () => clock.now });
    const { prove, ask } = await proving({ nonces }, clock);
    const first = await ask(await prove());
    expect(first).toMatchObject({ status: 401, error: "use_dpop_nonce", nonce: expect.any(String) });
    expect(await ask(await prove({ nonce: first?.nonce }))).toBeUndefined();
    clock.now += 1_000;
    expect(await ask(await prove({ nonce: first?.nonce }))).toBeUndefined();
    clock.now += 1_000;
    expect(await ask(await prove({ nonce: first?.nonce }))).toMatchObject({ error: "use_dpop_nonce" });
  });

  it("may be remembered elsewhere, and in memory no more than they may", async () => {
    const ids: string[] = [];
    const shared = await proving({ remember: (id) => ids.push(id) === 1 });
    expect(await shared.ask(await shared.prove())).toBeUndefined();
    expect(await shared.ask(await shared.prove())).toMatchObject({ error: "invalid_dpop_proof" });
    const small = await proving({ maxRemembered: 1 });
    const proofs = [await small.prove(), await small.prove()];
    for (const proof of proofs) expect(await small.ask(proof)).toBeUndefined();
    expect(await small.ask(proofs[1] ?? "")).toMatchObject({ error: "invalid_dpop_proof" });
    // The price of a bound: what went first is no longer known.
    expect(await small.ask(proofs[0] ?? "")).toBeUndefined();
  });
});
