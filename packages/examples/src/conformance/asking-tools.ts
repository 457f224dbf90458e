/**
 * Tools that ask the client once: its user, its model. The same handler serves clients that are asked on the wire and clients
 * that bring the answer with a second call.
 */
import type { CreateMessageResult } from "@mcpwire/protocol";
import type { Server } from "@mcpwire/server";
import { z } from "zod";

export function addAskingTools(server: Server): void {
  server.tool(
    "test_sampling",
    { description: "Asks the client's model", input: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const answer = await ctx.sample("answer", {
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return `The model says: ${textOf(answer)}`;
    },
  );

  server.tool(
    "test_elicitation",
    { description: "Asks the client's user", input: z.object({ message: z.string() }) },
    async ({ message }, ctx) => {
      const answer = await ctx.elicit("answer", {
        message,
        schema: z.object({ username: z.string(), email: z.string() }),
      });
      return `User response: ${JSON.stringify(answer)}`;
    },
  );

  server.tool("test_elicitation_sep1034_defaults", { description: "Offers a form with defaults" }, async (_, ctx) => {
    const answer = await ctx.elicit("profile", {
      message: "Please look over these defaults.",
      schema: z.object({
        name: z.string().default("John Doe"),
        age: z.int().default(30),
        score: z.number().default(95.5),
        status: z.enum(["active", "inactive", "pending"]).default("active"),
        verified: z.boolean().default(true),
      }),
    });
    return `Elicitation completed: ${JSON.stringify(answer)}`;
  });

  server.tool(
    "test_elicitation_sep1330_enums",
    { description: "Offers a form with every kind of choice" },
    async (_, ctx) => {
      const answer = await ctx.elicit("choices", {
        message: "Please choose.",
        // Titles have no words in most schema libraries; a form may be JSON Schema as it stands.
        schema: {
          type: "object",
          properties: {
            untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
            titledSingle: {
              type: "string",
              oneOf: [
                { const: "value1", title: "First option" },
                { const: "value2", title: "Second option" },
              ],
            },
            legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
            untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
            titledMulti: {
              type: "array",
              items: {
                anyOf: [
                  { const: "value1", title: "First choice" },
                  { const: "value2", title: "Second choice" },
                ],
              },
            },
          },
        },
      });
      return `Elicitation completed: ${JSON.stringify(answer)}`;
    },
  );

  server.tool("test_missing_capability", { description: "Works only for clients with a model" }, (_, ctx) => {
    ctx.requireCapability("sampling");
    return "The client has a model.";
  });

  server.tool("test_streaming_elicitation", { description: "Reports progress, then asks the user" }, async (_, ctx) => {
    await ctx.progress(1, 2, "about to ask");
    const answer = await ctx.elicit("go_on", {
      message: "Shall it go on?",
      schema: z.object({ ok: z.boolean() }),
    });
    return `The user chose to ${answer.action}.`;
  });
}

/** What a model said, whatever else it sent. */
export function textOf({ content }: CreateMessageResult): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
