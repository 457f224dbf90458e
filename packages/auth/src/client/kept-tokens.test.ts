import { describe, expect, it } from "vitest";
import { World, call, issuer, open, serverUrl } from "../../test/world.js";
import { memoryStore } from "./store.js";

describe("what a session holds", () => {
  it("refreshes at one server with the client of its own login, though another server of the issuer made us register anew", async () => {
    const store = memoryStore();
    const world = new World();
    let registered = 0;
    let port = 0;
    const clients: (string | undefined)[] = [];
    world.before = ({ url, form }) => {
      if (url === `${issuer}/register`) return Response.json({ client_id: `c${++registered}` }, { status: 201 });
      if (url === `${issuer}/token`) clients.push(form["client_id"]);
      return undefined;
    };
    const usual = world.redirect();
    // As on loopback: every login has a port of its own.
    const redirect = {
      start: async () => ({ ...(await usual.start()), uri: `http://127.0.0.1:${++port}/callback` }),
    };
    const { session } = open(world, { store, redirect });
    const endpoints = [serverUrl, "https://mcp.example.com/other"];
    const other = "https://mcp.example.com/.well-known/oauth-protected-resource/other";
    const before = world.before;
    world.before = (seen) =>
      seen.url === other
        ? Response.json({ resource: endpoints[1], authorization_servers: [issuer] })
        : seen.url === endpoints[1]
          ? new Response("", { status: world.valid.has(seen.headers.get("authorization")?.slice(7) ?? "") ? 200 : 401 })
          : before(seen);
    for (const url of endpoints) await call(world, session.authorizerFor(url), url);
    expect([clients, world.logins]).toEqual([["c1", "c2"], 2]);
    world.valid.clear();
    // A process that knows no more than what was stored.
    const later = open(world, { store, redirect });
    expect((await later.call()).status).toBe(200);
    expect([clients.at(-1), world.logins]).toEqual(["c1", 2]);
  });

  it("uses a token to its end when it cannot be refreshed in time", async () => {
    let now = 0;
    const world = new World();
    world.expiresIn = 60;
    const opened = open(world, { now: () => now });
    await opened.call();
    world.before = ({ url }) => (url === `${issuer}/token` ? new Response("", { status: 503 }) : undefined);
    now = 45_000;
    expect((await opened.call()).status).toBe(200);
    now = 61_000;
    await expect(opened.call()).rejects.toMatchObject({ data: { reason: "unreachable" } });
  });

  it("keeps the tokens of a login whose way back cannot be closed", async () => {
    const world = new World();
    const usual = world.redirect();
    const redirect = {
      start: async () => ({ ...(await usual.start()), stop: () => Promise.reject(new Error("port is gone")) }),
    };
    const opened = open(world, { redirect });
    expect((await opened.call()).status).toBe(200);
    expect(world.logins).toBe(1);
  });

  it("forgets on request also what a login under way brings", async () => {
    const world = new World();
    const { session, authorizer, ...opened } = open(world);
    const waiting = opened.call();
    while (world.to("/register").length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    await session.forget(serverUrl);
    expect(world.to("/token")).toHaveLength(1);
    expect(await authorizer.headers({ method: "POST", url: serverUrl })).toEqual({});
    await waiting;
  });

  it("goes on bare when the token was forgotten while a refresh waited for its turn", async () => {
    let now = 0;
    const world = new World();
    world.expiresIn = 60;
    const { session, ...opened } = open(world, { now: () => now });
    await opened.call();
    now = 61_000;
    const out = session.logout(serverUrl);
    expect((await opened.call()).status).toBe(200);
    await out;
  });

  it.each([
    ["in this process", false],
    ["in one that knows what was stored", true],
  ])(
    "shows a client that was registered by hand to no second issuer, after the first ended the login, %s",
    async (_title, isLater) => {
      let now = 0;
      const world = new World();
      world.expiresIn = 60;
      const options = { store: memoryStore(), client: { id: "by-hand", secret: "canary" }, now: () => now };
      const opened = open(world, options);
      await opened.call();
      world.refreshTokens.clear();
      world.issuer = "https://evil.example.com";
      now = 61_000;
      await expect(opened.call()).rejects.toMatchObject({ data: { reason: "issuer-changed" } });
      await expect((isLater ? open(world, options) : opened).call()).rejects.toMatchObject({
        data: { reason: "issuer-changed" },
      });
      expect(world.seen.some(({ url }) => url === "https://evil.example.com/token")).toBe(false);
      await opened.session.forget(serverUrl);
      expect((await opened.call()).status).toBe(200);
    },
  );
});
