/**
 * Tools and a prompt that need input, often in several rounds. Each reads like ordinary code with awaits: while an answer is
 * missing, the client gets the question instead of a result, and calls again. What must not happen twice stands in `ctx.once`.
 * [2026-07-28 basic/patterns/mrtr#basic-workflow]
 */
import { randomUUID } from "node:crypto";
import { elicitation, inputRequired, roots, sampling } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";
import { z } from "zod";
import { textOf } from "./asking-tools.js";

const name = z.object({ name: z.string() });
const confirmation = z.object({ ok: z.boolean() });

export function addInputRounds(server: Server): void {
  server.tool("test_input_required_result_elicitation", { description: "Asks for a name" }, async (_, ctx) => {
    const answer = await ctx.elicit("user_name", { message: "What is your name?", schema: name });
    return answer.action === "accept" ? `Hello, ${answer.content.name}!` : "Hello, whoever you are!";
  });

  server.tool("test_input_required_result_sampling", { description: "Asks the client's model" }, async (_, ctx) => {
    const answer = await ctx.sample("capital_question", {
      messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
      maxTokens: 100,
    });
    return `The model says: ${textOf(answer)}`;
  });

  server.tool("test_input_required_result_list_roots", { description: "Asks for the roots" }, async (_, ctx) => {
    const found = await ctx.roots("client_roots");
    return `The roots are: ${found.map((root) => root.uri).join(", ")}`;
  });

  server.tool("test_input_required_result_request_state", { description: "Begins, then asks" }, async (_, ctx) => {
    // Done in the first round; later rounds find its value in the sealed state that the client brings back.
    const order = await ctx.once("order", () => randomUUID());
    const answer = await ctx.elicit("confirm", { message: "Is that right?", schema: confirmation });
    return `state-ok: order ${order}, ${answer.action}`;
  });

  server.tool(
    "test_input_required_result_tampered_state",
    { description: "Trusts no altered state" },
    async (_, ctx) => {
      const order = await ctx.once("order", () => randomUUID());
      const answer = await ctx.elicit("confirm", { message: "Is that right?", schema: confirmation });
      return `Order ${order}: ${answer.action}`;
    },
  );

  server.tool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks three things at once" },
    async (_, ctx) => {
      const order = await ctx.once("order", () => randomUUID());
      const [user, greeting, found] = await Promise.all([
        ctx.elicit("user_name", { message: "What is your name?", schema: name }),
        ctx.sample("greeting", {
          messages: [{ role: "user", content: { type: "text", text: "Write a short greeting." } }],
          maxTokens: 50,
        }),
        ctx.roots("client_roots"),
      ]);
      return `Order ${order}: ${user.action}, ${textOf(greeting)}, ${found.length} roots`;
    },
  );

  server.tool(
    "test_input_required_result_multi_round",
    { description: "Asks twice, one after the other" },
    async (_, ctx) => {
      await ctx.once("order", () => randomUUID());
      const first = await ctx.elicit("step1", { message: "Step 1: what is your name?", schema: name });
      const second = await ctx.elicit("step2", {
        message: "Step 2: and your colour?",
        schema: z.object({ color: z.string() }),
      });
      return `Both steps are done: ${first.action}, ${second.action}.`;
    },
  );

  // The same without awaits: what the handler returns says what it needs, and it is called again with `ctx.inputs`.
  server.tool(
    "test_input_required_result_capabilities",
    { description: "Asks what this client can answer" },
    (_, ctx) => {
      const { capabilities } = ctx.client;
      const requests = {
        ...(capabilities.elicitation && { user_name: elicitation({ message: "What is your name?", schema: name }) }),
        ...(capabilities.sampling && {
          greeting: sampling({
            messages: [{ role: "user", content: { type: "text", text: "Write a short greeting." } }],
            maxTokens: 50,
          }),
        }),
        ...(capabilities.roots && { client_roots: roots() }),
      };
      const open = Object.entries(requests).filter(([key]) => !ctx.inputs.has(key));
      return open.length > 0
        ? inputRequired({ requests: Object.fromEntries(open) })
        : `Answered: ${[...ctx.inputs.keys()].join(", ")}`;
    },
  );

  server.prompt(
    "test_input_required_result_prompt",
    { description: "A prompt that asks for its context" },
    async (_, ctx) => {
      const answer = await ctx.elicit("user_context", {
        message: "What should the prompt know?",
        schema: z.object({ context: z.string() }),
      });
      return `Use this context: ${answer.action === "accept" ? answer.content.context : "none was given"}`;
    },
  );
}
