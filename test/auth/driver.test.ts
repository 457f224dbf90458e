/** The scriptable client logs in: by a user whose way is one redirect, and for itself with a secret. */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHandler } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { afterEach, describe, expect, it } from "vitest";
import { Driven } from "../conformance/driven.js";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** An MCP server and the smallest authorization server before it, in one process: it redirects at once, and logs what it is asked. */
async function listen(): Promise<{ readonly url: string; readonly grants: string[] }> {
  const definition = createServer({ name: "guarded", version: "1.0.0" });
  definition.tool("hello", {}, () => "hello");
  const serve = nodeHandler(definition);
  const grants: string[] = [];
  const server: Server = createHttpServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => server.closeAllConnections() }, server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, so it has an address
  const json = (response: ServerResponse, body: object, status = 200): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return json(response, { resource: `${origin}/mcp`, authorization_servers: [origin] });
      case "/.well-known/oauth-authorization-server":
        return json(response, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
        });
      case "/register":
        return json(response, { client_id: "registered", redirect_uris: ["http://localhost:3000/callback"] }, 201);
      case "/authorize": {
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", "code");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case "/token": {
        let body = "";
        for await (const chunk of request) body += String(chunk);
        grants.push(new URLSearchParams(body).get("grant_type") ?? "");
        return json(response, { access_token: "token", token_type: "Bearer", expires_in: 3600 });
      }
      default:
        if (request.headers.authorization === "Bearer token") return void serve(request, response);
        response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    }
  }
  return { url: `${origin}/mcp`, grants };
}

describe("the driver", () => {
  it("follows a user's redirect once, and keeps what it gets in the file that it is given", async () => {
    const { url, grants } = await listen();
    const store = join(mkdtempSync(join(tmpdir(), "mcpwire-")), "credentials.json");
    const connect = { target: { url }, options: { auth: { redirect: "follow", store } } };
    for (const driven of [new Driven(), new Driven()]) {
      open.push({ close: () => driven.end() });
      expect(await driven.run("connect", connect)).toMatchObject({ ok: { era: "modern" } });
      expect(await driven.run("call", { name: "hello" })).toMatchObject({ ok: { content: [{ text: "hello" }] } });
    }
    expect(grants).toEqual(["authorization_code"]);
    expect(readFileSync(store, "utf8")).toContain("token");
  });

  it("acts for itself where it has a secret and no user", async () => {
    const { url, grants } = await listen();
    const driven = new Driven();
    open.push({ close: () => driven.end() });
    const auth = { clientId: "machine", clientSecret: "secret", scopes: ["read"] };
    expect(await driven.run("connect", { target: { url }, options: { auth } })).toMatchObject({
      ok: { era: "modern" },
    });
    expect(grants).toEqual(["client_credentials"]);
  });
});
