/**
 * An authorization server to try the other two with: it lets anybody in, by any password, and forgets all when it ends. Built on
 * `oidc-provider`; never for anything but development.
 */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

const port = Number(process.env["PORT"] ?? 8767);
const resource = process.env["RESOURCE"] ?? "http://127.0.0.1:8766/mcp";

const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "1" };

const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [key] },
  cookies: { keys: ["development"] },
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  scopes: ["openid", "offline_access", "notes:read", "notes:write"],
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  features: {
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "notes:read notes:write",
        audience: resource,
        accessTokenFormat: "jwt",
        accessTokenTTL: 600,
        jwt: { sign: { alg: "ES256" } },
      }),
    },
  },
});

createServer(provider.callback()).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
