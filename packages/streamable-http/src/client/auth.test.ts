/** Who authorizes requests, over real sockets. */
import { afterEach, describe, expect, it } from "vitest";
import { RecordingClient, ScriptedServer, result, type Script } from "../../test/scripted-http.js";
import type { AuthorizedRequest, HttpAuth } from "./auth.js";
import type { ChallengeHead, HttpOptions } from "./options.js";

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function call(options: HttpOptions, script: Script = guarded) {
  const server = await ScriptedServer.open(script);
  servers.push(server);
  const client = await RecordingClient.open(server.url, options);
  const asked = client.call();
  return { server, asked, end: await asked.over };
}

const guarded: Script = (seen, answer) => {
  if (seen.headers.authorization === "Bearer good") result(answer, seen);
  else answer.writeHead(401, { "www-authenticate": "Bearer" }).end();
};

describe("a token", () => {
  it("goes with every request, and wins over a header of the user's", async () => {
    expect((await call({ auth: "good", headers: { Authorization: "Bearer mine" } })).end).toHaveProperty("response");
  });

  it("that is refused fails at once", async () => {
    const { server, end } = await call({ auth: "bad" });
    expect(end).toMatchObject({ lost: { code: "unauthorized", data: { status: 401 } } });
    expect(server.seen).toHaveLength(1);
  });

  it.each(["a b", "", "a\r\nx: y", "é"])("that a header cannot carry (%j) is the caller's mistake", (auth) => {
    expect(() => RecordingClient.open("http://a/", { auth })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("a function", () => {
  it("is asked before each request, and once more when it knows a newer token by then", async () => {
    const tokens = ["old", "good", "good"];
    const { server, end } = await call({ auth: () => tokens.shift() });
    expect(end).toHaveProperty("response");
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ["has nothing newer", () => "old", "Bearer old"],
    ["has nothing", () => undefined, undefined],
  ])("that %s fails at once", async (_title, auth, sent) => {
    const { server, end } = await call({ auth });
    expect(end).toMatchObject({ lost: { code: "unauthorized" } });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([sent]);
  });

  it("that knows something new each time is asked no more than twice", async () => {
    let count = 0;
    const { server } = await call({ auth: async () => `t${count++}` });
    expect(server.seen).toHaveLength(2);
  });

  it("that fails fails the request, with its error as the cause", async () => {
    const failed = await call({ auth: () => Promise.reject(new Error("keychain")) });
    expect(failed.end).toMatchObject({ lost: { cause: { message: "keychain" } } });
    expect(failed.server.seen).toEqual([]);
  });
});

describe("an authorizer", () => {
  function recording(verdicts: readonly ("retry" | "fail" | Promise<"retry">)[]) {
    const requests: AuthorizedRequest[] = [];
    const heads: ChallengeHead[] = [];
    const places: string[] = [];
    const auth: HttpAuth = {
      authorizerFor(serverUrl) {
        places.push(serverUrl);
        return {
          headers(request) {
            requests.push(request);
            return { Authorization: `Bearer ${heads.length === verdicts.length ? "good" : `t${heads.length}`}` };
          },
          challenged(head) {
            heads.push(head);
            return verdicts[heads.length - 1] ?? "fail";
          },
        };
      },
    };
    return { auth, requests, heads, places };
  }

  it("is told of every answer and where it was asked for: refused, redirected, and good", async () => {
    const told: string[] = [];
    const auth: HttpAuth = {
      authorizerFor: () => ({
        headers: () => ({ authorization: told.length > 0 ? "Bearer good" : "Bearer bad" }),
        challenged: () => "retry",
        answered: ({ url, headers }) => void told.push(`${new URL(url).pathname} ${headers.get("x-token")}`),
      }),
    };
    const { end } = await call({ auth }, (seen, answer) => {
      const isGood = seen.headers.authorization === "Bearer good";
      answer.setHeader("x-token", isGood ? "good" : "bad");
      if (isGood && seen.url === "/mcp") answer.writeHead(307, { location: "/moved" }).end();
      else guarded(seen, answer);
    });
    expect(end).toHaveProperty("response");
    expect(told).toEqual(["/mcp bad", "/mcp good", "/moved good"]);
  });

  it("is made for one server, and sees what was sent", async () => {
    const { auth, requests, heads, places } = recording(["retry", Promise.resolve("retry")]);
    const { server, asked, end } = await call({ auth });
    expect(end).toHaveProperty("response");
    expect(places).toEqual([server.url]);
    expect(requests).toEqual(Array.from({ length: 3 }, () => ({ method: "POST", url: server.url })));
    expect(heads.map(({ attempt, authorization }) => [attempt, authorization])).toEqual([
      [1, "Bearer t0"],
      [2, "Bearer t1"],
    ]);
    expect(heads[0]?.request).toBe(heads[1]?.request);
    // Only what takes time stops the clocks.
    expect(asked.holds).toEqual([true, false]);
  });

  it("is asked no more than six times for one request, whatever it says", async () => {
    const { auth, heads } = recording(Array.from({ length: 20 }, () => "retry" as const));
    expect((await call({ auth })).end).toMatchObject({ lost: { code: "unauthorized" } });
    expect(heads).toHaveLength(6);
  });

  it("is asked for headers anew where a redirect leads", async () => {
    // Node's fetch is there, and undici with it, once it has been used.
    await fetch("data:,");
    const { auth, requests } = recording([]);
    const { server } = await call({ auth }, (seen, answer) => {
      if (seen.url === "/mcp") answer.writeHead(307, { location: "/moved" }).end();
      else result(answer, seen);
    });
    // The second, as one that may be redirected: a proof of possession may not be used twice.
    expect(requests.map(({ url }) => url)).toEqual([server.url, server.url, `${server.origin}/moved`]);
  });
});
