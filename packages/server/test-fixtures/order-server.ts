import { createServer } from "@mcpwire/server";
import { z } from "zod";

const server = createServer({ name: "shop", version: "1.0.0" });
const orders = new Map<string, string>();
const address = z.object({ address: z.string().min(1) });

server.tool("order", { description: "Order an item", input: z.object({ item: z.string() }) }, async ({ item }, ctx) => {
  const id = await ctx.once("id", () => `order-${String(orders.size + 1)}`);
  const answer = await ctx.elicit("address", { message: `Where shall ${item} go?`, schema: address });
  if (answer.action !== "accept") return "Nothing was ordered.";
  orders.set(id, item);
  return `${id}: ${item} goes to ${answer.content.address}.`;
});

export { orders, server };
