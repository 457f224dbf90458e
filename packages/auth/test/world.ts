/** One protected server and one authorization server as a `fetch`, with every request on record, and the part of an HTTP client that asks them. */
import type { RequestAuthorizer } from "@mcpwire/streamable-http";
import type { OAuthSessionOptions, RedirectVisit } from "../src/client/options.js";
import { createOAuthSession } from "../src/client/session.js";
import { decodeForm } from "../src/core/form.js";

export const serverUrl = "https://mcp.example.com/mcp";
export const issuer = "https://as.example.com";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly form: Readonly<Record<string, string>>;
}

export class World {
  readonly seen: Seen[] = [];
  issuer = issuer;
  /** Scopes that the next token gets; what the server needs. */
  needs = "";
  valid = new Set<string>();
  refreshTokens = new Set<string>();
  expiresIn: number | undefined = undefined;
  /** What a request meets before its usual answer. */
  before: (seen: Seen) => Response | undefined | Promise<Response | undefined> = () => undefined;
  logins = 0;
  #count = 0;
  readonly #granted = new Map<string, string>();

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const form = Object.fromEntries(decodeForm(typeof init.body === "string" ? init.body : "") ?? []);
    const seen = { method: init.method ?? "GET", url, headers: new Headers(init.headers), form };
    this.seen.push(seen);
    // As over a network: nobody is answered within the same turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return (await this.before(seen)) ?? this.#answer(seen);
  };

  redirect(visit?: RedirectVisit["visit"]): NonNullable<OAuthSessionOptions["redirect"]> {
    const consent = async (url: string): Promise<string> => {
      this.logins++;
      const query = new URL(url).searchParams;
      const back = new URLSearchParams({
        code: `code-${query.get("scope") ?? ""}`,
        state: query.get("state") ?? "",
        iss: this.issuer,
      });
      return `${query.get("redirect_uri")}?${back}`;
    };
    return { start: () => ({ uri: "http://127.0.0.1:9/callback", visit: visit ?? consent }) };
  }

  /** Requests to a path, over all. */
  to(path: string): readonly Seen[] {
    return this.seen.filter(({ url }) => new URL(url).pathname === path);
  }

  #answer({ url, form, headers }: Seen): Response {
    const { pathname, origin } = new URL(url);
    if (`${pathname}/`.startsWith("/.well-known/oauth-protected-resource/mcp/")) {
      return Response.json({ resource: serverUrl, authorization_servers: [this.issuer] });
    }
    if (`${url}/`.startsWith(`${serverUrl}/`)) return this.#serve(headers);
    if (origin !== this.issuer) return new Response("", { status: 404 });
    switch (pathname) {
      case "/.well-known/oauth-authorization-server":
        return Response.json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          registration_endpoint: `${this.issuer}/register`,
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          revocation_endpoint: `${this.issuer}/revoke`,
        });
      case "/register":
        return Response.json({ client_id: `client-of-${this.issuer}` }, { status: 201 });
      case "/token":
        return this.#token(form);
      case "/revoke":
        this.valid.delete(form["token"] ?? "");
        this.refreshTokens.delete(form["token"] ?? "");
        return new Response("");
      default:
        return new Response("", { status: 404 });
    }
  }

  #token(form: Readonly<Record<string, string>>): Response {
    if (form["grant_type"] === "refresh_token") {
      // Rotated: each is good once, and a second use ends the family.
      if (!this.refreshTokens.delete(form["refresh_token"] ?? "")) {
        this.refreshTokens.clear();
        this.valid.clear();
        return Response.json({ error: "invalid_grant" }, { status: 400 });
      }
      this.valid.clear();
    }
    const number = ++this.#count;
    const token = `at-${number}`;
    this.valid.add(token);
    this.refreshTokens.add(`rt-${number}`);
    this.#granted.set(token, (form["code"] ?? "").replace("code-", ""));
    const lifetime = this.expiresIn === undefined ? {} : { expires_in: this.expiresIn };
    return Response.json({ access_token: token, token_type: "Bearer", refresh_token: `rt-${number}`, ...lifetime });
  }

  #serve(headers: Headers): Response {
    const token = headers.get("authorization")?.replace("Bearer ", "");
    if (token === undefined || !this.valid.has(token)) {
      return new Response("", { status: 401, headers: { "www-authenticate": "Bearer" } });
    }
    const granted = (this.#granted.get(token) ?? "").split(" ");
    if (this.needs !== "" && !this.needs.split(" ").every((scope) => granted.includes(scope))) {
      const challenge = `Bearer error="insufficient_scope", scope="${this.needs}"`;
      return new Response("", { status: 403, headers: { "www-authenticate": challenge } });
    }
    return Response.json({ token });
  }
}

/** One request as the HTTP client makes it; resolves with the last response. */
export async function call(world: World, authorizer: RequestAuthorizer, url = serverUrl): Promise<Response> {
  const request = {};
  for (let attempt = 1; ; attempt++) {
    const headers = await authorizer.headers({ method: "POST", url });
    const response = await world.fetch(url, { method: "POST", headers });
    authorizer.answered?.({ url, headers: response.headers });
    const { status } = response;
    if ((status !== 401 && status !== 403) || attempt > 6) return response;
    const authorization = headers["authorization"];
    const verdict = await authorizer.challenged({
      status,
      headers: response.headers,
      url,
      purpose: "post",
      attempt,
      request,
      ...(authorization === undefined ? {} : { authorization }),
    });
    if (verdict === "fail") return response;
  }
}

export function open(world = new World(), options: OAuthSessionOptions = {}) {
  const session = createOAuthSession({ fetch: world.fetch, redirect: world.redirect(), ...options });
  const authorizer = session.authorizerFor(serverUrl);
  return { world, session, authorizer, call: () => call(world, authorizer) };
}

/** Logged in, with a token that the server takes no more. */
export async function expired(options: OAuthSessionOptions = {}) {
  const opened = open(new World(), options);
  await opened.call();
  opened.world.valid.clear();
  opened.world.seen.length = 0;
  return opened;
}
