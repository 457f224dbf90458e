import { ProtocolError, isTransportError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { defaultBudgets } from "./budgets.js";
import type { Budgets } from "./budgets.js";
import { createListing } from "./listing.js";

function listingOf(pages: readonly JSONObject[], budgets: Partial<Budgets> = {}) {
  const asked: (string | undefined)[] = [];
  const fetchPage = (cursor: string | undefined) => {
    asked.push(cursor);
    return Promise.resolve(pages[asked.length - 1] ?? {});
  };
  const take = (item: unknown) => (item === "bad" ? undefined : item);
  return { asked, listing: createListing("things/list", "things", fetchPage, take, { ...defaultBudgets, ...budgets }) };
}

describe("a listing", () => {
  // 2025-11-25/server/utilities/pagination#pagination-model
  // 2024-11-05/server/utilities/pagination#pagination-model/1 2024-11-05/server/utilities/pagination#implementation-guidelines/3
  // 2025-03-26/server/utilities/pagination#pagination-model/1 2025-03-26/server/utilities/pagination#implementation-guidelines/3
  // 2025-06-18/server/utilities/pagination#pagination-model/1 2025-06-18/server/utilities/pagination#implementation-guidelines/3
  // 2025-11-25/server/utilities/pagination#pagination-model/1 2025-11-25/server/utilities/pagination#implementation-guidelines/3
  // 2026-07-28/server/utilities/pagination#pagination-model/1 2026-07-28/server/utilities/pagination#implementation-guidelines/3
  // 2026-07-28/server/utilities/pagination#implementation-guidelines/4
  it("walks every page and passes cursors back as they came, an empty one too", async () => {
    const { asked, listing } = listingOf([
      { things: [1], nextCursor: "" },
      { things: [2], nextCursor: " +/=é" },
      { things: [3], nextCursor: null },
    ]);
    expect(await listing.all()).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, "", " +/=é"]);
  });

  it("fetches a page only when its items are read", async () => {
    const { asked, listing } = listingOf([{ things: [1, 2], nextCursor: "b" }, { things: [3] }]);
    for await (const item of listing) if (item === 2) break;
    expect(asked).toEqual([undefined]);
  });

  it("keeps the other items when one is bad", async () => {
    expect(await listingOf([{ things: [1, "bad", 3] }]).listing.all()).toEqual([1, 3]);
  });

  describe("whose cursor the server has forgotten", () => {
    /** Two pages; the second is refused the first `times` times. */
    function forgetful(times: number, rpcCode = -32602) {
      const asked: unknown[] = [];
      const fetchPage = (cursor: string | undefined, isRestarted: boolean) => {
        asked.push([cursor, isRestarted]);
        if (cursor === undefined) return Promise.resolve({ things: [1], nextCursor: "b" });
        return times-- > 0
          ? Promise.reject(new ProtocolError(rpcCode, "no such cursor", { data: "d" }))
          : Promise.resolve({ things: [2] });
      };
      return { asked, listing: createListing("things/list", "things", fetchPage, (item) => item, defaultBudgets) };
    }

    // 2026-07-28/server/utilities/caching#interaction-with-pagination/4
    it("starts over once, past every cache, when all of it is wanted", async () => {
      const { asked, listing } = forgetful(1);
      expect(await listing.all()).toEqual([1, 2]);
      expect(asked).toEqual([
        [undefined, false],
        ["b", false],
        [undefined, true],
        ["b", true],
      ]);
    });

    it("says so, and what to do, where starting over is the reader's decision or did not help", async () => {
      const error = {
        code: "stale-cursor",
        rpcCode: -32602,
        data: "d",
        message: expect.stringContaining("from the start") as string,
      };
      const iterator = forgetful(1).listing[Symbol.asyncIterator]();
      expect(await iterator.next()).toMatchObject({ value: 1 });
      await expect(iterator.next()).rejects.toMatchObject(error);
      await expect(forgetful(2).listing.all()).rejects.toMatchObject(error);
    });

    it("is not suspected where the error is another", async () => {
      await expect(forgetful(1, -32603).listing.all()).rejects.toMatchObject({
        rpcCode: -32603,
        code: "internal-error",
      });
    });
  });

  it("tolerates the same item on two pages", async () => {
    expect(await listingOf([{ things: [1, 2], nextCursor: "b" }, { things: [2, 3] }]).listing.all()).toEqual([
      1, 2, 2, 3,
    ]);
  });

  it.each([
    [
      "a cursor that comes twice",
      [
        { things: [], nextCursor: "a" },
        { things: [], nextCursor: "a" },
      ],
      "malformed",
    ],
    ["a cursor that is not a string", [{ things: [], nextCursor: 7 }], "malformed"],
    ["a page without its array", [{ others: [] }], "malformed"],
  ] as const)("ends with an error on %s instead of walking for ever", async (_, pages, code) => {
    await expect(listingOf(pages).listing.all()).rejects.toSatisfy((e) => isTransportError(e) && e.code === code);
  });

  it.each([
    ["maxPages", { maxPages: 2 }],
    ["maxListItems", { maxListItems: 3 }],
  ] as const)("names the budget %s when it is spent", async (budget, budgets) => {
    const endless = Array.from({ length: 10 }, (_, i) => ({ things: [i, i], nextCursor: `${i}` }));
    await expect(listingOf(endless, budgets).listing.all()).rejects.toMatchObject({
      code: "budget",
      data: { limit: budget, max: budgets[budget as keyof typeof budgets] },
    });
  });
});
