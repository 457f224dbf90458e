import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { accepted, context, message, play, prompt, schema, tested, textOf } from "../../test-fixtures/rounds.js";
import { elicitation, roots, sampling } from "./questions.js";
import { inputRequired } from "./rounds.js";

describe("awaiting the client", () => {
  test("one question: asked, then answered, and typed by its schema", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      const answer = await ctx.elicit("user_name", { message: "Name?", schema });
      return answer.action === "accept" ? `Hello, ${answer.content.name}` : answer.action;
    });
    const first = await t.round("tools/call", { name: "t" }, context({}));
    expect(first.inputRequests).toEqual({
      user_name: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      },
    });
    // Nothing has to be carried yet, so no state is made.
    expect(first.requestState).toBeUndefined();
    for (const [given, said] of [
      [accepted("Ann"), "Hello, Ann"],
      [{ action: "decline" }, "decline"],
      [{ action: "cancel", content: null }, "cancel"],
    ] as const) {
      const { result, asked } = await play(t, { name: "t" }, { user_name: given });
      expect(textOf(result)).toBe(said);
      expect(asked).toEqual([["user_name"]]);
    }
  });

  test("questions that are awaited together are asked in one round, those in turn in turn", async () => {
    const t = tested();
    t.server.tool("together", {}, async (_args, ctx) => {
      const [form, reply, list] = await Promise.all([
        ctx.elicit("a", { message: "?", schema }),
        ctx.sample("b", prompt),
        ctx.roots("c"),
      ]);
      return `${form.action} ${reply.model} ${String(list.length)}`;
    });
    t.server.tool("in-turn", {}, async (_args, ctx) => {
      const form = await ctx.elicit("a", { message: "?", schema });
      const reply = await ctx.sample("b", prompt);
      const list = await ctx.roots("c");
      return `${form.action} ${reply.model} ${String(list.length)}`;
    });
    const answers = { a: accepted("Ann"), b: message, c: { roots: [{ uri: "file:///a" }] } };
    const together = await play(t, { name: "together" }, answers);
    expect(together.asked).toEqual([["a", "b", "c"]]);
    expect(textOf(together.result)).toBe("accept m 1");
    const inTurn = await play(t, { name: "in-turn" }, answers);
    expect(inTurn.asked).toEqual([["a"], ["b"], ["c"]]);
    expect(textOf(inTurn.result)).toBe("accept m 1");
  });

  test("2026-07-28/basic/patterns/mrtr#error-handling/4: only what is still missing is asked again", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      const [a, b] = await Promise.all([ctx.roots("a"), ctx.sample("b", prompt)]);
      return `${String(a.length)} ${b.model}`;
    });
    const second = await t.round(
      "tools/call",
      { name: "t" },
      context({ inputResponses: { a: { roots: [] }, other: 1 } }),
    );
    expect(Object.keys(second.inputRequests ?? {})).toEqual(["b"]);
    const done = await t.ask(
      "tools/call",
      { name: "t" },
      context({ inputResponses: { b: message }, requestState: second.requestState }),
    );
    expect(textOf(done)).toBe("0 m");
  });

  // 2026-07-28/basic/patterns/mrtr#error-handling/1, 2026-07-28/basic/patterns/mrtr#error-handling/3
  test.each<[string, unknown]>([
    ["no object", 7],
    ["null", null],
    ["a list", []],
    ["an action that is none", { action: "maybe" }],
    ["content of the wrong type", accepted(1)],
    ["no content where some is required", { action: "accept" }],
    ["content that is null", { action: "accept", content: null }],
  ])("an answer that does not fit is asked for again: %s", async (_name, answer) => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => (await ctx.elicit("a", { message: "?", schema })).action);
    const again = await t.round("tools/call", { name: "t" }, context({ inputResponses: { a: answer } }));
    expect(Object.keys(again.inputRequests ?? {})).toEqual(["a"]);
  });

  // 2026-07-28/basic/patterns/mrtr#error-handling/1
  test.each<[string, JSONObject]>([
    ["a role that is none", { role: "system" }],
    ["content without a type", { content: {} }],
    ["content that is null", { content: null }],
    ["text without its text", { content: { type: "text" } }],
    ["a list with null", { content: [null] }],
    ["a list with text that is none", { content: [{ type: "text", text: 5 }] }],
    ["no model", { model: undefined }],
  ])("a message of the client's model that is none is asked for again: %s", async (_name, change) => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => (await ctx.sample("a", prompt)).role);
    const again = await t.round(
      "tools/call",
      { name: "t" },
      context({ inputResponses: { a: { ...message, ...change } } }),
    );
    expect(Object.keys(again.inputRequests ?? {})).toEqual(["a"]);
  });

  test.each<[string, unknown]>([
    ["one block", { type: "image", data: "", mimeType: "image/png" }],
    [
      "several blocks",
      [
        { type: "text", text: "" },
        { type: "tool_use", id: "1", name: "t", input: {} },
      ],
    ],
    ["a block of a type yet to come", { type: "smell" }],
  ])("a message of the client's model may have %s", async (_name, content) => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => JSON.stringify((await ctx.sample("a", prompt)).content));
    const { result } = await play(t, { name: "t" }, { a: { ...message, content } });
    expect(textOf(result)).toBe(JSON.stringify(content));
  });

  test("a form that two servers share is checked by the validator of each", async () => {
    const form = { type: "object", properties: { name: { type: "string" } } } as const;
    const lenient = { compile: () => ({ validate: () => ({ valid: true }) as const }) };
    const asked: string[][] = [];
    for (const validator of [lenient, undefined]) {
      const t = tested({}, validator === undefined ? {} : { validator });
      t.server.tool("t", {}, async (_args, ctx) => (await ctx.elicit("a", { message: "?", schema: form })).action);
      const outcome = await t.host.handle("tools/call", { name: "t" }, context({ inputResponses: { a: accepted(1) } }));
      asked.push("inputRequests" in outcome ? Object.keys(outcome.inputRequests ?? {}) : []);
    }
    expect(asked).toEqual([[], ["a"]]);
  });

  test.each([7, null, [], "x"])("answers that are %j as a whole never complete the call", async (inputResponses) => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => (await ctx.elicit("a", { message: "?", schema })).action);
    await t.round("tools/call", { name: "t" }, context({ inputResponses }));
  });

  test("keys such as constructor are just keys", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      const one = await ctx.roots("constructor");
      const two = await ctx.roots("__proto__");
      return `${String(one.length)}${String(two.length)}`;
    });
    const answers = JSON.parse('{"constructor":{"roots":[]},"__proto__":{"roots":[{"uri":"file:///"}]}}') as JSONObject;
    const { result, asked } = await play(t, { name: "t" }, answers);
    expect(asked).toEqual([["constructor"], ["__proto__"]]);
    expect(textOf(result)).toBe("01");
  });

  test("a page is asked for by its address alone", async () => {
    const t = tested();
    t.server.tool(
      "t",
      {},
      async (_args, ctx) => (await ctx.elicit("p", { message: "Pay", url: "https://example.com/" })).action,
    );
    const { inputRequests } = await t.round("tools/call", { name: "t" }, context({}));
    expect(inputRequests).toEqual({
      p: { method: "elicitation/create", params: { mode: "url", message: "Pay", url: "https://example.com/" } },
    });
    expect(textOf((await play(t, { name: "t" }, { p: { action: "accept" } })).result)).toBe("accept");
    const named = elicitation({ message: "Pay", url: "https://example.com/", id: "payment-1" });
    expect(named.params).toHaveProperty("elicitationId", "payment-1");
  });

  test("a handler that catches everything does not answer in place of the client", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      try {
        return (await ctx.roots()).map((root) => root.uri).join();
      } catch {
        return "fallback";
      }
    });
    const { result, asked } = await play(
      t,
      { name: "t" },
      { roots: { roots: [{ uri: "file:///a" }, { name: "bad" }] } },
    );
    expect(asked).toEqual([["roots"]]);
    expect(textOf(result)).toBe("file:///a");
  });

  test("prompts and resources ask as tools do", async () => {
    const t = tested();
    t.server.prompt("p", {}, async (_args, ctx) => (await ctx.elicit("a", { message: "?", schema })).action);
    t.server.resource(
      "test://r",
      {},
      async (_variables, ctx) => (await ctx.elicit("a", { message: "?", schema })).action,
    );
    const inputResponses = { a: accepted("Ann") };
    for (const [method, params] of [
      ["prompts/get", { name: "p" }],
      ["resources/read", { uri: "test://r" }],
    ] as const) {
      expect(Object.keys((await t.round(method, params, context({}))).inputRequests ?? {})).toEqual(["a"]);
      expect(JSON.stringify(await t.ask(method, params, context({ inputResponses })))).toContain('"accept"');
    }
  });

  test("a question that nobody awaits yet breaks nothing", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      const early = ctx.roots();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return String((await early).length);
    });
    expect(textOf((await play(t, { name: "t" }, { roots: { roots: [] } })).result)).toBe("0");
  });
});

