/** A protected server, its authorization server, and the user's way between them: all real, all on loopback. */
import type { UserRedirect } from "@mcpwire/auth";
import { createResourceServer, isPrincipal, metadataFallback, verifyJwt, type DpopOptions } from "@mcpwire/auth/server";
import { serveHttp, type HttpListener } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import {
  logInByHand,
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "./authorization-server.js";

const toClose: { close(): Promise<void> }[] = [];
export async function closeAll(): Promise<void> {
  for (const one of toClose.splice(0).reverse()) await one.close();
}

export function closeLater(one: { close(): Promise<void> }): void {
  toClose.push(one);
}

export interface World {
  readonly issuer: AuthorizationServer;
  readonly server: HttpListener;
  readonly logins: string[];
  readonly redirect: UserRedirect;
  /** `Authorization` of every request that reached the endpoint. */
  readonly seen: string[];
}

export async function world(
  given: Partial<AuthorizationServerOptions> & {
    readonly dpop?: DpopOptions;
    readonly login?: string;
    readonly report?: (said: unknown) => void;
    readonly refuses?: (method: string) => boolean;
  } = {},
): Promise<World> {
  let resource = "";
  const issuer = await startAuthorizationServer({ ...given, resource: () => resource });
  toClose.push(issuer);
  const definition = createServer({
    name: "notes",
    version: "1.0.0",
    ...(given.report === undefined ? {} : { report: given.report }),
  });
  definition.tool("whoami", {}, (_input, ctx) => {
    if (!isPrincipal(ctx.auth)) return "nobody";
    return ctx.auth.subject ?? ctx.auth.clientId ?? "nobody";
  });
  definition.tool("write", {}, () => "written");
  definition.tool("break", {}, (_input, ctx) => {
    throw Object.assign(new Error("broken"), { auth: ctx.auth });
  });
  // The port is part of the resource's name, so it must be known first.
  const probe = await serveHttp(definition);
  const { port } = probe;
  await probe.close();
  resource = `http://127.0.0.1:${port}/mcp`;
  const guard = createResourceServer({
    resource,
    authorizationServers: [issuer.issuer],
    verify: verifyJwt({ issuer: issuer.issuer }),
    scopes: { required: ["notes:read"], tools: { write: ["notes:write"] } },
    ...(given.dpop === undefined ? {} : { dpop: given.dpop }),
  });
  const seen: string[] = [];
  const server = await serveHttp(definition, {
    port,
    ...(given.report === undefined ? {} : { report: given.report }),
    authorize: (head) => {
      seen.push(head.header("authorization") ?? "");
      // As if nothing had been shown.
      return guard.authorize(given.refuses?.(head.method) === true ? { ...head, header: () => undefined } : head);
    },
    permit: guard.permit,
    fallback: metadataFallback(guard),
  });
  toClose.push(server);
  const logins: string[] = [];
  const uri = "http://127.0.0.1:9/callback";
  const visit = (url: string): Promise<string> => {
    logins.push(url);
    return logInByHand(url, uri, given.login);
  };
  return { issuer, server, logins, seen, redirect: { start: () => ({ uri, visit }) } };
}
