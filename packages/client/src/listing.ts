/**
 * Walks the pages of a list. [2025-11-25 server/utilities/pagination#pagination-model]
 *
 * A cursor is opaque and goes back as it came; only an absent or null one ends the list, an empty string does not. A server that
 * hands out a cursor twice would be walked for ever, so a repeated cursor ends the walk with an error.
 */
import { INVALID_PARAMS, ProtocolError, TransportError, isProtocolError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { overBudget } from "./budgets.js";
import type { Budgets } from "./budgets.js";

/** Fetches one page; `cursor` is undefined for the first. After a restart, no page is to come from a cache. */
export type FetchPage = (cursor: string | undefined, isRestarted: boolean) => Promise<JSONObject>;

/**
 * A list whose pages are fetched as it is read. Reading it again starts anew. A cursor lives as long as its server likes: one that
 * is refused ends the reading with a `ProtocolError` whose `code` is `stale-cursor`. What was read until then stands; start anew,
 * with `refresh`, for the rest.
 */
export interface Listing<T> extends AsyncIterable<T> {
  /**
   * Every item; starts over once by itself where a cursor is refused. Rejects with a `TransportError` (`budget`, `malformed`) or
   * whatever the page's request rejects with.
   */
  all(): Promise<T[]>;
}

/** Takes one raw item; returns what the caller gets, or undefined to leave it out. */
export type TakeItem<T> = (item: unknown) => T | undefined;

export function createListing<T>(
  method: string,
  member: string,
  fetchPage: FetchPage,
  takeItem: TakeItem<T>,
  budgets: Budgets,
): Listing<T> {
  async function* walk(isRestarted: boolean): AsyncGenerator<T, void, undefined> {
    const seen = new Set<string>();
    let cursor: string | undefined;
    let items = 0;
    for (let pages = 1; ; pages++) {
      if (pages > budgets.maxPages) throw overBudget("maxPages", budgets.maxPages, method);
      const page = await fetchPage(cursor, isRestarted).catch((error: unknown) => {
        throw cursor !== undefined && isProtocolError(error) && error.rpcCode === INVALID_PARAMS
          ? staleCursor(method, pages, error)
          : error;
      });
      for (const item of itemsOf(page, member, method)) {
        if (++items > budgets.maxListItems) throw overBudget("maxListItems", budgets.maxListItems, method);
        const taken = takeItem(item);
        if (taken !== undefined) yield taken;
      }
      const next = page["nextCursor"];
      if (next === undefined || next === null) return;
      if (typeof next !== "string") throw malformed(`${method} returned a nextCursor that is not a string`);
      if (seen.has(next)) throw malformed(`${method} returned the cursor ${JSON.stringify(next.slice(0, 80))} twice`);
      seen.add(next);
      cursor = next;
    }
  }
  const collect = async (isRestarted: boolean): Promise<T[]> => {
    const all: T[] = [];
    for await (const item of walk(isRestarted)) all.push(item);
    return all;
  };
  return {
    [Symbol.asyncIterator]: () => walk(false),
    all: () =>
      collect(false).catch((error: unknown) => {
        if (isProtocolError(error) && error.code === "stale-cursor") return collect(true);
        throw error;
      }),
  };
}

/** The server's error, told apart: it does not know the cursor that it gave. [2025-11-25 server/utilities/pagination#error-handling] */
function staleCursor(method: string, page: number, error: ProtocolError): ProtocolError {
  const message = `The server refused the cursor of page ${page} of ${method}, which it gave itself: list again from the start (${error.message})`;
  return new ProtocolError(error.rpcCode, message, { code: "stale-cursor", data: error.data, cause: error });
}

function itemsOf(page: JSONObject, member: string, method: string): readonly unknown[] {
  const items = page[member];
  if (!Array.isArray(items)) throw malformed(`${method} returned no array ${member}`);
  return items;
}

function malformed(message: string): TransportError {
  return new TransportError("malformed", message);
}
