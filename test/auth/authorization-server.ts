/** A real authorization server on loopback, and a user without a browser who logs in and consents. */
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
// It has no types of its own; what is used of it is written down below.
import { Provider } from "oidc-provider";

export interface AuthorizationServer {
  readonly issuer: string;
  /** `grant_type` of every token request that succeeded, in order. */
  readonly grants: readonly string[];
  close(): Promise<void>;
}

export interface AuthorizationServerOptions {
  /** The resource that tokens are for. */
  readonly resource: () => string;
  /** How long tokens live, in s. Default 600. */
  readonly lifetimeS?: number;
  readonly clients?: readonly object[];
  readonly port?: number;
}

const scopes = "notes:read notes:write";

export async function startAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: options.clients ?? [],
        jwks: { keys: [{ ...jwk, alg: "ES256", use: "sig", kid: "k" }] },
        cookies: { keys: ["test"] },
        findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
        pkce: { required: () => true },
        scopes: ["openid", "offline_access", "notes:read", "notes:write"],
        clientDefaults: { id_token_signed_response_alg: "ES256" },
        issueRefreshToken: () => true,
        rotateRefreshToken: true,
        ttl: {
          AccessToken: options.lifetimeS ?? 600,
          ClientCredentials: options.lifetimeS ?? 600,
          Grant: 900,
          Interaction: 900,
          RefreshToken: 900,
          Session: 900,
        },
        features: {
          devInteractions: { enabled: true },
          registration: { enabled: true },
          introspection: { enabled: true },
          revocation: { enabled: true, allowedPolicy: () => true },
          clientCredentials: { enabled: true },
          dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true },
          resourceIndicators: {
            enabled: true,
            useGrantedResource: () => true,
            getResourceServerInfo: (_ctx: unknown, resource: string) => {
              if (resource !== options.resource()) throw new Error(`no such resource: ${resource}`);
              return {
                scope: scopes,
                audience: resource,
                accessTokenFormat: "jwt",
                accessTokenTTL: options.lifetimeS ?? 600,
                jwt: { sign: { alg: "ES256" } },
              };
            },
          },
        },
      }),
  );
  const grants: string[] = [];
  provider.on("grant.success", (ctx) => void grants.push(ctx.oidc.params.grant_type));
  server.on("request", provider.callback());
  return { issuer, grants, close: () => closed(server) };
}

/** It warns of all that only a test may do. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Follows every redirect and fills in every form until the way leads back to the program; resolves with that URL. */
export async function logInByHand(url: string, redirectUri: string, login = "ann"): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { readonly url: string; readonly body?: URLSearchParams } = { url };
  for (let steps = 0; steps < 20; steps++) {
    if (next.url.startsWith(redirectUri)) return next.url;
    const response: Response = await fetch(next.url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(next.body === undefined ? {} : { method: "POST", body: next.body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get("location");
    if (location !== null) {
      next = { url: new URL(location, next.url).href };
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`No form in HTTP ${response.status}: ${page.slice(0, 400)}`);
    const body = new URLSearchParams({ prompt, ...(prompt === "login" ? { login, password: "secret" } : {}) });
    next = { url: new URL(action, next.url).href, body };
  }
  throw new Error("The login leads nowhere");
}
