import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { World, call, issuer, serverUrl } from "../../test/world.js";
import { createDpopKey } from "./dpop.js";
import { createOAuthSession } from "./session.js";

/** Tokens that are bound, a nonce beside every answer of one place, and the nonce of each proof that came there. */
async function world(place: string) {
  const around = new World();
  const proven: unknown[] = [];
  let number = 0;
  around.before = ({ url, headers }) => {
    const proof = headers.get("dpop");
    if (url === place && proof !== null) proven.push(decodeJwt(proof)["nonce"]);
    const nonce = { "dpop-nonce": url === place ? `n${++number}` : "elsewhere" };
    if (url === `${issuer}/token`) {
      const token = { access_token: `t${number}`, token_type: "DPoP", refresh_token: "r", expires_in: 60 };
      return Response.json(token, { headers: nonce });
    }
    if (url !== serverUrl) return undefined;
    return proof === null
      ? new Response("", { status: 401, headers: { "www-authenticate": "DPoP" } })
      : Response.json({}, { headers: nonce });
  };
  let now = Date.now();
  const session = createOAuthSession({
    fetch: around.fetch,
    redirect: around.redirect(),
    dpop: await createDpopKey(),
    now: () => now,
  });
  const authorizer = session.authorizerFor(serverUrl);
  return { proven, authorizer, call: () => call(around, authorizer), pass: (ms: number) => (now += ms) };
}

describe("a nonce that comes with an answer", () => {
  // RFC 9449 §8.2: the newest one counts, whatever it came with.
  it("of the MCP server that is a success goes into the next proof, and the next one after that", async () => {
    const { proven, ...opened } = await world(serverUrl);
    for (let calls = 0; calls < 3; calls++) expect((await opened.call()).status).toBe(200);
    expect(proven).toEqual([undefined, "n2", "n3"]);
  });

  it("of the token endpoint that is a success goes into the proof of the next refresh", async () => {
    const { proven, ...opened } = await world(`${issuer}/token`);
    await opened.call();
    opened.pass(50_000);
    await opened.call();
    expect(proven).toEqual([undefined, "n1"]);
  });

  it("of another origin is none of the server's", async () => {
    const { proven, authorizer, ...opened } = await world(serverUrl);
    await opened.call();
    authorizer.answered({ url: "https://evil.example.com/", headers: new Headers({ "dpop-nonce": "evil" }) });
    await opened.call();
    expect(proven).toEqual([undefined, "n2"]);
  });
});
