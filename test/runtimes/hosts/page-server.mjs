// The server of the page among the examples, of another origin: tools with every kind of field. Prints its URL.
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "kitchen", version: "1.0.0" });

server.tool(
  "plan_meal",
  {
    title: "Plan a meal",
    description: "Says what to cook",
    input: z.object({
      dish: z.string().describe("What it is"),
      guests: z.number().int().min(1).describe("How many eat"),
      spice: z.enum(["mild", "medium", "hot"]).describe("How hot"),
      vegan: z.boolean().optional().describe("Without anything of animals"),
      allergies: z.array(z.string()).optional().describe('As JSON, such as ["nuts"]'),
    }),
  },
  async ({ dish, guests, spice, vegan, allergies }, ctx) => {
    await ctx.progress(1, 2);
    return `${dish} for ${guests}, ${spice}${vegan ? ", vegan" : ""}${allergies ? `, without ${allergies}` : ""}`;
  },
);
server.tool("burn", { title: "Burn it", description: "Always fails" }, (_args, ctx) => ctx.fail("the oven is broken"));

console.log((await serveHttp(server, { cors: true })).url);
