/** The guard before every kind of endpoint, with tokens of a table instead of an issuer. */
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createResourceServer,
  protect,
  type ResourceServerOptions,
  type TokenVerifier,
  type VerifiedToken,
} from "@mcpwire/auth/server";
import { connect } from "@mcpwire/client";
import { nodeHandler } from "@mcpwire/node";
import { createServer, inputRequired } from "@mcpwire/server";
import { createFetchHandler, http } from "@mcpwire/streamable-http";
import { createHttpSseHandler } from "@mcpwire/streamable-http/http-sse";
import { describe, expect, it } from "vitest";

const resource = "https://mcp.example.com/mcp";
const issuer = "https://as.example.com";

const tokens: Readonly<Record<string, VerifiedToken>> = {
  ann: { issuer, subject: "ann", scopes: ["read"], audience: resource, claims: { jti: 1 } },
  "ann-again": { issuer, subject: "ann", scopes: ["read"], audience: resource, claims: { jti: 2 } },
  bob: { issuer, subject: "bob", scopes: ["read", "write"], audience: resource, claims: {} },
};

const options: ResourceServerOptions = {
  resource,
  authorizationServers: [issuer],
  verify: (token) => (Object.hasOwn(tokens, token) ? tokens[token] : undefined),
  scopes: { required: ["read"], tools: { write: ["write"] } },
};

function definition() {
  const server = createServer({ name: "notes", version: "1.0.0" });
  server.tool("read", {}, () => "read");
  server.tool("write", {}, () => "written");
  return server;
}

describe("the guard", () => {
  it.each(["2026-07-28", "2025-11-25", "2025-03-26"])("stands before a fetch handler at %s", async (revision) => {
    const handler = protect((hooks) => createFetchHandler(definition(), hooks), options);
    const fetch = (url: string, init: RequestInit): Promise<Response> => handler(new Request(url, init));
    const open = (auth: string) => connect(http(resource, { auth, fetch }), { revisions: [revision] });
    const bob = await open("bob");
    expect((await bob.callTool("write")).content).toEqual([{ type: "text", text: "written" }]);
    const ann = await open("ann");
    expect((await ann.callTool("read")).content).toEqual([{ type: "text", text: "read" }]);
    await expect(ann.callTool("write")).rejects.toMatchObject({ code: "unauthorized", data: { status: 403 } });
    await expect(open("eve")).rejects.toMatchObject({ code: "unauthorized", data: { status: 401 } });
    const metadata = await fetch("https://mcp.example.com/.well-known/oauth-protected-resource/mcp", {});
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [issuer] });
    await Promise.all([bob.close(), ann.close()]);
    await handler.close();
  });

  it.each(["2026-07-28", "2025-11-25"])(
    "stands before a handler on node:http at %s, and serves its metadata",
    async (revision) => {
      const listener = createHttpServer();
      await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
      // Listening on a port, so it has an address.
      const { port } = listener.address() as AddressInfo;
      const here = `http://127.0.0.1:${port}/mcp`;
      const verify: TokenVerifier = (token) => {
        const known = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
        return known === undefined ? undefined : { ...known, audience: here };
      };
      const handler = protect((hooks) => nodeHandler(definition(), hooks), {
        ...options,
        resource: here,
        verify,
      });
      listener.on("request", handler);
      const open = (auth: string) => connect(http(here, { auth }), { revisions: [revision] });
      const bob = await open("bob");
      expect((await bob.callTool("write")).content).toEqual([{ type: "text", text: "written" }]);
      const ann = await open("ann");
      await expect(ann.callTool("write")).rejects.toMatchObject({ code: "unauthorized", data: { status: 403 } });
      await expect(open("eve")).rejects.toMatchObject({ code: "unauthorized", data: { status: 401 } });
      const metadata = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`);
      expect([metadata.headers.get("content-type"), await metadata.json()]).toMatchObject([
        "application/json",
        { resource: here, authorization_servers: [issuer] },
      ]);
      expect(handler.inFlight).toBe(0);
      await Promise.all([bob.close(), ann.close()]);
      await handler.close();
      listener.close();
      listener.closeAllConnections();
    },
  );

  it("stands before HTTP+SSE of 2024-11-05, for each message", async () => {
    const guard = createResourceServer(options);
    const handler = createHttpSseHandler(definition(), guard);
    const fetch = (url: string, init: RequestInit): Promise<Response> => handler(new Request(url, init));
    const sse = "https://mcp.example.com/sse";
    const refused = await fetch(sse, { headers: { accept: "text/event-stream" } });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer scope="read", resource_metadata="${guard.metadataUrl}"`,
    ]);
    const ann = { accept: "text/event-stream", authorization: "Bearer ann", "content-type": "application/json" };
    const stream = await fetch(sse, { headers: ann });
    const reader = (stream.body ?? new ReadableStream()).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    const endpoint = new URL(/data: (\S+)/.exec(first)?.[1] ?? "", sse).href;
    const post = async (message: object): Promise<number> =>
      (await fetch(endpoint, { method: "POST", headers: ann, body: JSON.stringify(message) })).status;
    const call = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
    expect([await post(call("read")), await post(call("write")), await post([call("read"), call("write")])]).toEqual([
      202, 403, 403,
    ]);
    await reader.cancel();
    await handler.close();
  });

  it("binds sealed state to whom it was given, over tokens", async () => {
    const server = createServer({ name: "asks", version: "1.0.0" });
    server.tool("ask", {}, (_args, ctx) => (ctx.state === 1 ? "done" : inputRequired({ state: 1 })));
    const handler = protect((hooks) => createFetchHandler(server, hooks), options);
    const call = async (token: string, requestState?: unknown): Promise<Record<string, unknown>> => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const params = { name: "ask", _meta: meta, ...(requestState === undefined ? {} : { requestState }) };
      const response = await handler(
        new Request(resource, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            accept: "application/json, text/event-stream",
            "content-type": "application/json",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": "ask",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        }),
      );
      // The shape of every answer.
      const { result, error } = (await response.json()) as Record<string, Record<string, unknown> | undefined>;
      return result ?? error ?? {};
    };
    const { requestState } = await call("ann");
    expect(await call("bob", requestState)).toMatchObject({ code: -32602 });
    expect(await call("ann-again", requestState)).toMatchObject({ content: [{ type: "text", text: "done" }] });
    await handler.close();
  });
});
