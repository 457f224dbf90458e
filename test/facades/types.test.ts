/** What the compiler infers across the client's verbs. The assertions are the compiler's: `tsc` checks this file with the rest. */
import { connect, connectAll } from "@mcpwire/client";
import type { Change, ClientEvents, LogMessage, StandardSchema, ToolResult } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import type {
  ContentBlock,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  Prompt,
  Root,
  Tool,
} from "@mcpwire/protocol";
import { createServer } from "@mcpwire/server";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { notesServer } from "./notes-server.js";

const sum = z.object({ sum: z.number() });

describe("the type of a call's result", () => {
  it("is that of the caller's schema, as its output has it, and may be absent where the tool failed", async () => {
    await using client = await connect(memory(notesServer()));
    const typed = await client.callTool("sum", { a: 1, b: 2 }, { output: sum });
    expectTypeOf(typed.structuredContent).toEqualTypeOf<{ sum: number } | undefined>();
    const text = z.object({ sum: z.number().transform(String) });
    const transformed = await client.callTool("sum", { a: 1, b: 2 }, { output: text });
    expectTypeOf(transformed.structuredContent).toEqualTypeOf<{ sum: string } | undefined>();
    expect([typed.structuredContent?.sum, transformed.structuredContent?.sum]).toEqual([3, "3"]);
  });

  it("is unknown without a schema, and its content is told apart by type", async () => {
    await using client = await connect(memory(notesServer()));
    const plain = await client.callTool("sum", { a: 1, b: 2 });
    expectTypeOf(plain).toEqualTypeOf<ToolResult<unknown>>();
    expectTypeOf(plain.structuredContent).toEqualTypeOf<unknown>();
    const [block] = plain.content;
    expectTypeOf(block).toEqualTypeOf<ContentBlock | undefined>();
    if (block?.type === "text") expectTypeOf(block.text).toEqualTypeOf<string>();
    expect(block).toMatchObject({ type: "text" });
  });

  it("comes from any Standard Schema, and through many servers too", async () => {
    const own: StandardSchema<{ n: 1 }> = {
      "~standard": { version: 1, vendor: "test", validate: () => ({ value: { n: 1 } }) },
    };
    await using servers = await connectAll({ notes: memory(notesServer()) });
    const result = await servers.callTool("notes__sum", { a: 1, b: 2 }, { output: own });
    expectTypeOf(result.structuredContent).toEqualTypeOf<{ n: 1 } | undefined>();
    expectTypeOf(servers.tools().all()).resolves.toEqualTypeOf<Tool[]>();
    expect(result.structuredContent).toEqual({ n: 1 });
  });
});

describe("the types of the other verbs", () => {
  it("are those of the protocol", async () => {
    await using client = await connect(memory(notesServer()));
    for await (const prompt of client.prompts()) expectTypeOf(prompt).toEqualTypeOf<Prompt>();
    expectTypeOf(client.getPrompt).parameter(1).toEqualTypeOf<Readonly<Record<string, string>> | undefined>();
    const { contents } = await client.readResource("test://note");
    const [content] = contents;
    if (content !== undefined && "text" in content) expectTypeOf(content.text).toEqualTypeOf<string>();
    const server = createServer({ name: "completes", version: "1" });
    server.prompt("explain", { args: z.object({ topic: z.string() }), complete: { topic: () => ["eras"] } }, () => "");
    await using completing = await connect(memory(server));
    const { values } = await completing.complete({
      ref: { type: "ref/prompt", name: "explain" },
      argument: { name: "topic", value: "" },
    });
    expectTypeOf(values).toEqualTypeOf<readonly string[]>();
    expect(values).toEqual(["eras"]);
  });

  it("tell changes apart", async () => {
    await using client = await connect(memory(notesServer()));
    await using watch = await client.subscribe({ resources: ["test://note"] });
    const read = async () => {
      for await (const change of watch) {
        expectTypeOf(change).toEqualTypeOf<Change>();
        if (change.type === "resource") expectTypeOf(change.uri).toEqualTypeOf<string>();
        // @ts-expect-error a changed list has no URI
        else void change.uri;
      }
    };
    const reading = read();
    await watch.close();
    await reading;
    expect(watch.honored).toEqual({ resources: ["test://note"] });
  });

  it("give each listener the event of its name", async () => {
    await using client = await connect(memory(notesServer()));
    client.on("log", (message) => expectTypeOf(message).toEqualTypeOf<LogMessage>());
    client.on("elicitationComplete", (event) => expectTypeOf(event.elicitationId).toEqualTypeOf<string>());
    client.on("closed", (event) => expectTypeOf(event).toEqualTypeOf<ClientEvents["closed"]>());
    // @ts-expect-error no such event
    client.on("opened", () => {});
    expect(client.revision).toBe("2026-07-28");
  });
});

describe("what a host answers", () => {
  it("is given each question in its own type", async () => {
    const server = createServer({ name: "asks", version: "1" });
    server.tool("roots", {}, async (_, ctx) => JSON.stringify(await ctx.roots()));
    await using client = await connect(memory(server), {
      elicit: {
        form: (question) => {
          expectTypeOf(question).toEqualTypeOf<ElicitRequestFormParams>();
          return { action: "decline" };
        },
        url: (question) => {
          expectTypeOf(question).toEqualTypeOf<ElicitRequestURLParams>();
          return { action: "cancel" };
        },
      },
      roots: ({ signal }): readonly Root[] => {
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return [{ uri: "file:///a" }];
      },
    });
    expect((await client.callTool("roots")).content).toEqual([{ type: "text", text: '[{"uri":"file:///a"}]' }]);
  });

  it("cannot be an action that does not exist", () => {
    // @ts-expect-error neither accept, decline nor cancel
    void ((): Parameters<typeof connect>[1] => ({ elicit: () => ({ action: "maybe" }) }));
    expect(connect).toBeTypeOf("function");
  });
});
