import { describe, expect, it } from "vitest";
import { World, expired, issuer, open, serverUrl } from "../../test/world.js";
import type { LogoutResult } from "./revoke.js";
import { memoryStore, type CredentialStore } from "./store.js";

/** Every key that a store holds. */
function listed(): { readonly store: CredentialStore; readonly keys: () => readonly string[] } {
  const values = new Map<string, unknown>();
  const store: CredentialStore = {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
  };
  return { store, keys: () => [...values.keys()] };
}

describe("a logout", () => {
  it("revokes both tokens, the refresh token first, and forgets them; the registration stays", async () => {
    const { store, keys } = listed();
    const { world, session, ...opened } = open(new World(), { store });
    await opened.call();
    world.seen.length = 0;
    expect(await session.logout(serverUrl)).toEqual({ type: "revoked" });
    expect(world.to("/revoke").map(({ form }) => form)).toEqual([
      { token: "rt-1", token_type_hint: "refresh_token", client_id: `client-of-${issuer}` },
      { token: "at-1", token_type_hint: "access_token", client_id: `client-of-${issuer}` },
    ]);
    expect(keys()).toEqual([`client ${issuer}`]);
    expect([world.valid.size, world.refreshTokens.size]).toEqual([0, 0]);
    expect((await opened.call()).status).toBe(200);
    expect([world.logins, world.to("/register").length]).toEqual([2, 0]);
  });

  it("of nobody asks nobody, and may be repeated", async () => {
    const { world, session, ...opened } = open();
    expect(await session.logout(serverUrl)).toEqual({ type: "nothing-held" });
    await opened.call();
    await session.logout(new URL(serverUrl));
    world.seen.length = 0;
    expect(await session.logout(serverUrl)).toEqual({ type: "nothing-held" });
    expect(world.seen).toEqual([]);
  });

  it.each<[string, () => Response | Promise<never>, string]>([
    [
      "refuses",
      () => Response.json({ error: "invalid_client", error_description: "rt-1" }, { status: 401 }),
      "invalid_client",
    ],
    ["is down", () => new Response("rt-1", { status: 503 }), "HTTP 503"],
    ["speaks in riddles that hold the token", () => Response.json({ error: "RT-1 rt-1" }, { status: 400 }), "HTTP 400"],
    ["cannot be reached by somebody who talks", () => Promise.reject(new Error("not sent: rt-1 at-1")), "not sent"],
    ["cannot be reached", () => Promise.reject(new Error("connection refused")), "connection refused"],
  ])("forgets here in any case, and says why there when the issuer %s", async (_title, answer, why) => {
    const { store, keys } = listed();
    const { world, session } = await expired({ store });
    world.before = ({ url }) => (url === `${issuer}/revoke` ? answer() : undefined);
    const result = await session.logout(serverUrl);
    expect(result).toMatchObject({ type: "forgotten", reason: expect.stringContaining(why) });
    expect(JSON.stringify(result)).not.toMatch(/rt-1|at-1/i);
    expect(keys()).toEqual([`client ${issuer}`]);
  });

  it.each<[string, object]>([
    ["has no place for it", { revocation_endpoint: undefined }],
    [
      "has a place for it in the clear, which is never spoken to",
      { revocation_endpoint: "http://as.example.com/revoke" },
    ],
    ["has a place for it inside our network", { revocation_endpoint: "https://10.0.0.1/revoke" }],
  ])("forgets, and asks nobody, when the issuer %s", async (_title, change) => {
    const world = new World();
    const { session, ...opened } = open(world);
    world.before = ({ url }) =>
      url.endsWith("/oauth-authorization-server")
        ? Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            registration_endpoint: `${issuer}/register`,
            code_challenge_methods_supported: ["S256"],
            ...change,
          })
        : undefined;
    expect((await opened.call()).status).toBe(200);
    world.seen.length = 0;
    expect(await session.logout(serverUrl)).toMatchObject({
      type: "forgotten",
      reason: expect.stringContaining("no way"),
    });
    expect(world.seen).toEqual([]);
  });

  it("counts as done where only the access token cannot be recalled", async () => {
    const { world, session } = await expired();
    world.before = ({ url, form }) =>
      url === `${issuer}/revoke` && form["token_type_hint"] === "access_token"
        ? Response.json({ error: "unsupported_token_type" }, { status: 400 })
        : undefined;
    expect(await session.logout(serverUrl)).toEqual({ type: "revoked" });
  });

  it("of a session that was opened again uses what the store kept", async () => {
    const store = memoryStore();
    const { world } = await expired({ store });
    expect(await open(world, { store }).session.logout(serverUrl)).toEqual({ type: "revoked" });
    expect(world.to("/revoke")).toHaveLength(2);
  });

  it("revokes what another process refreshed in the meantime, not what it replaced", async () => {
    const store = memoryStore();
    const { world, session } = await expired({ store });
    await open(world, { store }).call();
    world.seen.length = 0;
    await session.logout(serverUrl);
    expect(world.to("/revoke").map(({ form }) => form["token"])).toEqual(["rt-2", "at-2"]);
  });

  it("waits for a refresh that is under way, whose tokens would outlive it", async () => {
    const { world, session, ...opened } = await expired();
    let logout: Promise<LogoutResult> | undefined;
    world.before = ({ url }) => {
      if (url === `${issuer}/token`) logout ??= session.logout(serverUrl);
      return undefined;
    };
    await opened.call();
    expect(await logout).toEqual({ type: "revoked" });
    expect(world.to("/revoke").map(({ form }) => form["token"])).toEqual(["rt-2", "at-2"]);
  });

  it("surfaces a store that cannot forget, and has the token revoked all the same", async () => {
    const store = memoryStore();
    const { world, session } = await expired({
      store: { ...store, delete: () => Promise.reject(new Error("disk full")) },
    });
    await expect(session.logout(serverUrl)).rejects.toThrow("disk full");
    expect(world.to("/revoke")).toHaveLength(2);
  });

  it("shows a client's secret where the issuer wants it for that", async () => {
    const world = new World();
    const { session, ...opened } = open(world, { client: { id: "c", secret: "s" } });
    world.before = ({ url }) =>
      url.endsWith("/oauth-authorization-server")
        ? Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            code_challenge_methods_supported: ["S256"],
            revocation_endpoint: `${issuer}/revoke`,
            token_endpoint_auth_methods_supported: ["client_secret_basic"],
            revocation_endpoint_auth_methods_supported: ["client_secret_post"],
          })
        : undefined;
    await opened.call();
    await session.logout(serverUrl);
    expect(world.to("/revoke").map(({ form }) => [form["client_id"], form["client_secret"]])).toEqual([
      ["c", "s"],
      ["c", "s"],
    ]);
  });
});
