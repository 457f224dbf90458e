import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { context, tested, textOf } from "../../test-fixtures/rounds.js";
import { canonicalJSON, inputRequired } from "./rounds.js";
import type { RequestStateOptions } from "./rounds.js";

// 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/6, 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/7, 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/10,
// 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/11, 2026-07-28/basic/patterns/mrtr#security-considerations/1
describe("2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/8: a state that is not good for this request is -32602, and nothing runs", () => {
  let now = 1000;
  async function sealed(options: RequestStateOptions = {}, more: JSONObject = {}) {
    const t = tested({ now: () => now, ...options });
    let runs = 0;
    t.server.tool("t", { input: z.object({ n: z.number().optional(), m: z.number().optional() }) }, (_args, ctx) => {
      runs += 1;
      return ctx.state === undefined ? inputRequired({ state: { secret: "s3cret" } }) : "done";
    });
    t.server.tool("other", {}, () => "done");
    const { requestState } = await t.round("tools/call", { name: "t", arguments: { n: 1, m: 2 } }, context(more));
    if (requestState === undefined) throw new Error("expected a state");
    return { t, requestState, runs: () => runs };
  }
  const same = { name: "t", arguments: { m: 2, n: 1 } };

  test("the same request with its members in another order is the same request", async () => {
    const { t, requestState } = await sealed();
    expect(textOf(await t.ask("tools/call", same, context({ requestState })))).toBe("done");
    expect(
      textOf(
        await t.ask(
          "tools/call",
          { ...same, _meta: { progressToken: 9 }, inputResponses: {}, requestState },
          context({ requestState }),
        ),
      ),
    ).toBe("done");
  });

  // 2026-07-28/client/elicitation#security-considerations/1
  test.each<[string, (state: string) => string, JSONObject, JSONObject]>([
    ["tampered with", (state) => `${state}-TAMPERED`, same, {}],
    ["cut short", (state) => state.slice(0, -1), same, {}],
    ["made up", () => "anything", same, {}],
    ["empty", () => "", same, {}],
    ["of other arguments", (state) => state, { name: "t", arguments: { n: 2, m: 2 } }, {}],
    ["of another tool", (state) => state, { name: "other" }, {}],
    ["of another caller", (state) => state, same, { auth: "mallory" }],
  ])("%s", async (_name, change, params, more) => {
    const { t, requestState, runs } = await sealed({}, { auth: "alice" });
    const given = context({ auth: "alice", ...more, requestState: change(requestState) });
    await expect(t.ask("tools/call", params, given)).rejects.toMatchObject({ rpcCode: -32602 });
    expect(runs()).toBe(1);
  });

  test("expired", async () => {
    const { t, requestState } = await sealed({ ttlMs: 500 });
    now += 500;
    await t.ask("tools/call", same, context({ requestState }));
    now += 1;
    await expect(t.ask("tools/call", same, context({ requestState }))).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test("from another process without shared keys", async () => {
    const { requestState } = await sealed({ keys: ["a".repeat(32)] });
    const { t } = await sealed({ keys: ["b".repeat(32)] });
    await expect(t.ask("tools/call", same, context({ requestState }))).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test("shared keys carry a chain from one process to the next", async () => {
    const { requestState } = await sealed();
    const { t } = await sealed();
    expect(textOf(await t.ask("tools/call", same, context({ requestState })))).toBe("done");
  });

  test("2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/11: used before, where a store makes it good for one use", async () => {
    const used = new Set<string>();
    const expiries: number[] = [];
    const store = {
      consume(id: string, expiresAt: number) {
        expiries.push(expiresAt);
        return !used.has(id) && used.add(id).size > 0;
      },
    };
    const { t, requestState } = await sealed({ store, ttlMs: 60_000 });
    await t.ask("tools/call", same, context({ requestState }));
    await expect(t.ask("tools/call", same, context({ requestState }))).rejects.toMatchObject({ rpcCode: -32602 });
    expect(expiries).toEqual([now + 60_000, now + 60_000]);
  });

  test("with a store every request for input carries a state", async () => {
    const t = tested({ store: { consume: () => true } });
    t.server.tool("t", {}, async (_args, ctx) => String((await ctx.roots()).length));
    expect((await t.round("tools/call", { name: "t" }, context({}))).requestState).toBeTypeOf("string");
  });

  test("the client cannot read what is in it", async () => {
    const { requestState } = await sealed();
    expect(Buffer.from(requestState.slice(3), "base64url").toString()).not.toContain("s3cret");
  });

  test("a caller that is an object is told from another by its JSON, or by what the host says", async () => {
    const alice = { auth: { sub: "alice", token: 1 } };
    const { t, requestState } = await sealed({}, alice);
    expect(textOf(await t.ask("tools/call", same, context({ auth: { token: 1, sub: "alice" }, requestState })))).toBe(
      "done",
    );
    await expect(
      t.ask("tools/call", same, context({ auth: { sub: "bob", token: 1 }, requestState })),
    ).rejects.toMatchObject({ rpcCode: -32602 });
    const named = await sealed({ principal: (caller) => (caller as { sub: string }).sub }, alice);
    const refreshed = context({ auth: { sub: "alice", token: 2 }, requestState: named.requestState });
    expect(textOf(await named.t.ask("tools/call", same, refreshed))).toBe("done");
  });
});

// 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/8
test.each<[string, unknown]>([
  [
    "an object that keeps to itself",
    new (class {
      readonly #sub = "alice";
      get sub() {
        return this.#sub;
      }
    })(),
  ],
  ["a map", new Map([["sub", "alice"]])],
  ["a function", () => "alice"],
])("a caller whose JSON says nothing is not taken for every other one: %s", async (_name, auth) => {
  const ask = (options: RequestStateOptions) => {
    const t = tested(options);
    t.server.tool("t", {}, () => inputRequired({ state: 1 }));
    return t.round("tools/call", { name: "t" }, context({ auth }));
  };
  await expect(ask({})).rejects.toThrow(expect.objectContaining({ code: "no-principal" }));
  expect(await ask({ principal: () => "alice" })).toHaveProperty("requestState");
});

test("an empty object and null are callers as good as any", async () => {
  for (const auth of [{}, null]) {
    const t = tested();
    t.server.tool("t", {}, () => inputRequired({ state: 1 }));
    expect(await t.round("tools/call", { name: "t" }, context({ auth }))).toHaveProperty("requestState");
  }
});

test("canonical JSON has one order for every object", () => {
  expect(canonicalJSON({ b: [{ d: 1, c: 2 }], a: null })).toBe(canonicalJSON({ a: null, b: [{ c: 2, d: 1 }] }));
  expect(canonicalJSON([1, 2])).not.toBe(canonicalJSON([2, 1]));
});
