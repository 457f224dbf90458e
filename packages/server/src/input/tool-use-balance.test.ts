import type { SamplingMessage } from "@mcpwire/protocol";
import { expect, test } from "vitest";
import { sampling } from "./questions.js";

const text = { type: "text", text: "x" } as const;
const use = (id: string) => ({ type: "tool_use", id, name: "t", input: {} }) as const;
const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [text] }) as const;
const user = (...content: Extract<SamplingMessage["content"], readonly unknown[]>): SamplingMessage => ({
  role: "user",
  content,
});
const assistant = (...content: Extract<SamplingMessage["content"], readonly unknown[]>): SamplingMessage => ({
  role: "assistant",
  content,
});
const ask = (messages: readonly SamplingMessage[]) => sampling({ messages, maxTokens: 1 });

test.each<[string, SamplingMessage[]]>([
  ["no messages", []],
  [
    "text alone",
    [
      { role: "user", content: text },
      { role: "assistant", content: text },
    ],
  ],
  ["one use and its result", [user(text), assistant(use("a")), user(result("a"))]],
  [
    "two uses, answered in another order",
    [assistant(text, use("a"), use("b")), user(result("b"), result("a")), assistant(text)],
  ],
  ["uses in turn", [assistant(use("a")), user(result("a")), assistant(use("a")), user(result("a"))]],
])("a balanced conversation is asked: %s", (_name, messages) => {
  expect(ask(messages)).toMatchObject({ method: "sampling/createMessage", params: { messages } });
});

// 2025-11-25/client/sampling#tool-use-and-result-balance/1 2025-11-25/client/sampling#security-considerations/6
// 2025-11-25/client/sampling#tool-result-messages/1
// 2026-07-28/client/sampling#security-considerations/6
test.each<[string, SamplingMessage[]]>([
  [
    "2026-07-28/client/sampling#tool-result-messages/1: a result beside text",
    [assistant(use("a")), user(result("a"), text)],
  ],
  [
    "2026-07-28/client/sampling#tool-use-and-result-balance/1: a use without its result",
    [assistant(use("a"), use("b")), user(result("a"))],
  ],
  ["another message in between", [assistant(use("a")), user(text), user(result("a"))]],
  ["a use at the end", [user(text), assistant(use("a"))]],
  ["a result without its use", [user(result("a"))]],
  ["a result of another use", [assistant(use("a")), user(result("a"), result("b"))]],
  ["a result by the assistant", [assistant(use("a")), assistant(result("a"))]],
  ["a use by the user", [user(use("a")), user(result("a"))]],
])("an unbalanced conversation is the handler's mistake: %s", (_name, messages) => {
  expect(() => ask(messages)).toThrow(/^sampling: /);
});

// 2026-07-28/client/sampling#messages/1
test.each([
  ["another role", { role: "system", content: text }],
  ["no role", { content: text }],
  ["no content", { role: "user" }],
  ["null for content", { role: "user", content: null }],
  ["bare text for content", { role: "user", content: "hi" }],
])("a message with %s is the handler's mistake", (_name, message) => {
  // What a handler without types may write.
  expect(() => ask([message as SamplingMessage])).toThrow(/a message has content and the role/);
});
