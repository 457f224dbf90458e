import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { serverUnderTest } from "../test-fixtures/fake-era.js";

const ref = { type: "ref/prompt", name: "p" };
const complete = (value: string, more: JSONObject = {}): [string, JSONObject] => [
  "completion/complete",
  { ref, argument: { name: "a", value }, ...more },
];
const many = Array.from({ length: 150 }, (_, at) => `v${String(at)}`);

describe("2026-07-28/server/utilities/completion#implementation-considerations/1: completion", () => {
  test.each<[string, unknown, unknown]>([
    ["values", ["a", "b"], { values: ["a", "b"], hasMore: false }],
    ["none", [], { values: [], hasMore: false }],
    ["a hundred and more", many, { values: many.slice(0, 100), total: 150, hasMore: true }],
    ["exactly a hundred", many.slice(0, 100), { values: many.slice(0, 100), hasMore: false }],
    ["some of many", { values: ["a"], total: 7 }, { values: ["a"], total: 7, hasMore: true }],
    ["some of who knows", { values: ["a"], hasMore: true }, { values: ["a"], hasMore: true }],
    [
      "more than may be sent, with a total",
      { values: many, total: 900 },
      { values: many.slice(0, 100), total: 900, hasMore: true },
    ],
  ])("%s", async (_name, returned, completion) => {
    const { server, ask } = serverUnderTest();
    server.prompt("p", { args: [{ name: "a" }], complete: { a: () => returned as string[] } }, () => "");
    expect(await ask(...complete(""))).toEqual({ completion });
  });

  test("the completer sees the value, the settled arguments and the caller", async () => {
    const { server, ask } = serverUnderTest();
    server.prompt(
      "p",
      {
        args: [{ name: "a" }, { name: "b" }],
        complete: { a: (value, ctx, given) => [value, String(ctx.auth), String(given["b"])] },
      },
      () => "",
    );
    const params = complete("x", { context: { arguments: { b: "y" } } });
    expect(await ask(...params, { auth: "bob" })).toMatchObject({ completion: { values: ["x", "bob", "y"] } });
    expect(await ask(...complete("x"), { auth: "bob" })).toMatchObject({
      completion: { values: ["x", "bob", "undefined"] },
    });
  });

  test("an argument without a completer has no suggestions, whatever it is called", async () => {
    const { server, ask } = serverUnderTest({ capabilities: { completions: true } });
    server.prompt("p", { args: [{ name: "a" }] }, () => "");
    for (const name of ["a", "b", "constructor", "__proto__"]) {
      expect(await ask("completion/complete", { ref, argument: { name, value: "" } })).toEqual({
        completion: { values: [], hasMore: false },
      });
    }
  });

  test.each([
    { type: "ref/prompt", name: "nobody" },
    { type: "ref/resource", uri: "test://nowhere" },
  ])("2026-07-28/server/utilities/completion#error-handling/1: the unknown reference %j is -32602", async (unknown) => {
    const { server, ask } = serverUnderTest({ capabilities: { completions: true } });
    server.prompt("p", {}, () => "");
    await expect(
      ask("completion/complete", { ref: unknown, argument: { name: "a", value: "" } }),
    ).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test.each(["test://{id}", "test://1"])("a variable of a template is completed by way of %s", async (uri) => {
    const { server, ask } = serverUnderTest();
    server.resource("test://{id}", { complete: { id: (value) => [`${value}1`] } }, () => "");
    expect(
      await ask("completion/complete", { ref: { type: "ref/resource", uri }, argument: { name: "id", value: "x" } }),
    ).toMatchObject({
      completion: { values: ["x1"] },
    });
  });
});
