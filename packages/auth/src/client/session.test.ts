import { describe, expect, it } from "vitest";
import { World, call, expired, issuer, open, serverUrl } from "../../test/world.js";
import type { OAuthSessionOptions } from "./options.js";
import { createOAuthSession } from "./session.js";
import { memoryStore, type CredentialStore } from "./store.js";

describe("a session", () => {
  // 2025-03-26/basic/authorization#token-requirements/1 2025-03-26/basic/authorization#token-requirements/2
  // 2025-03-26/basic/authorization#token-requirements/3 2025-03-26/basic/authorization#token-requirements/4
  // 2025-06-18/basic/authorization#token-requirements/1 2025-06-18/basic/authorization#token-requirements/2
  // 2025-06-18/basic/authorization#token-requirements/3 2025-06-18/basic/authorization#token-requirements/4
  // 2025-11-25/basic/authorization#token-requirements/1 2025-11-25/basic/authorization#token-requirements/2
  // 2025-11-25/basic/authorization#token-requirements/3 2025-11-25/basic/authorization#token-requirements/4
  // 2026-07-28/basic/authorization/index#token-requirements/1 2026-07-28/basic/authorization/index#token-requirements/2
  // 2026-07-28/basic/authorization/index#token-requirements/3 2026-07-28/basic/authorization/index#token-requirements/4
  it("sends nothing before it is asked to, logs in once, and uses the token from then on", async () => {
    const { world, ...opened } = open();
    expect(world.seen).toEqual([]);
    expect((await opened.call()).status).toBe(200);
    expect((await opened.call()).status).toBe(200);
    expect([world.logins, world.to("/token").length, world.to("/mcp").length]).toEqual([1, 1, 3]);
    expect(world.to("/mcp").at(-1)?.headers.get("authorization")).toBe("Bearer at-1");
  });

  it("logs 100 parallel requests in by one login", async () => {
    const { world, ...opened } = open();
    const all = await Promise.all(Array.from({ length: 100 }, () => opened.call()));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect([world.logins, world.to("/token").length]).toEqual([1, 1]);
  });

  it("gives 100 parallel requests with a token that was refused one refresh and 100 results", async () => {
    const { world, ...opened } = await expired();
    const all = await Promise.all(Array.from({ length: 100 }, () => opened.call()));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(world.to("/token").map(({ form }) => form["refresh_token"])).toEqual(["rt-1"]);
    expect(world.logins).toBe(1);
  });

  it("gives 100 parallel requests with a token that has ended one refresh, before anything is sent in vain", async () => {
    let now = 0;
    const world = new World();
    world.expiresIn = 60;
    const opened = open(world, { now: () => now });
    await opened.call();
    now = 45_000;
    world.seen.length = 0;
    const all = await Promise.all(Array.from({ length: 100 }, () => opened.call()));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect([world.to("/token").length, world.to("/mcp").length]).toEqual([1, 100]);
    expect(world.seen[0]?.url).toBe(`${issuer}/token`);
  });

  it("does not refresh a short-lived token for every request", async () => {
    let now = 0;
    const world = new World();
    world.expiresIn = 20;
    const opened = open(world, { now: () => now });
    for (now = 0; now < 9_000; now += 1_000) await opened.call();
    expect(world.to("/token")).toHaveLength(1);
    now = 11_000;
    await opened.call();
    expect(world.to("/token")).toHaveLength(2);
  });

  it("logs in at once when a token has ended that cannot be refreshed", async () => {
    let now = 0;
    const world = new World();
    world.before = ({ url }) => {
      if (url !== `${issuer}/token`) return undefined;
      world.valid.add(`t${now}`);
      return Response.json({ access_token: `t${now}`, token_type: "Bearer", expires_in: 60 });
    };
    const opened = open(world, { now: () => now });
    await opened.call();
    now = 61_000;
    world.seen.length = 0;
    expect((await opened.call()).status).toBe(200);
    expect([world.to("/mcp").length, world.logins]).toEqual([2, 2]);
  });

  it("refreshes late answers once: a 401 to an old token takes the token that is there", async () => {
    const { world, ...opened } = await expired();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isFirst = true;
    world.before = async ({ url }) => {
      if (url !== serverUrl || !isFirst) return undefined;
      isFirst = false;
      await held;
      return undefined;
    };
    const late = opened.call();
    await opened.call();
    release?.();
    expect((await late).status).toBe(200);
    expect(world.to("/token")).toHaveLength(1);
  });

  it("shares one refresh with another session on the same store, as with another process", async () => {
    const store = memoryStore();
    const { world } = await expired({ store });
    const other = open(world, { store });
    const again = open(world, { store });
    const statuses = await Promise.all([other.call(), again.call()]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    expect([world.to("/token").length, world.logins]).toEqual([1, 1]);
  });

  it("shares one refresh between sessions whose store has no lock", async () => {
    const { get, set, delete: remove } = memoryStore();
    const store: CredentialStore = { get, set, delete: remove };
    const { world } = await expired({ store });
    const statuses = await Promise.all([open(world, { store }).call(), open(world, { store }).call()]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    expect([world.to("/token").length, world.logins]).toEqual([1, 1]);
  });

  it("shares one refresh between two endpoints of one resource, whose credential is the same", async () => {
    const store = memoryStore();
    const world = new World();
    const endpoints = [serverUrl, `${serverUrl}/notes`];
    const first = open(world, { store }).session;
    for (const url of endpoints) await call(world, first.authorizerFor(url), url);
    const logins = world.logins;
    world.valid.clear();
    world.seen.length = 0;
    const later = open(world, { store }).session;
    const answers = await Promise.all(endpoints.map((url) => call(world, later.authorizerFor(url), url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(world.to("/token").map(({ form }) => form["refresh_token"])).toEqual(["rt-2"]);
    expect(world.logins).toBe(logins);
  });

  it("waits for the refresh of a credential that another process put there after we had looked", async () => {
    let now = 0;
    const store = memoryStore();
    const world = new World();
    world.expiresIn = 60;
    const early = open(world, { store, now: () => now });
    await early.authorizer.headers({ method: "POST", url: serverUrl });
    const other = open(world, { store, now: () => now });
    await other.call();
    now = 61_000;
    world.valid.clear();
    const answers = await Promise.all([early.call(), other.call()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(world.to("/token").map(({ form }) => form["grant_type"])).toEqual(["authorization_code", "refresh_token"]);
    expect(world.logins).toBe(1);
  });

  it("refreshes when the token that another process left was revoked with the rest, and has not ended", async () => {
    const store = memoryStore();
    const { world, ...early } = open(new World(), { store });
    await early.call();
    world.valid.clear();
    await open(world, { store }).call();
    world.valid.clear();
    world.seen.length = 0;
    expect((await early.call()).status).toBe(200);
    expect(world.to("/mcp").map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer at-1",
      "Bearer at-2",
      "Bearer at-3",
    ]);
    expect([world.to("/token").map(({ form }) => form["refresh_token"]), world.logins]).toEqual([["rt-2"], 1]);
  });

  it("tries what other processes leave no more than a few times, however fast they leave it", async () => {
    const values = memoryStore();
    let lefts = 0;
    // Somebody else is first every time, with a token that the server refuses.
    const store: CredentialStore = {
      ...values,
      lock: async (_key, task) => {
        const key = `token ${issuer} ${serverUrl}`;
        const held = values.get(key);
        if (held !== undefined)
          values.set(key, { ...held, tokens: { accessToken: `left-${++lefts}`, tokenType: "Bearer" } });
        return task();
      },
    };
    const { world, ...opened } = await expired({ store });
    expect((await opened.call()).status).toBe(200);
    expect(world.to("/mcp").map(({ headers }) => headers.get("authorization"))).toEqual(
      ["at-1", "left-1", "left-2", "left-3", "at-2"].map((token) => `Bearer ${token}`),
    );
    expect(world.logins).toBe(2);
  });

  it("goes on with what the store holds, without a login and without discovery", async () => {
    const store = memoryStore();
    const { world } = open(new World(), { store });
    await open(world, { store }).call();
    world.seen.length = 0;
    expect((await open(world, { store }).call()).status).toBe(200);
    expect(world.seen).toHaveLength(1);
  });

  it("logs in when the refresh is refused, and keeps its registration", async () => {
    const { world, ...opened } = await expired();
    world.refreshTokens.clear();
    expect((await opened.call()).status).toBe(200);
    expect([world.logins, world.to("/register").length]).toEqual([2, 0]);
  });

  it("keeps its token when a refresh fails for another reason, and says so", async () => {
    const { world, ...opened } = await expired();
    world.before = ({ url }) => (url === `${issuer}/token` ? new Response("", { status: 503 }) : undefined);
    await expect(opened.call()).rejects.toMatchObject({ code: "unauthorized", data: { reason: "unreachable" } });
    world.before = () => undefined;
    expect((await opened.call()).status).toBe(200);
    expect(world.logins).toBe(1);
  });

  it("gives every waiting request the failure of the login, and asks the user once", async () => {
    const world = new World();
    let visits = 0;
    const redirect = world.redirect(() => {
      visits++;
      return Promise.reject(new Error("window closed"));
    });
    const opened = open(world, { redirect });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => opened.call()));
    expect(all.every(({ status }) => status === "rejected")).toBe(true);
    expect(all[0]).toMatchObject({ reason: { code: "unauthorized", data: { reason: "cancelled" } } });
    expect(visits).toBe(1);
  });

  it("gives up on a user who takes too long, and frees the way back", async () => {
    const world = new World();
    let stops = 0;
    const visit = () => new Promise<string>(() => {});
    const redirect = { start: () => ({ uri: "http://127.0.0.1:9/callback", visit, stop: () => void stops++ }) };
    const opened = open(world, { redirect, loginTimeoutMs: 5 });
    await expect(opened.call()).rejects.toMatchObject({ data: { reason: "cancelled" } });
    expect(stops).toBe(1);
  });

  it("retries once after new credentials, and never loops", async () => {
    const world = new World();
    world.before = ({ url }) => (url === serverUrl ? new Response("", { status: 401 }) : undefined);
    const opened = open(world);
    await expect(opened.call()).rejects.toMatchObject({ code: "unauthorized", data: { status: 401 } });
    expect([world.logins, world.to("/mcp").length]).toEqual([1, 2]);
  });

  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/1
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/3
  // 2025-11-25/basic/authorization#step-up-authorization-flow/1
  it("steps up to the union of scopes, and not again for the same", async () => {
    const world = new World();
    const opened = open(world, { scope: "read" });
    await opened.call();
    world.needs = "write";
    expect((await opened.call()).status).toBe(200);
    expect(world.to("/token").map(({ form }) => form["code"])).toEqual(["code-read", "code-read write"]);
    world.needs = "read write";
    expect((await opened.call()).status).toBe(200);
    world.before = ({ url }) =>
      url === serverUrl
        ? new Response("", {
            status: 403,
            headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="write"' },
          })
        : undefined;
    await expect(opened.call()).rejects.toMatchObject({ data: { status: 403 } });
    await expect(opened.call()).rejects.toMatchObject({ data: { status: 403 } });
    expect(world.logins).toBe(2);
  });

  it("bounds steps of one request, whatever the server thinks of next", async () => {
    const world = new World();
    let asked = 0;
    world.before = ({ url, headers }) =>
      url === serverUrl && headers.has("authorization")
        ? new Response("", {
            status: 403,
            headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="s${asked++}"` },
          })
        : undefined;
    await expect(open(world).call()).rejects.toMatchObject({ data: { status: 403 } });
    expect(world.logins).toBe(3);
  });

  // 2026-07-28/basic/authorization/client-registration#authorization-server-binding/2 and /3
  it("registers anew where the issuer changes, and shows the new one nothing of the old", async () => {
    const { world, ...opened } = await expired();
    world.issuer = "https://other.example.com";
    expect((await opened.call()).status).toBe(200);
    const elsewhere = world.seen.filter(({ url }) => url.startsWith(world.issuer));
    expect(elsewhere.map(({ url }) => new URL(url).pathname)).toEqual([
      "/.well-known/oauth-authorization-server",
      "/register",
      "/token",
    ]);
    expect(JSON.stringify(elsewhere)).not.toMatch(/rt-1|client-of-https:\/\/as/);
    expect(world.seen.some(({ url }) => url === `${issuer}/token`)).toBe(false);
  });

  it("keeps nothing of an issuer that the server named before, except who we were there", async () => {
    const values = new Map<string, unknown>();
    const store: CredentialStore = {
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
      delete: (key) => void values.delete(key),
    };
    const { world, ...opened } = await expired({ store });
    world.issuer = "https://other.example.com";
    await opened.call();
    expect([...values.keys()].sort()).toEqual([
      `client ${issuer}`,
      `client ${world.issuer}`,
      `server ${serverUrl}`,
      `token ${world.issuer} ${serverUrl}`,
    ]);
  });

  it("sends no token in the clear", () => {
    const { session } = open();
    expect(() => session.authorizerFor("http://mcp.example.com/mcp")).toThrow(expect.objectContaining({ code: "url" }));
    expect(session.authorizerFor("http://127.0.0.1:1/mcp")).toBeDefined();
  });

  it("never sends a token to another origin, and answers no challenge of one", async () => {
    const { world, authorizer, ...opened } = open();
    await opened.call();
    const elsewhere = "https://evil.example.com/mcp";
    expect(await authorizer.headers({ method: "POST", url: elsewhere })).toEqual({});
    expect((await call(world, authorizer, elsewhere)).status).toBe(404);
    world.before = () => new Response("", { status: 401 });
    expect((await call(world, authorizer, elsewhere)).status).toBe(401);
    expect(world.logins).toBe(1);
  });

  it("forgets on request, here and in the store", async () => {
    const values = new Map<string, unknown>();
    const store: CredentialStore = {
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
      delete: (key) => void values.delete(key),
    };
    const { world, session, ...opened } = open(new World(), { store });
    await opened.call();
    expect([...values.keys()]).toEqual([`client ${issuer}`, `token ${issuer} ${serverUrl}`, `server ${serverUrl}`]);
    await session.forget(serverUrl);
    expect([...values.keys()]).toEqual([`client ${issuer}`]);
    await opened.call();
    expect(world.logins).toBe(2);
  });

  it.each(["get", "set", "delete", "lock"] as const)("surfaces a store whose %s fails", async (broken) => {
    const opened = await expired({ store: { ...memoryStore(), lock: undefined as never } });
    const store: CredentialStore = { ...memoryStore(), [broken]: () => Promise.reject(new Error("disk full")) };
    const call =
      broken === "delete"
        ? () => createOAuthSession({ store, redirect: opened.world.redirect() }).forget(serverUrl)
        : open(new World(), { store }).call;
    await expect(call()).rejects.toThrow("disk full");
  });

  it("does not lose a refresh token that was rotated when the store fails", async () => {
    const store = memoryStore();
    let isBroken = false;
    const fragile: CredentialStore = {
      get: (key) => store.get(key),
      set: (key, value) => (isBroken ? Promise.reject(new Error("disk full")) : store.set(key, value)),
      delete: (key) => store.delete(key),
    };
    const { world, ...opened } = await expired({ store: fragile });
    isBroken = true;
    await expect(opened.call()).rejects.toThrow("disk full");
    isBroken = false;
    expect((await opened.call()).status).toBe(200);
    world.valid.clear();
    expect((await opened.call()).status).toBe(200);
    expect([world.logins, world.to("/token").map(({ form }) => form["refresh_token"])]).toEqual([1, ["rt-1", "rt-2"]]);
  });
});

describe("options", () => {
  it.each<[string, OAuthSessionOptions]>([
    ["a user without a way to log in", {}],
    ["a secret without a client", { client: { secret: "s" }, grant: { type: "client-credentials" } }],
    ["a machine without a client", { grant: { type: "client-credentials" } }],
    ["metadata without https", { redirect: new World().redirect(), client: { metadataUrl: "http://a/b" } }],
    [
      "a company's provider in the clear",
      {
        client: { id: "c" },
        grant: {
          type: "enterprise",
          identityProvider: { tokenEndpoint: "http://idp.example.com/token", clientId: "i" },
          identityToken: () => "id-token",
        },
      },
    ],
    ["a guard that is misspelt", { redirect: new World().redirect(), privateAddresses: "deny" as "refuse" }],
    ["a negative bound", { redirect: new World().redirect(), maxStepUps: -1 }],
  ])("refuse %s", (_title, options) => {
    expect(() => createOAuthSession(options)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