// 2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/14
describe("2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/13: only what the client declared is asked", () => {
  // 2025-11-25/client/elicitation#capabilities/3 2026-07-28/client/elicitation#capabilities/3
  // 2025-11-25/client/sampling#tools-in-sampling/2 2026-07-28/client/sampling#tools-in-sampling/2
  test.each<[string, JSONObject, JSONObject]>([
    ["form", {}, { elicitation: { form: {} } }],
    ["form", { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ["url", { elicitation: {} }, { elicitation: { url: {} } }],
    ["sampling", { elicitation: {} }, { sampling: {} }],
    ["tools", { sampling: {} }, { sampling: { tools: {} } }],
    ["roots", { sampling: {} }, { roots: {} }],
  ])("%s of a client with %j is -32021 and names what is missing", async (kind, declared, requiredCapabilities) => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      if (kind === "form") await ctx.elicit("k", { message: "?", schema });
      if (kind === "url") await ctx.elicit("k", { message: "?", url: "https://example.com" });
      if (kind === "sampling") await ctx.sample("k", prompt);
      if (kind === "tools") await ctx.sample("k", { ...prompt, tools: [] });
      if (kind === "roots") await ctx.roots("k");
      return "";
    });
    const refused = { rpcCode: -32021, data: { requiredCapabilities } };
    await expect(t.ask("tools/call", { name: "t" }, { clientCapabilities: declared })).rejects.toMatchObject(refused);
  });

  test("an empty elicitation capability means forms", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => (await ctx.elicit("k", { message: "?", schema })).action);
    await t.round("tools/call", { name: "t" }, { clientCapabilities: { elicitation: {} } });
  });

  test("a handler may do without", async () => {
    const t = tested();
    t.server.tool("t", {}, async (_args, ctx) => {
      const list = await ctx.roots().catch(() => []);
      return `${String(list.length)} roots`;
    });
    expect(textOf(await t.ask("tools/call", { name: "t" }, {}))).toBe("0 roots");
  });
});

