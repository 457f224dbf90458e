import { isProtocolError } from "@mcpwire/jsonrpc";
import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import { describe, expect, it } from "vitest";
import { withDefaults } from "./elicitation.js";
import { capabilitiesOf, createAnswerer } from "./questions.js";
import type { Questions } from "./questions.js";

const context = { signal: new AbortController().signal };
const schema = {
  type: "object",
  properties: {
    name: { type: "string", default: "John" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 0 },
    ok: { type: "boolean", default: false },
    colour: { type: "string", enum: ["red", "blue"], default: "red" },
    many: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["a"] },
    free: { type: "string" },
  },
};

function ask(questions: Questions, method: string, params?: Record<string, unknown>) {
  return createAnswerer(questions, createJsonSchemaValidator())(method, params, context);
}

describe("elicitation", () => {
  it("fills every kind of default into an accepted form, falsy ones too, and keeps what was given", async () => {
    const answer = await ask({ elicit: () => ({ action: "accept", content: { age: 0 } }) }, "elicitation/create", {
      message: "who?",
      requestedSchema: schema,
    });
    expect(answer).toEqual({
      action: "accept",
      content: { name: "John", age: 0, score: 0, ok: false, colour: "red", many: ["a"] },
    });
  });

  it("accepts without content, and fills the defaults then too", () => {
    expect(withDefaults(schema, { action: "accept" })).toMatchObject({ content: { name: "John" } });
  });

  it.each(["decline", "cancel"] as const)("sends no content with %s", async (action) => {
    const elicit = () => ({ action, content: null }) as never; // what a careless host returns
    expect(await ask({ elicit }, "elicitation/create", { message: "?", requestedSchema: schema })).toEqual({ action });
  });

  // 2025-11-25/client/elicitation#elicitation-requests/3 2026-07-28/client/elicitation#elicitation-requests/4
  // 2025-11-25/client/elicitation#error-handling/2
  it("reads a missing mode as form, and refuses a mode that was not declared", async () => {
    const elicit = () => ({ action: "decline" as const });
    expect(await ask({ elicit }, "elicitation/create", { message: "?" })).toEqual({ action: "decline" });
    const url = ask({ elicit }, "elicitation/create", { mode: "url", message: "?", url: "https://example.com" });
    await expect(url).rejects.toMatchObject({ rpcCode: -32602 });
  });

  // 2025-06-18/client/elicitation#security-considerations/3 2025-11-25/client/elicitation#form-mode-security/2
  // 2026-07-28/client/elicitation#form-mode-security/2
  it.each([
    ["of another type", { age: "30" }],
    ["outside of its choices", { colour: "green" }],
    ["null", { free: null }],
  ])("sends no answer with a field that is %s", async (_, content) => {
    const params = { message: "?", requestedSchema: schema };
    const answering = ask({ elicit: () => ({ action: "accept", content }) as never }, "elicitation/create", params);
    await expect(answering).rejects.toMatchObject({ code: "bad-answer" });
    // What a form with words that nobody knows means is not judged here.
    const odd = { ...params, requestedSchema: { ...schema, $schema: "urn:of-tomorrow" } };
    const sent = await ask({ elicit: () => ({ action: "accept", content }) as never }, "elicitation/create", odd);
    expect(sent).toMatchObject({ action: "accept", content });
  });

  it("hands a URL to the host and opens nothing", async () => {
    const seen: string[] = [];
    const elicit = {
      // A careless host hands over what belongs to the page.
      url: (q: { url: string }) => (seen.push(q.url), { action: "accept" as const, content: { key: "secret" } }),
    };
    const params = { mode: "url", message: "?", url: "https://example.com/x", elicitationId: "e" };
    expect(await ask({ elicit }, "elicitation/create", params)).toEqual({ action: "accept" });
    expect(seen).toEqual(["https://example.com/x"]);
  });
});

describe("sampling", () => {
  const answer = { role: "assistant" as const, content: { type: "text" as const, text: "hi" }, model: "m" };

  // 2025-11-25/client/sampling#tools-in-sampling/1 2026-07-28/client/sampling#tools-in-sampling/1
  it("is refused with tools where tools were not declared", async () => {
    const params = { messages: [], maxTokens: 1, tools: [] };
    await expect(ask({ sample: () => answer }, "sampling/createMessage", params)).rejects.toMatchObject({
      rpcCode: -32602,
    });
    const withTools = { createMessage: () => answer, tools: true };
    expect(await ask({ sample: withTools }, "sampling/createMessage", params)).toEqual(answer);
  });
});

describe("roots", () => {
  // 2024-11-05/client/roots#root/1 2025-03-26/client/roots#root/1 2025-06-18/client/roots#root/1 2025-11-25/client/roots#root/1
  // 2026-07-28/client/roots#root/1
  it("are file URIs; another one is the host's mistake, and none is handed out", async () => {
    const good = { uri: "file:///home/ada", name: "home" };
    expect(await ask({ roots: [good] }, "roots/list")).toEqual({ roots: [good] });
    for (const uri of ["https://example.com/", "/home/ada", "files:///x", ""]) {
      await expect(ask({ roots: () => [good, { uri }] }, "roots/list")).rejects.toMatchObject({ code: "bad-root" });
    }
  });
});

describe("what a host does not answer", () => {
  it.each(["elicitation/create", "sampling/createMessage", "roots/list", "constructor", "x/y"])(
    "%s is refused",
    async (method) => {
      await expect(ask({}, method, { message: "?" })).rejects.toSatisfy(isProtocolError);
    },
  );

  it("is not declared", () => {
    expect(capabilitiesOf({})).toEqual({});
    expect(
      capabilitiesOf({
        elicit: () => ({ action: "decline" }),
        sample: { createMessage: () => Promise.reject(new Error()), tools: true },
        roots: [],
      }),
    ).toEqual({ elicitation: { form: {} }, sampling: { tools: {} }, roots: { listChanged: true } });
    expect(capabilitiesOf({ elicit: { url: () => ({ action: "decline" }) } })).toEqual({ elicitation: { url: {} } });
  });
});
