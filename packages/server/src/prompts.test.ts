import type { JSONObject } from "@mcpwire/jsonrpc";
import { type } from "arktype";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { serverUnderTest } from "../test-fixtures/fake-era.js";

const get = (name: string, given?: JSONObject): [string, JSONObject] => [
  "prompts/get",
  given === undefined ? { name } : { name, arguments: given },
];
const said = (text: string, role = "user"): object => ({ role, content: { type: "text", text } });

describe("getting a prompt", () => {
  const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
  test.each<[string, unknown, unknown]>([
    ["text", "hi", { description: "D", messages: [said("hi")] }],
    ["a message", { role: "assistant", content: "hi" }, { description: "D", messages: [said("hi", "assistant")] }],
    [
      "messages",
      [
        { role: "user", content: image },
        { role: "assistant", content: "b" },
      ],
      { description: "D", messages: [{ role: "user", content: image }, said("b", "assistant")] },
    ],
    [
      "a whole result",
      { description: "mine", messages: [{ role: "user", content: "x" }], _meta: { k: 1 } },
      { description: "mine", messages: [said("x")], _meta: { k: 1 } },
    ],
    ["no messages", [], { description: "D", messages: [] }],
  ])("%s", async (_name, returned, result) => {
    const { server, ask } = serverUnderTest();
    server.prompt("p", { description: "D" }, () => returned as string);
    expect(await ask(...get("p"))).toEqual(result);
  });

  test.each([
    ["nothing", undefined],
    ["a number", 1],
    ["a message without content", { role: "user" }],
    ["a wrong role", { role: "x", content: "" }],
  ])("%s is the server's fault, reported and not leaked", async (_name, returned) => {
    const { server, ask, reports } = serverUnderTest();
    server.prompt("p", {}, () => returned as unknown as string);
    await expect(ask(...get("p"))).rejects.toMatchObject({ rpcCode: -32603, message: "Internal error" });
    expect(reports).toMatchObject([{ code: "bad-result" }]);
  });

  // 2026-07-28/server/prompts#error-handling/1
  test.each(["nobody", "constructor", "__proto__"])("the unknown prompt %s is -32602", async (name) => {
    const { server, ask } = serverUnderTest();
    server.prompt("p", {}, () => "");
    await expect(ask(...get(name))).rejects.toMatchObject({ rpcCode: -32602 });
  });
});

describe("arguments", () => {
  const args = [{ name: "arg1", description: "first", required: true }, { name: "arg2" }] as const;

  test("a list of them is listed as it is", async () => {
    const { server, ask } = serverUnderTest();
    server.prompt("p", { args }, ({ arg1, arg2 }) => `${arg1} ${String(arg2)}`);
    expect(await ask("prompts/list")).toEqual({ prompts: [{ name: "p", arguments: args }] });
    expect(await ask(...get("p", { arg1: "a" }))).toEqual({ messages: [said("a undefined")] });
  });

  test.each([
    ["zod", z.object({ arg1: z.string().describe("first"), arg2: z.string().optional() })],
    ["arktype", type({ arg1: type("string").describe("first"), "arg2?": "string" })],
  ])("a %s schema is listed by its properties", async (_name, schema) => {
    const { server, ask } = serverUnderTest();
    server.prompt("p", { args: schema }, ({ arg1 }) => arg1);
    expect(await ask("prompts/list")).toMatchObject({
      prompts: [{ name: "p", arguments: [{ name: "arg1", required: true }, { name: "arg2" }] }],
    });
    expect(await ask(...get("p", { arg1: "a" }))).toEqual({ messages: [said("a")] });
  });

  test.each<[string, JSONObject | undefined]>([
    ["absent", undefined],
    ["missing", {}],
  ])(
    "2026-07-28/server/prompts#error-handling/1: a required argument that is %s is -32602 and named",
    async (_name, given) => {
      const { server, ask } = serverUnderTest();
      server.prompt("list", { args }, () => "");
      server.prompt("schema", { args: z.object({ arg1: z.string() }) }, () => "");
      for (const name of ["list", "schema"]) {
        await expect(ask(...get(name, given))).rejects.toMatchObject({
          rpcCode: -32602,
          message: expect.stringContaining("arg1"),
        });
      }
    },
  );

  test("completion of an argument that is not there is refused at registration", () => {
    const { server } = serverUnderTest();
    expect(() => server.prompt("p", { args, complete: { other: () => [] } }, () => "")).toThrow(/"other"/);
  });
});
