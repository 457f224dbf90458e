import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { describe, expect, it, vi } from "vitest";
import { introspect } from "./introspection.js";
import { createResourceServer } from "./resource-server.js";
import { verifyJwt } from "./verify-jwt.js";

const resource = "https://mcp.example.com/mcp";
const issuer = "https://as.example.com";

describe("JWTs", () => {
  async function issuing() {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid: "1" }] };
    const sign = (claims: object, header: object = {}) =>
      new SignJWT({
        iss: issuer,
        aud: resource,
        sub: "ann",
        scope: "a b",
        exp: Math.floor(Date.now() / 1000) + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: "ES256", kid: "1", typ: "at+jwt", ...header })
        .sign(privateKey);
    return { keys, sign, verify: verifyJwt({ issuer, keys }) };
  }
  const context = { resource };

  it("say who it is, for whom, and how long", async () => {
    const { sign, verify } = await issuing();
    expect(await verify(await sign({ client_id: "c", cnf: { jkt: "k" } }), context)).toMatchObject({
      issuer,
      subject: "ann",
      clientId: "c",
      scopes: ["a", "b"],
      audience: resource,
      keyThumbprint: "k",
      expiresAt: expect.any(Number),
    });
  });

  it.each<[string, object, object?]>([
    ["another issuer's", { iss: "https://evil.example.com" }],
    ["without an end", { exp: undefined }],
    ["past its end", { exp: 1 }],
    ["before its time", { nbf: 9_999_999_999 }],
    ["without an audience", { aud: undefined }],
    ["of another kind", {}, { typ: "id+jwt" }],
    ["of an unknown key", {}, { kid: "2" }],
  ])("count for nothing when they are %s", async (_title, claims, header) => {
    const { sign, verify } = await issuing();
    expect(await verify(await sign(claims, header), context)).toBeUndefined();
  });

  it("count for nothing unsigned, signed with a shared secret, or when they are no JWTs at all", async () => {
    const { verify, keys } = await issuing();
    const claims = btoa(JSON.stringify({ iss: issuer, aud: resource, sub: "x", exp: 9_999_999_999 })).replace(/=/g, "");
    const none = `${btoa('{"alg":"none"}').replace(/=/g, "")}.${claims}.`;
    const hmac = await new SignJWT({ iss: issuer, aud: resource, sub: "x", exp: 9_999_999_999 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(JSON.stringify(keys)));
    for (const token of [none, hmac, "opaque", "a.b.c"]) expect(await verify(token, context)).toBeUndefined();
  });

  it("are checked with keys that their issuer's metadata names, fetched once; a failure to fetch is no verdict", async () => {
    const { keys, sign } = await issuing();
    const seen: string[] = [];
    let isDown = true;
    const fetch = async (url: string): Promise<Response> => {
      seen.push(url);
      if (url === `${issuer}/jwks`) return isDown ? new Response("", { status: 503 }) : Response.json(keys);
      if (url.endsWith("/openid-configuration")) return Response.json({ issuer, jwks_uri: `${issuer}/jwks` });
      return new Response("", { status: 404 });
    };
    const verify = verifyJwt({ issuer, fetch });
    const token = await sign({});
    await expect(verify(token, context)).rejects.toThrow();
    isDown = false;
    expect(await verify(token, context)).toBeDefined();
    seen.length = 0;
    expect(await verify(await sign({ jti: "2" }), context)).toBeDefined();
    expect(seen).toEqual([]);
  });

  it("of an unknown key, shown while the issuer is down, cost nobody the keys that are known", async () => {
    const { keys, sign } = await issuing();
    let isDown = false;
    const fetch = async (url: string): Promise<Response> => {
      if (isDown) throw new Error("connection refused");
      return Response.json(url === `${issuer}/jwks` ? keys : { issuer, jwks_uri: `${issuer}/jwks` });
    };
    const verify = verifyJwt({ issuer, fetch });
    expect(await verify(await sign({}), context)).toBeDefined();
    isDown = true;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    try {
      await expect(verify(await sign({}, { kid: "junk" }), context)).rejects.toThrow();
      expect(await verify(await sign({}), context)).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("are found again where the issuer has moved its keys to", async () => {
    const { keys, sign } = await issuing();
    let place = `${issuer}/jwks`;
    const fetch = async (url: string): Promise<Response> =>
      url === place
        ? Response.json(keys)
        : url.includes(".well-known")
          ? Response.json({ issuer, jwks_uri: place })
          : new Response("", { status: 404 });
    const verify = verifyJwt({ issuer, fetch, keysForMs: 0 });
    expect(await verify(await sign({}), context)).toBeDefined();
    place = `${issuer}/moved`;
    await expect(verify(await sign({}), context)).rejects.toThrow();
    expect(await verify(await sign({}), context)).toBeDefined();
  });

  it.each([
    [30, true],
    [90, false],
  ])("that ended %i s ago, where clocks may differ by 60 s, are let in: %s", async (age, isIn) => {
    const { keys, sign } = await issuing();
    const verify = verifyJwt({ issuer, keys, clockToleranceS: 60 });
    const server = createResourceServer({ resource, authorizationServers: [issuer], verify });
    const token = await sign({ exp: Math.floor(Date.now() / 1000) - age });
    const verdict = await server.authorize({
      method: "POST",
      target: "/mcp",
      header: (name) => (name === "authorization" ? `Bearer ${token}` : undefined),
    });
    expect("caller" in verdict).toBe(isIn);
  });

  it("are not checked with keys from metadata of another issuer", async () => {
    const { keys, sign } = await issuing();
    const fetch = async (url: string): Promise<Response> =>
      url.endsWith("/jwks")
        ? Response.json(keys)
        : Response.json({ issuer: "https://evil.example.com", jwks_uri: `${issuer}/jwks` });
    await expect(verifyJwt({ issuer, fetch })(await sign({}), context)).rejects.toThrow("says where its keys are");
  });

  it.each([
    "https://10.0.0.7/jwks",
    "https://169.254.169.254/jwks",
    "http://127.0.0.1/jwks",
    "http://as.example.com/jwks",
    "nowhere",
  ])("are not checked with keys at %s, where only a public issuer's metadata led", async (place) => {
    const { keys, sign } = await issuing();
    const seen: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      seen.push(url);
      return Response.json(url === place ? keys : { issuer, jwks_uri: place });
    };
    await expect(verifyJwt({ issuer, fetch })(await sign({}), context)).rejects.toThrow();
    expect(seen).not.toContain(place);
    // A place that the operator wrote down is another matter.
    if (place.startsWith("https://")) {
      expect(await verifyJwt({ issuer, fetch, jwksUri: place })(await sign({}), context)).toBeDefined();
    }
  });

  it("are not checked with keys in a document without end", async () => {
    const { keys, sign } = await issuing();
    const fetch = async (url: string): Promise<Response> =>
      url.endsWith("/jwks")
        ? Response.json({ ...keys, padding: "x".repeat(300_000) })
        : Response.json({ issuer, jwks_uri: `${issuer}/jwks` });
    await expect(verifyJwt({ issuer, fetch })(await sign({}), context)).rejects.toThrow("larger than 262144 bytes");
  });

  it("are not checked with keys fetched in the clear", () => {
    expect(() => verifyJwt({ issuer, jwksUri: "http://as.example.com/jwks" })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("introspection", () => {
  function asked(answer: () => Response, now: () => number = () => 0) {
    const seen: { readonly body: unknown; readonly authorization: string | undefined }[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      seen.push({ body: init.body, authorization: new Headers(init.headers).get("authorization") ?? undefined });
      return answer();
    };
    const options = {
      endpoint: `${issuer}/introspect`,
      clientId: "rs",
      clientSecret: "s",
      keepMs: 100,
      maxKept: 2,
      fetch,
      now,
    };
    return { seen, verify: introspect(options) };
  }

  it("asks the issuer as itself, and keeps the answer for a while", async () => {
    let now = 0;
    const { seen, verify } = asked(
      () => Response.json({ active: true, sub: "ann", aud: [resource], scope: "a", exp: 9_999 }),
      () => now,
    );
    expect(await verify("t 1", { resource })).toMatchObject({
      subject: "ann",
      scopes: ["a"],
      audience: [resource],
      expiresAt: 9_999_000,
    });
    expect(seen).toEqual([{ body: "token=t+1&token_type_hint=access_token", authorization: `Basic ${btoa("rs:s")}` }]);
    await verify("t 1", { resource });
    now = 100;
    await verify("t 1", { resource });
    expect(seen).toHaveLength(2);
  });

  it("keeps no more than it may", async () => {
    const { seen, verify } = asked(() => Response.json({ active: true }));
    for (const token of ["1", "2", "3", "3", "1"]) await verify(token, { resource });
    expect(seen).toHaveLength(4);
  });

  it.each([{ active: false }, {}, { active: "true" }, { active: null, sub: "ann" }])(
    "takes %j for no",
    async (answer) => {
      expect(await asked(() => Response.json(answer)).verify("t", { resource })).toBeUndefined();
    },
  );

  it.each([
    ["an error", () => new Response("", { status: 500 })],
    ["a page for people", () => new Response("<html>")],
    ["a redirect", () => new Response("", { status: 307, headers: { location: `${issuer}/elsewhere` } })],
  ])("takes %s for no verdict, and asks nobody else", async (_title, answer) => {
    const { seen, verify } = asked(answer);
    await expect(verify("t", { resource })).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });
});
