/** How long a client believes what it was told, at the revision that says so. */
import { connect } from "@mcpwire/client";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { handServer, settled } from "./wire.js";

/** A client of a server whose list carries these hints, and the clock that it looks at. */
async function cached(hints: JSONObject) {
  let now = 1_000_000;
  const server = handServer("2026-07-28", {
    capabilities: { tools: {}, prompts: {} },
    answers: {
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }], ...hints }),
      "prompts/list": ({ cursor }) =>
        cursor === undefined
          ? { prompts: [{ name: "a" }], nextCursor: "next", ttlMs: 10_000, cacheScope: "private" }
          : { prompts: [{ name: "b" }], ttlMs: 100, cacheScope: "private" },
    },
  });
  const client = await connect(server, { revisions: ["2026-07-28"], cache: { now: () => now } });
  return { client, server, wait: (ms: number) => (now += ms), asked: () => server.of("tools/list").length };
}

describe("a list", () => {
  // 2026-07-28/server/utilities/caching#time-to-live-ttl-field/1 2026-07-28/server/utilities/caching#time-to-live-ttl-field/3
  // 2026-07-28/server/utilities/caching#time-to-live-ttl-field/4
  it.each([{ ttlMs: 0 }, {}, { ttlMs: -5 }, { ttlMs: "1000" }, { ttlMs: null }])(
    "with %j is stale at once",
    async (hints) => {
      const { client, asked } = await cached({ cacheScope: "private", ...hints });
      await client.tools().all();
      await client.tools().all();
      expect(asked()).toBe(2);
      await client.close();
    },
  );

  // 2026-07-28/server/utilities/caching#time-to-live-ttl-field/2 2026-07-28/server/utilities/caching#freshness-calculation/1
  // 2026-07-28/server/utilities/caching#freshness-calculation/2
  it("with a time to live is fresh for just that long, fetched again when it is wanted, and never before", async () => {
    const { client, wait, asked } = await cached({ ttlMs: 20, cacheScope: "private" });
    await client.tools().all();
    wait(19);
    expect(await client.tools().all()).toHaveLength(1);
    expect(asked()).toBe(1);
    wait(1);
    // The real clock runs on as well: nobody asks by himself.
    await settled(50);
    expect(asked()).toBe(1);
    await client.tools().all();
    expect(asked()).toBe(2);
    await client.close();
  });

  // 2026-07-28/server/utilities/caching#interaction-with-pagination/2
  it("of which one page has expired fetches that page by its cursor, and keeps the others", async () => {
    const { client, server, wait } = await cached({});
    await client.prompts().all();
    wait(200);
    expect((await client.prompts().all()).map(({ name }) => name)).toEqual(["a", "b"]);
    const cursors = server.of("prompts/list").map(({ params }) => (params as JSONObject)["cursor"]);
    expect(cursors).toEqual([undefined, "next", "next"]);
    await client.close();
  });

  // 2026-07-28/server/utilities/caching#interaction-with-pagination/3
  it("is fetched from its beginning where the reader wants it anew", async () => {
    const { client, server } = await cached({});
    await client.prompts().all();
    await client.prompts({ refresh: true }).all();
    const cursors = server.of("prompts/list").map(({ params }) => (params as JSONObject)["cursor"]);
    expect(cursors).toEqual([undefined, "next", undefined, "next"]);
    await client.close();
  });
});
