import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { World, call, issuer, serverUrl } from "../../test/world.js";
import { createDpopKey } from "./dpop.js";
import type { OAuthSessionOptions } from "./options.js";
import { privateKeyJwt } from "./private-key-jwt.js";
import { createOAuthSession } from "./session.js";
import { memoryStore } from "./store.js";

function open(world: World, options: OAuthSessionOptions) {
  const session = createOAuthSession({ fetch: world.fetch, redirect: world.redirect(), ...options });
  return { call: () => call(world, session.authorizerFor(serverUrl)) };
}

describe("keys", () => {
  it("prove possession anew for each request, with the nonces that are asked for", async () => {
    const world = new World();
    const dpop = await createDpopKey();
    world.before = ({ url, headers }) => {
      const proof = headers.get("dpop");
      const nonce = proof === null ? undefined : decodeJwt(proof)["nonce"];
      if (url === `${issuer}/token`) {
        if (nonce !== "as-1")
          return Response.json({ error: "use_dpop_nonce" }, { status: 400, headers: { "dpop-nonce": "as-1" } });
        return Response.json({ access_token: "bound", token_type: "DPoP" });
      }
      if (url !== serverUrl) return undefined;
      if (proof === null) return new Response("", { status: 401, headers: { "www-authenticate": "DPoP" } });
      if (nonce !== "rs-1") {
        return new Response("", {
          status: 401,
          headers: { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "rs-1" },
        });
      }
      return Response.json({});
    };
    const opened = open(world, { dpop });
    expect((await opened.call()).status).toBe(200);
    expect((await opened.call()).status).toBe(200);
    expect(world.logins).toBe(1);
    const proofs = world.to("/mcp").flatMap(({ headers }) => headers.get("dpop") ?? []);
    expect(proofs).toHaveLength(3);
    expect(new Set(proofs.map((proof) => decodeJwt(proof).jti)).size).toBe(3);
    expect(world.to("/mcp").at(-1)?.headers.get("authorization")).toBe("DPoP bound");
    const last = proofs.at(-1) ?? "";
    expect(decodeProtectedHeader(last)).toMatchObject({ typ: "dpop+jwt", alg: "ES256", jwk: { kty: "EC" } });
    expect(decodeProtectedHeader(last).jwk).not.toHaveProperty("d");
    expect(decodeJwt(last)).toMatchObject({ htm: "POST", htu: serverUrl, nonce: "rs-1", ath: expect.any(String) });
  });

  it("make stored tokens of another key useless", async () => {
    const store = memoryStore();
    const world = new World();
    world.before = ({ url, headers }) => {
      if (url === `${issuer}/token`) return Response.json({ access_token: "bound", token_type: "DPoP" });
      return url === serverUrl && headers.has("dpop") ? Response.json({}) : undefined;
    };
    await open(world, { store, dpop: await createDpopKey() }).call();
    await open(world, { store, dpop: await createDpopKey() }).call();
    expect(world.logins).toBe(2);
  });

  it("sign client assertions that are short-lived and for one audience", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const signer = privateKeyJwt({ key: await exportPKCS8(privateKey), algorithm: "ES256", keyId: "k1" });
    const jwt = await signer.sign({ audience: issuer, clientId: "c" });
    const { payload, protectedHeader } = await jwtVerify(jwt, publicKey, {
      audience: issuer,
      issuer: "c",
      subject: "c",
    });
    expect(protectedHeader).toEqual({ alg: "ES256", kid: "k1" });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    expect(payload.jti).not.toBe(decodeJwt(await signer.sign({ audience: issuer, clientId: "c" })).jti);
  });
});
