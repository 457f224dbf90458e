/** The official SDK's client logs in to our protected server. */
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { logInByHand } from "./authorization-server.js";
import { closeAll, world } from "./protected-world.js";

afterEach(closeAll);

const redirectUrl = "http://127.0.0.1:9/callback";

/** The least that the SDK asks of a provider. */
function provider(): OAuthClientProvider & { readonly visited: URL[] } {
  const kept: { client?: never; tokens?: never; verifier?: string } = {};
  const visited: URL[] = [];
  return {
    visited,
    redirectUrl,
    clientMetadata: { client_name: "official", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client as never),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens as never),
    redirectToAuthorization: (url) => void visited.push(url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
  };
}

describe("the official client", () => {
  it("finds our issuer, logs in, and calls a tool", async () => {
    const { server } = await world();
    const authProvider = provider();
    const first = new StreamableHTTPClientTransport(new URL(server.url), { authProvider });
    await expect(new Client({ name: "official", version: "1" }).connect(first)).rejects.toThrow(/unauthorized/i);
    const back = new URL(await logInByHand(authProvider.visited[0]?.href ?? "", redirectUrl));
    await first.finishAuth(back.searchParams);
    const client = new Client({ name: "official", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    const result = await client.callTool({ name: "whoami", arguments: {} });
    expect(result.content).toEqual([{ type: "text", text: "ann" }]);
    await client.close();
  });
});
