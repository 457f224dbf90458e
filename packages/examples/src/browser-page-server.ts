/**
 * The page of `browser-page.ts`, and a server for it to try: `npm run page` at the top. The two have ports of their own, so they are
 * of different origins, as a page and the servers that it calls mostly are. Prints the page's URL. `PORT` names its port.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { fileURLToPath } from "node:url";
import { serveHttp } from "@mcpwire/node";
import { createServer } from "@mcpwire/server";
import { build } from "esbuild";
import { z } from "zod";

const kitchen = createServer({ name: "kitchen", version: "1.0.0" });

kitchen.tool(
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
kitchen.tool("burn", { title: "Burn it", description: "Always fails" }, (_args, ctx) => ctx.fail("the oven is broken"));

// A browser has no packages: one file for all that the page imports.
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("browser-page.js", import.meta.url))],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  write: false,
});
const page = readFileSync(new URL("../src/browser-page.html", import.meta.url));
const files = new Map<string, readonly [type: string, content: Uint8Array]>([
  ["/", ["text/html; charset=utf-8", page]],
  ...outputFiles.map(({ contents }) => ["/browser-page.js", ["text/javascript; charset=utf-8", contents]] as const),
]);
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src http: https:";

const pages = createHttpServer((req, res) => {
  const [type, content] = files.get(new URL(req.url ?? "/", "http://page").pathname) ?? [];
  if (type === undefined) res.writeHead(404).end();
  else res.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(content);
});
pages.listen(Number(process.env["PORT"] ?? 8767), "127.0.0.1");
await once(pages, "listening");
const address = pages.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

const { url } = await serveHttp(kitchen, { cors: true, allowedOrigins: [origin] });
console.log(`${origin}/?${new URLSearchParams({ server: url })}`);