describe("effects", () => {
  test("once is once in all rounds, and its value is there in each", async () => {
    const t = tested();
    let charged = 0;
    let runs = 0;
    t.server.tool("t", {}, async (_args, ctx) => {
      runs += 1;
      const before = await ctx.once("charge", () => ({ id: (charged += 1) }));
      await ctx.roots("a");
      await ctx.once("nothing", () => undefined);
      await ctx.roots("b");
      return JSON.stringify([before, await ctx.once("nothing", () => "wrong")]);
    });
    const { result } = await play(t, { name: "t" }, { a: { roots: [] }, b: { roots: [] } });
    expect([charged, runs]).toEqual([1, 3]);
    expect(textOf(result)).toBe('[{"id":1},null]');
  });

  test("an effect that is still running when the round ends is waited for", async () => {
    const t = tested();
    let charged = 0;
    t.server.tool("t", {}, async (_args, ctx) => {
      const charge = ctx.once("charge", async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return (charged += 1);
      });
      await ctx.roots();
      return String(await charge);
    });
    expect(textOf((await play(t, { name: "t" }, { roots: { roots: [] } })).result)).toBe("1");
    expect(charged).toBe(1);
  });

  test("two calls with one key run one effect", async () => {
    const t = tested();
    let runs = 0;
    t.server.tool("t", {}, async (_args, ctx) => {
      const effect = async (): Promise<number> => (runs += 1);
      return (await Promise.all([ctx.once("k", effect), ctx.once("k", effect)])).join();
    });
    expect(textOf(await t.ask("tools/call", { name: "t" }))).toBe("1,1");
  });

  test("an effect that failed runs again", async () => {
    const t = tested();
    let runs = 0;
    t.server.tool("t", {}, async (_args, ctx) => {
      const value = await ctx
        .once("k", () => {
          runs += 1;
          if (runs === 1) throw new Error("down");
          return "up";
        })
        .catch(() => "down");
      await ctx.roots();
      return value;
    });
    expect(textOf((await play(t, { name: "t" }, { roots: { roots: [] } })).result)).toBe("up");
  });
});

