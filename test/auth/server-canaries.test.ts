/** Whatever a protected server answers, reports or prints, no token, proof or secret is in it. */
import { createDpopKey, createOAuthSession } from "@mcpwire/auth";
import { createResourceServer, introspect, rotatingNonces, type TokenVerifier } from "@mcpwire/auth/server";
import { connect } from "@mcpwire/client";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { http } from "@mcpwire/streamable-http";
import { afterEach, describe, expect, it } from "vitest";
import { closeAll, closeLater, world } from "./protected-world.js";
import { listeningTo, type Spoken } from "./spoken.js";

afterEach(closeAll);

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
});

/** Asks, and hears all that comes back, headers too. Resolves with the status. */
async function ask(url: string, headers: Record<string, string>, { hear }: Spoken, body = initialize): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
    body,
  });
  hear(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
  return response.status;
}

/** A protected server whose verifier is another's. */
async function guarded(verify: TokenVerifier, report: (said: unknown) => void): Promise<string> {
  const resource = "https://mcp.example.com/mcp";
  const issuer = "https://as.example.com";
  const definition = createServer({ name: "notes", version: "1.0.0", report });
  const guard = createResourceServer({ resource, authorizationServers: [issuer], verify });
  const listener = await serveHttp(definition, { ...guard, report });
  closeLater(listener);
  return listener.url;
}

describe("what a protected server says", () => {
  it("to whoever is let in, is refused, or lacks a scope, holds no token", async () => {
    await listeningTo(async (spoken) => {
      const around = await world({ report: spoken.hear, dpop: { nonces: rotatingNonces() } });
      const auth = createOAuthSession({ redirect: around.redirect });
      for (const revision of ["2026-07-28", "2025-11-25"]) {
        const client = await connect(http(around.server.url, { auth }), { revisions: [revision], report: spoken.hear });
        await client.callTool("whoami");
        await client.callTool("break").catch(spoken.hear);
        await client.callTool("write");
        await client.callTool("nothing-of-that-name").catch(spoken.hear);
        await client.close();
      }
      const good = around.seen.at(-1)?.replace("Bearer ", "") ?? "";
      const [head = "", payload = "", signature = ""] = good.split(".");
      const forged = `${head}.${payload}.${signature.split("").reverse().join("")}`;
      const other = await world();
      const others = await connect(http(other.server.url, { auth: createOAuthSession({ redirect: other.redirect }) }));
      closeLater(others);
      const foreign = other.seen.at(-1)?.replace("Bearer ", "") ?? "";
      const proof = await (await createDpopKey()).prove({ method: "POST", url: around.server.url, accessToken: good });
      const place = around.server.url;
      expect([
        await ask(place, { authorization: `Bearer ${forged}` }, spoken),
        await ask(place, { authorization: `Bearer ${foreign}` }, spoken),
        await ask(place, { authorization: `Bearer ${good} twice` }, spoken),
        await ask(place, { authorization: `Basic ${good}` }, spoken),
        await ask(`${place}?access_token=${good}`, {}, spoken),
        await ask(place, { authorization: `DPoP ${good}`, dpop: proof }, spoken),
        await ask(place, { authorization: `DPoP ${good}`, dpop: `${proof}x` }, spoken),
        await ask(place, { authorization: `Bearer ${good}`, "mcp-session-id": good }, spoken),
        await ask(place, { authorization: `Bearer ${good}` }, spoken, `{"jsonrpc":`),
        await ask(place, { authorization: `Bearer ${good}` }, spoken),
      ]).toEqual([401, 401, 400, 401, 401, 401, 401, expect.any(Number), 400, 200]);
      const heard = spoken.text();
      expect(heard).toContain("broken");
      expect(heard).toContain("invalid_token");
      for (const secret of [good, forged, foreign, proof, signature]) {
        expect(secret.length).toBeGreaterThan(20);
        expect(heard).not.toContain(secret);
      }
    });
  });

  it.each<[string, () => Promise<Response>]>([
    ["is down", () => Promise.reject(new Error("connection refused"))],
    ["is down, and the client of it talks", () => Promise.reject(talkative())],
    ["answers with an error", () => Promise.resolve(new Response("canary-token canary-secret", { status: 500 }))],
    ["answers with nonsense", () => Promise.resolve(new Response("canary-token canary-secret"))],
    [
      "is redirected",
      () => Promise.resolve(new Response("", { status: 302, headers: { location: "https://x/canary-token" } })),
    ],
  ])("of an introspection that %s holds neither the token nor its own secret", async (_title, answer) => {
    await listeningTo(async (spoken) => {
      const clientSecret = "canary-secret";
      const endpoint = "https://as.example.com/introspect";
      const verify = introspect({ endpoint, clientId: "rs", clientSecret, fetch: answer });
      const place = await guarded(verify, spoken.hear);
      expect(await ask(place, { authorization: "Bearer canary-token" }, spoken)).toBe(500);
      expect(spoken.text()).toContain("authorize-failed");
      expect(spoken.text()).not.toMatch(/canary|Y2FuYXJ5/);
    });
  });

  it("of a verifier that fails with the token in its error does not repeat it", async () => {
    await listeningTo(async (spoken) => {
      const place = await guarded(() => Promise.reject(talkative()), spoken.hear);
      expect(await ask(place, { authorization: "Bearer canary-token" }, spoken)).toBe(500);
      expect(spoken.text()).toContain("cannot send");
      expect(spoken.text()).not.toContain("canary-token");
    });
  });
});

/** As clients of HTTP fail who keep what they sent: in the message, in members, and in the cause. */
function talkative(): Error {
  const basic = `Basic ${btoa("rs:canary-secret")}`;
  return Object.assign(new Error("cannot send token=canary-token", { cause: new Error("canary-token") }), {
    config: { headers: { authorization: basic }, data: "token=canary-token" },
  });
}
