/** The tools of the feature server that ask the client's model. */
import type { Server } from "@mcpwire/server";

const question = { role: "user", content: { type: "text", text: "What shall I read?" } } as const;
const look = {
  name: "look",
  description: "Looks at a shelf",
  inputSchema: { type: "object", properties: { shelf: { type: "string" } }, required: ["shelf"] },
} as const;

export function addSampling(server: Server): void {
  server.tool("shorten", { description: "Has the rules shortened by the client's model" }, async (_, ctx) => {
    const { content, model } = await ctx.sample("short", {
      messages: [{ role: "user", content: { type: "text", text: "Shorten: whisper, and return your books." } }],
      modelPreferences: {
        hints: [{ name: "tiny" }, { name: "small" }],
        costPriority: 0.9,
        speedPriority: 0.5,
        intelligencePriority: 0.1,
      },
      systemPrompt: "Use two words.",
      temperature: 0.1,
      maxTokens: 20,
      stopSequences: ["!"],
      metadata: { draft: true },
    });
    return `${model}: ${JSON.stringify(content)}`;
  });

  server.tool("recommend", { description: "Recommends a book; the model may look at shelves" }, async (_, ctx) => {
    const asked = { tools: [look], maxTokens: 50 };
    const first = await ctx.sample("first", { ...asked, messages: [question], toolChoice: { mode: "auto" } });
    const blocks = Array.isArray(first.content) ? first.content : [first.content];
    const uses = blocks.filter((block) => block.type === "tool_use");
    if (uses.length === 0) return JSON.stringify(first.content);

    const results = uses.map(({ id, input }) => ({
      type: "tool_result" as const,
      toolUseId: id,
      content: [{ type: "text" as const, text: `On ${String(input["shelf"])}: one book.` }],
    }));
    const { content } = await ctx.sample("second", {
      ...asked,
      messages: [question, { role: "assistant", content: first.content }, { role: "user", content: results }],
      toolChoice: { mode: "none" },
    });
    return JSON.stringify(content);
  });
}
