import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import { describe, expect, it } from "vitest";
import { createAnswerer } from "./questions.js";

const text = { type: "text", text: "x" } as const;
const use = (id: string) => ({ type: "tool_use", id, name: "look", input: {} });
const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [text] });
const said = { role: "assistant", content: text, model: "m" } as const;

async function sample(messages: readonly unknown[]) {
  let ran = 0;
  const createMessage = () => (ran++, said);
  const answer = createAnswerer({ sample: { createMessage, tools: true } }, createJsonSchemaValidator());
  const context = { signal: new AbortController().signal };
  const outcome = await answer("sampling/createMessage", { messages, maxTokens: 1 }, context).catch(
    (error: unknown) => error,
  );
  return { ran, outcome };
}

describe("a client that is asked for sampling", () => {
  // 2025-11-25/client/sampling#error-handling/1
  it.each<[string, unknown[]]>([
    ["a use of a tool without its result", [use("a"), text]],
    ["one result of two", [[use("a"), use("b")], [result("a")]]],
    ["the result of another use", [use("a"), result("b")]],
    ["a use at the end", [text, [text, use("a")]]],
    ["a message in between", [use("a"), text, result("a")]],
    ["a result beside text", [use("a"), [text, result("a")]]],
  ])("refuses %s, and asks no model", async (_, contents) => {
    const roles = ["assistant", "user", "user"];
    const messages = contents.map((content, at) => ({ role: roles[at], content }));
    const { ran, outcome } = await sample(messages);
    expect(outcome).toMatchObject({ rpcCode: -32602 });
    expect(ran).toBe(0);
  });

  it.each<[string, unknown[]]>([
    ["text alone", [text, [text, text]]],
    ["one use and its result, neither in a list", [use("a"), result("a")]],
    ["two uses, answered in another order", [[use("a"), use("b")], [result("b"), result("a")], text]],
    ["blocks of a kind that nobody knows", [[{ type: "smell" }, text], null, "bare"]],
  ])("hands on %s", async (_, contents) => {
    const roles = ["assistant", "user", "assistant"];
    const messages = contents.map((content, at) => ({ role: roles[at], content }));
    expect(await sample(messages)).toEqual({ ran: 1, outcome: said });
  });
});
