/** How the client of the suite authorizes itself in each `auth/` scenario: the options of its HTTP client, and what it does then. */
import { createDpopKey, createOAuthSession, privateKeyJwt } from "@mcpwire/auth";
import type { OAuthSession, OAuthSessionOptions } from "@mcpwire/auth";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { followedRedirect as redirect } from "../driver/followed-redirect.js";

/** The suite names this document, but nobody serves it. */
const metadataUrl = "https://conformance-test.local/client-metadata.json";

/** The session for a scenario; `context` is what the suite hands over for it. */
export async function authFor(scenario: string, context: JSONObject): Promise<OAuthSession | undefined> {
  if (!scenario.startsWith("auth/")) return undefined;
  return createOAuthSession(await optionsFor(scenario, context));
}

async function optionsFor(scenario: string, context: JSONObject): Promise<OAuthSessionOptions> {
  const given = (name: string): string => String(context[name]);
  switch (scenario) {
    case "auth/pre-registration":
      return { redirect, client: { id: given("client_id"), secret: given("client_secret") } };
    case "auth/client-credentials-basic":
      return {
        grant: { type: "client-credentials" },
        client: { id: given("client_id"), secret: given("client_secret") },
      };
    case "auth/client-credentials-jwt": {
      const key = privateKeyJwt({ key: given("private_key_pem"), algorithm: given("signing_algorithm") });
      return { grant: { type: "client-credentials" }, client: { id: given("client_id"), key } };
    }
    case "auth/enterprise-managed-authorization":
      return {
        grant: {
          type: "enterprise",
          identityProvider: { tokenEndpoint: given("idp_token_endpoint"), clientId: given("idp_client_id") },
          identityToken: () => given("idp_id_token"),
        },
        client: { id: given("client_id"), secret: given("client_secret") },
      };
    case "auth/wif-jwt-bearer":
      return { grant: { type: "workload", token: () => given("valid_jwt") }, client: { id: given("client_id") } };
    case "auth/dpop":
    case "auth/dpop-nonce":
      return { redirect, dpop: await createDpopKey() };
    default:
      return { redirect, client: { metadataUrl } };
  }
}
