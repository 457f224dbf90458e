import { isTransportError } from "@mcpwire/jsonrpc";
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
      data: { budget, limit: budgets[budget as keyof typeof budgets] },
    });
  });
});