describe("asking by returning", () => {
  test("the handler is called again with the answers and its own state", async () => {
    const t = tested();
    t.server.tool("t", {}, (_args, ctx) => {
      if (ctx.state === undefined) {
        return inputRequired({ requests: { step1: elicitation({ message: "1", schema }) }, state: { round: 1 } });
      }
      const { round } = ctx.state as { round: number };
      if (round === 1)
        return inputRequired({ requests: { step2: sampling(prompt), step3: roots() }, state: { round: 2 } });
      return JSON.stringify([...ctx.inputs]);
    });
    const answers = { step1: accepted("Ann"), step2: message, step3: { roots: [] } };
    const { result, asked } = await play(t, { name: "t" }, answers);
    expect(asked).toEqual([["step1"], ["step2", "step3"]]);
    expect(textOf(result)).toBe(JSON.stringify(Object.entries(answers)));
  });

  test("2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/12: a state alone is enough, nothing at all is not", async () => {
    const t = tested();
    t.server.tool("t", {}, (_args, ctx) => (ctx.state === "go" ? "done" : inputRequired({ state: "go" })));
    const { result, asked } = await play(t, { name: "t" }, {});
    expect([textOf(result), asked]).toEqual(["done", [[]]]);
    expect(() => inputRequired({})).toThrow(/requests, a state, or both/);
    expect(() => inputRequired({ requests: {} })).toThrow(/requests, a state, or both/);
  });

  test("2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/4: a method that no client answers is the handler's mistake", async () => {
    const t = tested();
    t.server.tool("t", {}, () => inputRequired({ requests: { a: { method: "tools/list" } } }));
    await expect(t.ask("tools/call", { name: "t" }, context({}))).rejects.toThrow(/cannot be asked/);
  });

  test.each([
    ["a nested object", z.object({ a: z.object({}) })],
    ["a list of anything", z.object({ a: z.array(z.string()) })],
    ["no object", z.string()],
  ])("a form is flat; %s is the handler's mistake", (_name, form) => {
    expect(() => elicitation({ message: "?", schema: form })).toThrow(/elicitation: a form is an object/);
  });

  // 2025-11-25/client/elicitation#url-mode-elicitation-requests/2 2026-07-28/client/elicitation#url-mode-elicitation-requests/2
  test.each(["", "example.com/login", "/login", "http://", "https:// no"])("%j is no page to visit", (url) => {
    expect(() => elicitation({ message: "?", url })).toThrow(/no URL/);
  });

  test("every kind of field that a form may have is passed on", () => {
    const properties = {
      untitledSingle: { type: "string", enum: ["a", "b"] },
      titledSingle: { type: "string", oneOf: [{ const: "a", title: "A" }] },
      named: { type: "string", enum: ["a"], enumNames: ["A"] },
      untitledMulti: { type: "array", items: { type: "string", enum: ["a"] } },
      titledMulti: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      verified: { type: "boolean", default: true },
    };
    expect(elicitation({ message: "?", schema: { type: "object", properties } }).params?.["requestedSchema"]).toEqual({
      type: "object",
      properties,
    });
  });
});
