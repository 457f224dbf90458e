/** What the type checker knows of handlers; run, these only register. */
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createServer } from "./create-server.js";
import { inputRequired } from "./input/rounds.js";
import { toolResult } from "./results.js";

const server = () => createServer({ name: "test", version: "1" });

describe("arguments are typed by the schema's output", () => {
  test("zod, defaults and transforms included", () => {
    const input = z.object({
      a: z.string(),
      n: z.string().transform(Number),
      d: z.string().default("x"),
      o: z.string().optional(),
    });
    server().tool("t", { input }, (args, ctx) => {
      expectTypeOf(args).toEqualTypeOf<{ a: string; n: number; d: string; o?: string | undefined }>();
      expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
      return args.a;
    });
  });

  test("arktype", () => {
    server().tool("t", { input: type({ a: "string", "n?": "number" }) }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ a: string; n?: number }>();
      return "";
    });
  });

  test("valibot through its adapter", () => {
    server().tool(
      "t",
      { input: toStandardJsonSchema(v.object({ a: v.string(), n: v.optional(v.number(), 1) })) },
      (args) => {
        expectTypeOf(args).toEqualTypeOf<{ a: string; n: number }>();
        return "";
      },
    );
  });

  test("raw JSON Schema, as far as its plain parts go", () => {
    const input = {
      type: "object",
      properties: {
        a: { type: "string" },
        list: { type: "array", items: { type: "integer" } },
        kind: { enum: ["x", "y"] },
        deep: { type: "object", properties: { b: { type: "boolean" } }, required: ["b"] },
        any: {},
      },
      required: ["a", "kind"],
    } as const;
    server().tool("t", { input }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{
        a: string;
        kind: "x" | "y";
        list?: number[];
        deep?: { b: boolean };
        any?: unknown;
      }>();
      return "";
    });
    server().tool(
      "inline",
      { input: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
      (args) => {
        expectTypeOf(args.a).toEqualTypeOf<string>();
        return args.a;
      },
    );
  });

  test("a pair is typed by what its validator yields", () => {
    const validate = (_value: unknown): { value: { a: string } } => ({ value: { a: "" } });
    server().tool("t", { input: { schema: { type: "object" }, validate } }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ a: string }>();
      return "";
    });
  });

  test("no schema, no arguments", () => {
    server().tool("t", {}, (args) => {
      expectTypeOf(args).toEqualTypeOf<Record<string, never>>();
      return "";
    });
  });

  test("a schema without JSON Schema does not compile, nor does a bare object of schemas run", () => {
    const bad = v.object({ a: v.string() });
    const register = (): unknown =>
      // @ts-expect-error valibot needs its adapter
      server().tool("t", { input: bad }, () => "");
    expectTypeOf(register).toBeFunction();
  });
});

describe("results are typed by the output schema's input", () => {
  test("values of any kind", () => {
    const s = server();
    s.tool("object", { output: z.object({ n: z.number() }) }, () => ({ n: 1 }));
    s.tool("list", { output: z.array(z.string()) }, async () => ["a"]);
    s.tool("transformed", { output: z.object({ n: z.number().default(1) }) }, () => ({}));
    s.tool("marked", { output: z.object({ n: z.number() }) }, () =>
      toolResult({ content: [], structuredContent: { n: 1 } }),
    );
    s.tool("failing", { output: z.object({ n: z.number() }) }, (_args, ctx) => ctx.fail("no"));
    s.tool("asking", { output: z.object({ n: z.number() }) }, () => inputRequired({ state: 1 }));
    // @ts-expect-error a string where the schema wants a number
    s.tool("wrong", { output: z.object({ n: z.number() }) }, () => ({ n: "x" }));
    // @ts-expect-error text is no structured result
    s.tool("text", { output: z.object({ n: z.number() }) }, () => "x");
    // @ts-expect-error an object needs an output schema
    s.tool("bare", {}, () => ({ n: 1 }));
  });
});

describe("the other registrations", () => {
  test("template variables are read from the template", () => {
    const s = server();
    s.resource("test://{id}/{+path}{?q,list*}", {}, (variables, _ctx, uri) => {
      expectTypeOf(variables.id).toEqualTypeOf<string>();
      expectTypeOf(variables.path).toEqualTypeOf<string>();
      expectTypeOf(variables.q).toEqualTypeOf<string | undefined>();
      expectTypeOf(uri).toEqualTypeOf<string>();
      // @ts-expect-error no such variable
      return variables.other;
    });
  });

  test("prompt arguments, from a list or from a schema", () => {
    const s = server();
    s.prompt("list", { args: [{ name: "a", required: true }, { name: "b" }] }, (args) => {
      expectTypeOf(args.a).toEqualTypeOf<string>();
      expectTypeOf(args.b).toEqualTypeOf<string | undefined>();
      return args.a;
    });
    s.prompt("schema", { args: z.object({ n: z.coerce.number() }) }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ n: number }>();
      return "";
    });
    s.prompt("none", {}, (args) => {
      expectTypeOf(args).toEqualTypeOf<Record<string, never>>();
      return "";
    });
  });

  test("answers of the client", () => {
    server().tool("t", {}, async (_args, ctx) => {
      const form = await ctx.elicit("k", { message: "?", schema: z.object({ name: z.string() }) });
      if (form.action === "accept") expectTypeOf(form.content).toEqualTypeOf<{ name: string }>();
      const page = await ctx.elicit("p", { message: "?", url: "https://example.com" });
      expectTypeOf(page.action).toEqualTypeOf<"accept" | "decline" | "cancel">();
      expectTypeOf(await ctx.once("e", () => 1)).toEqualTypeOf<number>();
      return "";
    });
  });

  test("methods and notifications of one's own", () => {
    const s = server();
    s.method("example/a", { params: z.object({ n: z.number() }), result: z.object({ m: z.number() }) }, (params) => {
      expectTypeOf(params).toEqualTypeOf<{ n: number }>();
      return { m: params.n };
    });
    s.onNotification("example/b", { params: z.object({ n: z.number() }) }, (params) => {
      expectTypeOf(params).toEqualTypeOf<{ n: number }>();
    });
  });
});

describe("questions belong to tool calls, prompts and reads alone", () => {
  // 2026-07-28/basic/patterns/mrtr#supported-requests/2
  test("2026-07-28/basic/patterns/mrtr#supported-requests/2: other handlers have no word for them", () => {
    const s = server();
    // @ts-expect-error a method of one's own cannot ask
    s.method("example/a", {}, () => inputRequired({ state: 1 }));
    s.method("example/b", {}, (_params, ctx) => {
      expectTypeOf(ctx).not.toHaveProperty("elicit");
      return {};
    });
    s.resource("test://{a}", { list: (ctx) => (expectTypeOf(ctx).not.toHaveProperty("elicit"), []) }, () => "");
    // @ts-expect-error a completer cannot ask
    s.prompt("p", { args: [{ name: "a" }], complete: { a: () => inputRequired({ state: 1 }) } }, () => "");
  });
});
