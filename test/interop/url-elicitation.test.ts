/** Server-everything sends a person to a URL in both ways that 2025-11-25 has: by asking, and by refusing the call until then. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";
import { expect, it } from "vitest";

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
const everything = join(dirname(manifest), "dist", "index.js");

async function visit(errorPath: boolean) {
  const shown: string[] = [];
  const client = await connect(stdio(process.execPath, [everything, "stdio"]), {
    elicitationWaitMs: 200,
    elicit: { url: ({ url, elicitationId }) => (shown.push(`${url} ${typeof elicitationId}`), { action: "accept" }) },
  });
  const result = await client.callTool("trigger-url-elicitation", { url: "https://example.com/x", errorPath });
  await client.close();
  return { shown, text: JSON.stringify(result.content) };
}

it("is answered when it asks", async () => {
  const { shown, text } = await visit(false);
  expect(shown).toEqual(["https://example.com/x string"]);
  expect(text).toContain("completed the URL elicitation");
});

it("gets the call again by itself after it refused it, and sends no word that the visit is over", async () => {
  const { shown, text } = await visit(true);
  // The page of the refusal, then the one that the second call asks for.
  expect(shown).toEqual(["https://modelcontextprotocol.io string", "https://example.com/x string"]);
  expect(text).toContain("completed the URL elicitation");
});
