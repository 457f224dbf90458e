/** Challenges and redirects, over real sockets. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { RecordingClient, ScriptedServer, result, type End, type Script } from "../../test/scripted-http.js";
import type { ChallengeHead, HttpOptions } from "./options.js";

const servers: ScriptedServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await ScriptedServer.open(script);
  servers.push(server);
  return server;
}

async function call(script: Script, options?: HttpOptions) {
  const server = await serve(script);
  const client = await RecordingClient.open(server.url, options);
  const end = await client.call().over;
  return { server, client, end };
}

const lostOf = (end: End) => ("lost" in end ? end.lost : undefined);

describe("a challenge", () => {
  const guarded: Script = (seen, answer) => {
    if (seen.headers.authorization === "Bearer good") result(answer, seen);
    else answer.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="/x"' }).end();
  };

  it("that is met sends the request again, with fresh headers", async () => {
    let token = "stale";
    const heads: ChallengeHead[] = [];
    const { server, end } = await call(guarded, {
      headers: () => ({ authorization: `Bearer ${token}` }),
      challenged: async (head) => {
        heads.push(head);
        token = "good";
        return "retry" as const;
      },
    });
    expect(end).toHaveProperty("response");
    expect(server.seen).toHaveLength(2);
    expect(server.seen[1]?.body).toEqual(server.seen[0]?.body);
    expect(heads).toMatchObject([{ status: 401, purpose: "post", url: server.url, attempt: 1 }]);
    expect(heads[0]?.headers.get("www-authenticate")).toContain("resource_metadata");
  });

  it.each<[string, HttpOptions["challenged"], number]>([
    ["nobody meets", undefined, 1],
    ["the hook gives up on", () => "fail", 1],
    ["the hook always meets, in vain", () => "retry", 3],
    [
      "the hook fails on",
      () => {
        throw new Error("storage");
      },
      1,
    ],
  ])("that %s is unauthorized, with what the server said, and no loop", async (_title, challenged, requests) => {
    const { server, end } = await call(guarded, challenged === undefined ? {} : { challenged });
    expect(lostOf(end)).toMatchObject({ code: "unauthorized", data: { status: 401 } });
    expect(server.seen).toHaveLength(requests);
  });
});

describe("a redirect", () => {
  // Node's fetch is there, and undici with it, once it has been used.
  beforeAll(() => fetch("data:,"));

  const to =
    (location: string, status: number): Script =>
    (seen, answer) => {
      if (seen.url === "/mcp") answer.writeHead(status, { location }).end();
      else result(answer, seen, { at: seen.url });
    };

  it.each([307, 308])("within the origin (%i) is followed with method, body and headers", async (status) => {
    const { server, end } = await call(to("/other?x=1", status), { headers: { authorization: "Bearer x" } });
    expect(end).toMatchObject({ response: { result: { at: "/other?x=1" } } });
    const [first, again, other] = server.seen;
    expect(other).toMatchObject({ method: "POST", headers: { authorization: "Bearer x" } });
    expect([again?.body, other?.body]).toEqual([first?.body, first?.body]);
  });

  it.each([301, 302, 303])("that would make a GET of a POST (%i) is not followed", async (status) => {
    const { server, end } = await call(to("/other", status));
    expect(lostOf(end)).toMatchObject({ code: "http-status", data: { status } });
    expect(server.seen.map(({ url }) => url)).toEqual(["/mcp", "/mcp"]);
  });

  it.each([301, 307, 308])("to another origin (%i) gets neither message nor credentials", async (status) => {
    const foreign = await serve((seen, answer) => result(answer, seen));
    const { end } = await call(to(foreign.url, status), { headers: { authorization: "Bearer secret" } });
    expect(lostOf(end)).toMatchObject({ code: "http-status", data: { status, location: foreign.origin } });
    expect(foreign.seen).toEqual([]);
  });

  it.each(["", "http://["])("to nowhere (%j) is not followed", async (location) => {
    const script: Script = (_seen, answer) => void answer.writeHead(307, location === "" ? {} : { location }).end();
    expect(lostOf((await call(script)).end)).toMatchObject({ code: "http-status", data: { status: 307 } });
  });

  it("in circles ends", async () => {
    const { server, end } = await call((_seen, answer) => void answer.writeHead(307, { location: "/mcp" }).end());
    expect(lostOf(end)).toMatchObject({ code: "http-status" });
    expect(server.seen).toHaveLength(7);
  });

  it("is asked for by the first request only: those that follow go out as ones that may be redirected", async () => {
    const { server, client } = await call(to("/other", 307));
    await client.call().over;
    expect(server.seen.map(({ url }) => url)).toEqual(["/mcp", "/mcp", "/other", "/mcp", "/other"]);
  });

  it("of several requests at once is followed by each", async () => {
    let script: Script = (seen, answer) => result(answer, seen);
    const { client } = await call((seen, answer) => script(seen, answer));
    script = to("/other", 308);
    const ends = await Promise.all([client.call().over, client.call().over, client.call().over]);
    expect(ends).toMatchObject(ends.map(() => ({ response: { result: { at: "/other" } } })));
  });

  it("is looked for in no other failure: what broke is not sent again", async () => {
    const { server, end } = await call((_seen, answer) => void answer.socket?.destroy());
    expect(lostOf(end)).toMatchObject({ code: "unreachable" });
    expect(server.seen).toHaveLength(1);
  });

  it("reaches a fetch of the program's own as it always did", async () => {
    const inits: RequestInit[] = [];
    const own: HttpOptions["fetch"] = (url, init) => {
      inits.push(init);
      return fetch(url, init);
    };
    const { server, end } = await call(to("/other", 307), { fetch: own });
    expect(end).toMatchObject({ response: { result: { at: "/other" } } });
    expect(server.seen).toHaveLength(2);
    expect(inits.map(({ redirect }) => redirect)).toEqual(["manual", "manual"]);
  });

  it("that a browser hides is a typed error", async () => {
    const hidden = Object.defineProperty(new Response(), "type", { value: "opaqueredirect" });
    const client = await RecordingClient.open("http://a/", { fetch: async () => hidden });
    expect(lostOf(await client.call().over)).toMatchObject({ code: "http-status" });
  });
});
