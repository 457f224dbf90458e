import { describe, expect, it } from "vitest";
import { ResponseCache, memoryStore } from "./response-cache.js";

function counting(result: object) {
  let fetched = 0;
  return {
    fetch: () => Promise.resolve({ ...result, n: ++fetched }),
    get fetched() {
      return fetched;
    },
  };
}

describe("the response cache", () => {
  // 2026-07-28/server/utilities/caching#freshness-calculation
  it("serves a result while it is fresh, and fetches again when it is stale", async () => {
    let now = 0;
    const cache = new ResponseCache({ now: () => now });
    const source = counting({ ttlMs: 100 });
    for (now of [0, 50, 99]) expect(await cache.through("tools/list", "", source.fetch)).toMatchObject({ n: 1 });
    now = 100;
    expect(await cache.through("tools/list", "", source.fetch)).toMatchObject({ n: 2 });
  });

  it("asks anyway for a refresh, and hands its answer to whoever comes next, never the older one", async () => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting({ ttlMs: 100 });
    const read = (refresh: boolean, fetch = source.fetch) => cache.through("tools/list", "", fetch, { refresh });
    expect(await read(false)).toMatchObject({ n: 1 });
    expect(await read(true)).toMatchObject({ n: 2 });
    expect(await read(false)).toMatchObject({ n: 2 });
    const unkept = counting({ ttlMs: 0 });
    expect(await read(true, unkept.fetch)).toMatchObject({ n: 1 });
    expect(await read(false)).toMatchObject({ n: 3 });
  });

  it.each([
    ["zero", { ttlMs: 0 }],
    ["negative", { ttlMs: -5 }],
    ["absent", {}],
    ["not a number", { ttlMs: "100" }],
  ])("keeps nothing when ttlMs is %s", async (_, result) => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting(result);
    await cache.through("tools/list", "", source.fetch);
    await cache.through("tools/list", "", source.fetch);
    expect(source.fetched).toBe(2);
  });

  // 2026-07-28/server/utilities/caching#cache-key
  // 2026-07-28/server/utilities/caching#cache-key/1
  it("never serves a result for another method or other params", async () => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting({ ttlMs: 100 });
    await cache.through("resources/read", "test://a", source.fetch);
    await cache.through("resources/read", "test://ab", source.fetch);
    await cache.through("resources/list", "test://a", source.fetch);
    expect(source.fetched).toBe(3);
  });

  // 2026-07-28/server/utilities/caching#cache-scope-field
  // 2026-07-28/server/utilities/caching#cache-scope-field/3
  it("never shares results between two clients over one store, unless they name the same partition", async () => {
    const store = memoryStore();
    const source = counting({ ttlMs: 100 });
    const now = () => 0;
    await new ResponseCache({ store, now }).through("tools/list", "", source.fetch);
    await new ResponseCache({ store, now }).through("tools/list", "", source.fetch);
    expect(source.fetched).toBe(2);
    await new ResponseCache({ store, now, partition: "alice" }).through("tools/list", "", source.fetch);
    await new ResponseCache({ store, now, partition: "alice" }).through("tools/list", "", source.fetch);
    expect(source.fetched).toBe(3);
  });

  // 2026-07-28/server/utilities/caching#interaction-with-notifications
  it("forgets what a notice says is stale, and only that", async () => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting({ ttlMs: 100 });
    await cache.through("resources/read", "test://a", source.fetch);
    await cache.through("resources/read", "test://ab", source.fetch);
    await cache.drop("resources/read", "test://a");
    await cache.through("resources/read", "test://a", source.fetch);
    await cache.through("resources/read", "test://ab", source.fetch);
    expect(source.fetched).toBe(3);
  });

  it("does not keep a result that was fetched before the notice and arrives after it", async () => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting({ ttlMs: 100 });
    await cache.through("tools/list", "", async () => {
      await cache.drop("tools/list");
      return source.fetch();
    });
    await cache.through("tools/list", "", source.fetch);
    expect(source.fetched).toBe(2);
  });

  it("serves a stale result when fetching fails, only where that was asked for", async () => {
    for (const staleOnError of [true, false]) {
      let now = 0;
      const cache = new ResponseCache({ now: () => now, staleOnError });
      await cache.through("tools/list", "", counting({ ttlMs: 10 }).fetch);
      now = 20;
      const again = cache.through("tools/list", "", () => Promise.reject(new Error("down")));
      if (staleOnError) await expect(again).resolves.toMatchObject({ n: 1 });
      else await expect(again).rejects.toThrow("down");
    }
  });

  it("treats a store that fails, or that holds nonsense, as empty", async () => {
    const fail = () => Promise.reject(new Error("disk full"));
    for (const store of [
      { get: fail, set: fail, drop: fail },
      { get: () => "not json", set() {}, drop() {} },
      { get: () => "[]", set() {}, drop() {} },
      { get: () => "null", set() {}, drop() {} },
    ]) {
      const cache = new ResponseCache({ store, now: () => 0 });
      expect(await cache.through("tools/list", "", counting({ ttlMs: 10 }).fetch)).toMatchObject({ n: 1 });
    }
  });

  it("is bounded: the entry read longest ago goes first", () => {
    const store = memoryStore(2);
    void store.set("a", "1");
    void store.set("b", "2");
    void store.get("a");
    void store.set("c", "3");
    expect([store.get("a"), store.get("b"), store.get("c")]).toEqual(["1", undefined, "3"]);
  });

  it("survives a lone surrogate in what a result is about", async () => {
    const cache = new ResponseCache({ now: () => 0 });
    const source = counting({ ttlMs: 100 });
    await cache.through("resources/read", "test://\ud800", source.fetch);
    expect(source.fetched).toBe(1);
  });
});
