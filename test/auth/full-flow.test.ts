/** Our client and our server with a real authorization server between them, over sockets. */
import { createDpopKey, createOAuthSession, memoryStore, type OAuthSessionOptions } from "@mcpwire/auth";
import { rotatingNonces } from "@mcpwire/auth/server";
import { connect } from "@mcpwire/client";
import { credentialFile, publicFetch } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { logInByHand } from "./authorization-server.js";
import { closeAll, closeLater, world, type World } from "./protected-world.js";
import { listeningTo } from "./spoken.js";

afterEach(closeAll);

async function open({ server, redirect }: World, options: OAuthSessionOptions = {}, revisions?: readonly string[]) {
  const auth = createOAuthSession({ redirect, ...options });
  const client = await connect(http(server.url, { auth }), revisions === undefined ? {} : { revisions });
  closeLater(client);
  return client;
}

const text = (result: { readonly content?: readonly unknown[] }) => result.content?.[0];

describe("a client that logs in by itself", () => {
  it.each(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])(
    "reaches a protected server at %s",
    async (revision) => {
      const around = await world();
      const client = await open(around, {}, [revision]);
      expect(client.revision).toBe(revision);
      expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
      expect(around.logins).toHaveLength(1);
      expect(around.issuer.grants).toEqual(["authorization_code"]);
    },
  );

  it.each(["2026-07-28", "2025-11-25"])("steps up when a tool needs more, at %s", async (revision) => {
    const around = await world();
    const client = await open(around, {}, [revision]);
    await client.callTool("whoami");
    expect(text(await client.callTool("write"))).toEqual({ type: "text", text: "written" });
    expect(around.logins.map((url) => new URL(url).searchParams.get("scope"))).toEqual([
      "notes:read offline_access",
      "notes:read offline_access notes:write",
    ]);
  });

  it("refreshes once for a hundred calls whose token has ended, and rotates", async () => {
    const around = await world({ lifetimeS: 60 });
    let skew = 0;
    const client = await open(around, { now: () => Date.now() + skew });
    await client.callTool("whoami");
    skew = 45_000;
    const results = await Promise.all(Array.from({ length: 100 }, () => client.callTool("whoami")));
    expect(results).toHaveLength(100);
    expect(around.issuer.grants).toEqual(["authorization_code", "refresh_token"]);
    expect(around.logins).toHaveLength(1);
  });

  it("takes a 401 to the stream of a legacy session for a challenge, and opens it with what a refresh brought", async () => {
    let gets = 0;
    const refuses = (method: string): boolean => method === "GET" && ++gets === 1;
    const around = await world({ refuses });
    const client = await open(around, {}, ["2025-11-25"]);
    await vi.waitUntil(() => gets > 1);
    expect(around.issuer.grants).toEqual(["authorization_code", "refresh_token"]);
    expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
    expect([gets, around.logins.length]).toEqual([2, 1]);
  });

  it("asks the authorization server by the given fetch alone, and shows it no header of the client's own requests", async () => {
    const around = await world();
    const asked: { readonly place: string; readonly headers: Headers }[] = [];
    const recording = (url: string, init: RequestInit): Promise<Response> => {
      asked.push({ place: new URL(url).pathname, headers: new Headers(init.headers) });
      return fetch(url, init);
    };
    const auth = createOAuthSession({ redirect: around.redirect, fetch: recording });
    closeLater(await connect(http(around.server.url, { auth, headers: { "x-own": "canary", cookie: "canary" } })));
    expect(asked.map(({ place }) => place)).toEqual([
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/reg",
      "/token",
    ]);
    for (const { headers } of asked) expect(JSON.stringify([...headers])).not.toContain("canary");
  });

  it.each(["2026-07-28", "2025-11-25"])(
    "logs in and calls by a fetch that reaches the public internet and what it is allowed alone, at %s",
    async (revision) => {
      const around = await world();
      const fetch = publicFetch({ allow: ["127.0.0.1"] });
      const auth = createOAuthSession({ redirect: around.redirect, fetch });
      const client = await connect(http(around.server.url, { auth, fetch }), { revisions: [revision] });
      closeLater(client);
      expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
      expect(text(await client.callTool("write"))).toEqual({ type: "text", text: "written" });
      expect(await auth.logout(around.server.url)).toEqual({ type: "revoked" });
      const strict = connect(http(around.server.url, { auth, fetch: publicFetch() }), { revisions: [revision] });
      await expect(strict).rejects.toMatchObject({ code: "unreachable" });
    },
  );

  it("prints nothing, and no error or report of it holds a token, a code or a secret", async () => {
    await listeningTo(async ({ hear, text: spoken }) => {
      const around = await world();
      const secrets = new Set<string>();
      const recording = async (url: string, init: RequestInit): Promise<Response> => {
        const { code, code_verifier: verifier } = Object.fromEntries(new URLSearchParams(String(init.body ?? "")));
        const response = await fetch(url, init);
        const text = await response.text();
        const answered = [...text.matchAll(/"(?:access_token|refresh_token|id_token|client_secret)":"([^"]+)"/g)];
        for (const secret of [code, verifier, ...answered.map(([, one]) => one)]) {
          if (secret !== undefined) secrets.add(secret);
        }
        return new Response(text, response);
      };
      const auth = createOAuthSession({ redirect: around.redirect, fetch: recording });
      const client = await connect(http(around.server.url, { auth }), { report: hear });
      closeLater(client);
      await client.callTool("write");
      // A token for nobody here, and an authorization server that is gone.
      secrets.add("canary-token");
      const foreign: unknown = await connect(http(around.server.url, { auth: "canary-token" }), { report: hear }).catch(
        (error: unknown) => error,
      );
      hear(foreign);
      await around.issuer.close();
      const late = createOAuthSession({ redirect: around.redirect, fetch: recording, now: () => Date.now() + 1e9 });
      const lost: unknown = await connect(http(around.server.url, { auth: late }), { report: hear }).catch(
        (error: unknown) => error,
      );
      hear(lost);
      expect(foreign).toMatchObject({ code: "unauthorized" });
      expect(lost).toMatchObject({ code: "unauthorized" });
      expect(secrets.size).toBeGreaterThan(6);
      for (const secret of secrets) expect(spoken()).not.toContain(secret);
    });
  });

  it("goes on after a restart with what its store holds", async () => {
    const around = await world();
    const store = memoryStore();
    await open(around, { store });
    const client = await open(around, { store });
    expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
    expect(around.issuer.grants).toEqual(["authorization_code"]);
  });

  it("logs out: its issuer takes the refresh token no more, its file holds none, and the next call asks the user again", async () => {
    const around = await world();
    const folder = await mkdtemp(join(tmpdir(), "logout-"));
    try {
      const path = join(folder, "credentials.json");
      const auth = createOAuthSession({ redirect: around.redirect, store: credentialFile(path) });
      const client = await connect(http(around.server.url, { auth }));
      closeLater(client);
      await client.callTool("whoami");
      // Only what a thief would have copied.
      const [, refreshToken = ""] = /"refreshToken": "([^"]+)"/.exec(await readFile(path, "utf8")) ?? [];
      const [, id = ""] = /"clientId": "([^"]+)"/.exec(await readFile(path, "utf8")) ?? [];
      expect(await auth.logout(around.server.url)).toEqual({ type: "revoked" });
      expect(await readFile(path, "utf8")).not.toMatch(/accessToken|refreshToken/);
      const stolen = await fetch(`${around.issuer.issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          client_id: id,
          resource: around.server.url,
        }),
      });
      expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: "invalid_grant" }]);
      expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
      expect(around.logins).toHaveLength(2);
      expect(around.issuer.grants).toEqual(["authorization_code", "authorization_code"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("acts for itself with a secret", async () => {
    const machine = {
      client_id: "machine",
      client_secret: "a secret of some length, long enough for anybody",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    };
    const around = await world({ clients: [machine] });
    const client = await open(around, {
      grant: { type: "client-credentials" },
      client: { id: machine.client_id, secret: machine.client_secret },
    });
    expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "machine" });
    expect(around.logins).toEqual([]);
  });

  it("binds its tokens to a key, with nonces on both sides", async () => {
    const around = await world({ dpop: { required: true, nonces: rotatingNonces() } });
    const client = await open(around, { dpop: await createDpopKey() });
    expect(text(await client.callTool("whoami"))).toEqual({ type: "text", text: "ann" });
    expect(around.seen.every((header) => header === "" || header.startsWith("DPoP "))).toBe(true);
    expect(around.logins).toHaveLength(1);
  });
});

describe("a protected server", () => {
  it("refuses tokens for another resource of the same issuer", async () => {
    const one = await world();
    const two = await world();
    await open(one);
    const token = one.seen.at(-1)?.replace("Bearer ", "") ?? "";
    const refused = connect(http(two.server.url, { auth: token }));
    await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("keeps a session to whom it belongs, over tokens", async () => {
    const around = await world();
    await open(around, {}, ["2025-11-25"]);
    const annsToken = around.seen.at(-1) ?? "";
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    };
    const opened = await fetch(around.server.url, {
      method: "POST",
      headers: { ...headers, authorization: annsToken },
      body: JSON.stringify(initialize),
    });
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    expect(session).not.toBe("");
    const bobs = createOAuthSession({
      redirect: {
        start: () => ({
          uri: "http://127.0.0.1:9/callback",
          visit: (url) => logInByHand(url, "http://127.0.0.1:9/callback", "bob"),
        }),
      },
    });
    const bob = await connect(http(around.server.url, { auth: bobs }));
    closeLater(bob);
    const bobsToken = around.seen.at(-1) ?? "";
    expect(bobsToken).not.toBe(annsToken);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
    const ping = async (authorization: string): Promise<number> => {
      const response = await fetch(around.server.url, {
        method: "POST",
        headers: { ...headers, authorization, "mcp-session-id": session },
        body,
      });
      await response.text();
      return response.status;
    };
    expect([await ping(annsToken), await ping(bobsToken)]).toEqual([200, 404]);
  });
});
