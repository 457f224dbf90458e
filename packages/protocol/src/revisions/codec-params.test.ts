import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import type { Codec } from "../revision.js";
import { codecOf } from "./codecs.js";
import { findRevision } from "./index.js";

const names = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
type Name = (typeof names)[number];
const legacy = names.filter((name) => name !== "2026-07-28");

function codecNamed(name: string): Codec {
  const revision = findRevision(name);
  if (revision === undefined) throw new Error(`no revision ${name}`);
  return codecOf(revision);
}

/** Frozen all the way down: a codec that wrote into its argument would throw. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** What each revision emits for one neutral value; a revision that is not named emits it unchanged. */
interface Projection {
  readonly title: string;
  readonly method: string;
  readonly value: JSONObject;
  readonly emitted: Partial<Record<Name, JSONObject>>;
}

function check({ method, value, emitted }: Projection): void {
  for (const name of names) {
    const encoded = codecNamed(name).encodeParams(method, frozen(value));
    if (name in emitted) expect(encoded, name).toEqual(emitted[name]);
    else expect(encoded, `${name} returns its argument`).toBe(value);
  }
}

describe("params", () => {
  const toolResult = {
    type: "tool_result",
    toolUseId: "1",
    content: [{ type: "text", text: "sunny" }],
    structuredContent: [1],
  };
  const cases: readonly Projection[] = [
    {
      title: "a completion has a context from 2025-06-18 on",
      method: "completion/complete",
      value: {
        ref: { type: "ref/prompt", name: "p", title: "P" },
        argument: { name: "a", value: "" },
        context: { arguments: {} },
      },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26"] as const).map((name) => [
          name,
          { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "" } },
        ]),
      ),
    },
    {
      title: "progress has a message from 2025-03-26 on",
      method: "notifications/progress",
      value: { progressToken: 0, progress: 1, message: "half" },
      emitted: { "2024-11-05": { progressToken: 0, progress: 1 } },
    },
    {
      title: "answers to a request for input never go to a legacy server",
      method: "tools/call",
      value: { name: "t", arguments: {}, inputResponses: {}, requestState: "s" },
      emitted: Object.fromEntries(legacy.map((name) => [name, { name: "t", arguments: {} }])),
    },
    {
      // 2025-11-25/client/elicitation#elicitation-requests/1, 2025-11-25/client/elicitation#url-mode-elicitation-requests/1
      title: "a page to visit gets an id for 2025-11-25, and is named in a form's message where there are only forms",
      method: "elicitation/create",
      value: { mode: "url", message: "Sign in", url: "https://x/y" },
      emitted: {
        "2025-06-18": { message: "Sign in\nhttps://x/y", requestedSchema: { type: "object", properties: {} } },
        "2025-11-25": { mode: "url", message: "Sign in", url: "https://x/y", elicitationId: "https://x/y" },
      },
    },
    {
      title: "an id that was given stays for 2025-11-25 and is unknown elsewhere",
      method: "elicitation/create",
      value: { mode: "url", message: "Sign in", url: "https://x/y", elicitationId: "7" },
      emitted: {
        "2025-06-18": { message: "Sign in\nhttps://x/y", requestedSchema: { type: "object", properties: {} } },
        "2026-07-28": { mode: "url", message: "Sign in", url: "https://x/y" },
      },
    },
    {
      // 2025-11-25/client/elicitation#elicitation-requests/2, 2026-07-28/client/elicitation#elicitation-requests/3
      title: "a form loses its mode, defaults, titled options and lists for 2025-06-18",
      method: "elicitation/create",
      value: {
        mode: "form",
        message: "Who?",
        requestedSchema: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: {
            name: { type: "string", default: "x", minLength: 1 },
            age: { type: "integer", default: 1 },
            sure: { type: "boolean", default: true },
            plain: { type: "string", enum: ["a"], default: "a" },
            titled: { type: "string", title: "T", oneOf: [{ const: "a", title: "A" }], default: "a" },
            named: { type: "string", enum: ["a"], enumNames: ["A"] },
            many: { type: "array", items: { type: "string", enum: ["a"] } },
            manyTitled: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
          },
          required: ["name", "many"],
        },
      },
      emitted: {
        "2025-06-18": {
          message: "Who?",
          requestedSchema: {
            type: "object",
            properties: {
              name: { type: "string", minLength: 1 },
              age: { type: "integer" },
              sure: { type: "boolean", default: true },
              plain: { type: "string", enum: ["a"] },
              titled: { type: "string", title: "T", enum: ["a"], enumNames: ["A"] },
              named: { type: "string", enum: ["a"], enumNames: ["A"] },
            },
            required: ["name"],
          },
        },
      },
    },
    {
      title: "sampling loses tools, and messages of several blocks become several messages, before 2025-11-25",
      method: "sampling/createMessage",
      value: {
        maxTokens: 1,
        tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema: { type: "array" } }],
        toolChoice: {},
        messages: [
          { role: "assistant", content: { type: "tool_use", id: "1", name: "look", input: {} }, _meta: {} },
          { role: "user", content: [toolResult, { ...toolResult, isError: true }] },
          { role: "user", content: [] },
        ],
      },
      emitted: {
        ...Object.fromEntries(
          (["2024-11-05", "2025-03-26", "2025-06-18"] as const).map((name) => [
            name,
            {
              maxTokens: 1,
              messages: [
                { role: "assistant", content: { type: "text", text: "[tool use] look {}" } },
                { role: "user", content: { type: "text", text: "[tool result] sunny" } },
                { role: "user", content: { type: "text", text: "[tool error] sunny" } },
                { role: "user", content: { type: "text", text: "" } },
              ],
            },
          ]),
        ),
        "2025-11-25": {
          maxTokens: 1,
          tools: [{ name: "t", inputSchema: { type: "object" } }],
          toolChoice: {},
          messages: [
            { role: "assistant", content: { type: "tool_use", id: "1", name: "look", input: {} }, _meta: {} },
            {
              role: "user",
              content: [
                {
                  type: "tool_result",
                  toolUseId: "1",
                  content: [
                    { type: "text", text: "sunny" },
                    { type: "text", text: "[1]" },
                  ],
                },
                {
                  type: "tool_result",
                  toolUseId: "1",
                  content: [
                    { type: "text", text: "sunny" },
                    { type: "text", text: "[1]" },
                  ],
                  isError: true,
                },
              ],
            },
            { role: "user", content: [] },
          ],
        },
      },
    },
  ];
  it.each(cases)("$title", (projection) => check(projection));

  it("of a question in a request for input carry no metadata in 2026-07-28", () => {
    const { encodeParams, encodeResult } = codecNamed("2026-07-28");
    expect(encodeParams("elicitation/create", { message: "", _meta: {} })).toEqual({ message: "" });
    expect(encodeParams("sampling/createMessage", { messages: [], _meta: {} })).toEqual({ messages: [] });
    expect(encodeResult("elicitation/create", { action: "cancel", _meta: {} })).toEqual({ action: "cancel" });
    expect(encodeResult("roots/list", { roots: [], _meta: {} })).toEqual({ roots: [] });
  });

  it("may be absent", () => {
    for (const name of names) {
      expect(codecNamed(name).encodeParams("tools/list", undefined)).toBeUndefined();
      expect(codecNamed(name).decodeParams("tools/list", undefined)).toBeUndefined();
    }
  });
});
